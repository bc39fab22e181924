import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { usePerson } from '../api/account.ts';
import type { Service } from '../api/service-setup.ts';
import { FeatureList, withCode } from './feature-list.tsx';
import { LocalServers } from './local-servers.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { type Settings, type SetUp, useSettings } from './settings.ts';
import { settingsTexts as t } from './texts.ts';

/** The features that are on and off, and for the operator their settings. */
export function Features({ service: { searchProviders, models, anonymous, signUp } }: { service: Service }) {
  const { settings, trouble, changed, whose } = useSettings();
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  useArrivalAt(settings !== null || trouble !== null);
  const known = settings?.settings ?? null;
  const open =
    known &&
    ((name: string, found: Record<string, string> = {}) => {
      const setting = known.find((one) => one.name === name);
      if (setting) setSetUp({ setting, found });
    });
  const lists = { settings: known, onOpen: open };
  const cap = known?.find(({ name }) => name === 'cap');
  return (
    <>
      {trouble && <p className="note note-bad">{trouble}</p>}
      {settings && <WhoSets settings={settings} signUp={signUp} />}
      <FeatureList id="search" title={t.search} note={t.searchNote} features={searchProviders} settingOf={settingOfProvider} {...lists} />
      <FeatureList
        id="model"
        title={t.models}
        note={t.modelsNote}
        features={cap ? [...models, spendingOf(cap)] : models}
        settingOf={({ setting }) => (setting === 'LLM_PROVIDER' ? 'model' : setting === 'LLM_DAILY_CAP' ? 'cap' : null)}
        {...lists}
      />
      <LocalServers onUse={open} />
      <FeatureList
        title={t.accounts}
        features={[
          { name: t.anonymous, enabled: anonymous, setting: 'ANONYMOUS', note: null },
          { name: t.signUp, enabled: signUp, setting: 'SIGN_UP', note: null },
        ]}
        settingOf={() => null}
        {...lists}
      />
      {setUp && known && <SettingDialog key={String(whose)} setUp={setUp} onChanged={changed} onClose={() => setSetUp(null)} />}
    </>
  );
}

type Feature = Service['searchProviders'][number];

/** Providers that need a contact share one setting. */
const settingOfProvider = ({ name, setting }: Feature) => (setting === 'CONTACT' ? 'contact' : name);

function spendingOf({ source, fields }: NonNullable<Settings['settings']>[number]): Feature {
  const amount = fields[0]?.value;
  const note = amount ? t.spendingOf(amount) : source === 'environment' ? null : t.spendingNone;
  return { name: t.spending, enabled: source !== null, setting: 'LLM_DAILY_CAP', note };
}

/** Who may change the settings, where it is not the reader. */
function WhoSets({ settings: { operator }, signUp }: { settings: Settings; signUp: boolean }) {
  const person = usePerson();
  const said = operator === 'first' && !signUp ? t.operatorByCommand : t.operator[operator];
  return (
    <p className="note settings-who">
      <span>{withCode(said)}</span>
      {operator === 'first' && signUp && (
        <Link className="button button-plain" href="/auth/sign-up?next=/settings">
          {t.makeFirst}
        </Link>
      )}
      {operator === 'another' && !person && (
        <Link className="button button-plain" href="/auth/login?next=/settings">
          {t.signIn}
        </Link>
      )}
    </p>
  );
}

/** When the page is shown, scrolls to the part that the address names and focuses it. */
function useArrivalAt(isThere: boolean): void {
  useEffect(() => {
    if (!isThere || !window.location.hash) return;
    const part = document.getElementById(window.location.hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [isThere]);
}
