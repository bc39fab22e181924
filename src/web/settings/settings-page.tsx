import { learnService, type Service, useService, useServiceTrouble } from '../api/service.ts';
import { words } from '../texts/texts.ts';
import { setTheme, THEMES, useTheme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTitle } from '../ui/title.ts';
import { LocalServers } from './local-servers.tsx';
import './settings.css';

const t = words.settings;

/** How the app looks, and what the service behind it can do. */
export function SettingsPage() {
  useTitle(t.title);
  const theme = useTheme();
  const service = useService();
  const trouble = useServiceTrouble();
  return (
    <main id="main" className="page settings">
      <h1>{t.title}</h1>
      <section>
        <h2>{t.look}</h2>
        <fieldset className="segments">
          <legend className="unseen">{words.theme.label}</legend>
          {THEMES.map((one) => (
            <label key={one}>
              <input type="radio" name="theme" checked={theme === one} onChange={() => setTheme(one)} />
              <span>{words.theme[one]}</span>
            </label>
          ))}
        </fieldset>
      </section>
      {service ? <Features service={service} /> : trouble ? <Failed words={trouble.message} /> : <Waiting />}
      <section>
        <h2>{t.docs}</h2>
        <p className="soft">{t.docsNote}</p>
        <ul className="settings-links">
          {service?.graphiql !== false && (
            <li>
              <a href="/graphql">{t.graphql}</a>
            </li>
          )}
          <li>
            <a href="/docs">{t.rest}</a>
          </li>
          {service?.samples !== false && (
            <li>
              <a href="/samples/">{t.samples}</a>
            </li>
          )}
        </ul>
      </section>
    </main>
  );
}

type FeatureStatus = Service['searchProviders'][number];

const Features = ({ service: { searchProviders, models, anonymous, signUp } }: { service: Service }) => (
  <>
    <Group title={t.search} note={t.searchNote} features={searchProviders} />
    <Group title={t.models} note={t.modelsNote} features={models} />
    <LocalServers />
    <Group
      title={t.accounts}
      features={[
        { name: t.anonymous, enabled: anonymous, setting: 'ANONYMOUS', note: null },
        { name: t.signUp, enabled: signUp, setting: 'SIGN_UP', note: null },
      ]}
    />
  </>
);

/** Things that are on or off; what is off says what turns it on. */
const Group = ({ title, note, features }: { title: string; note?: string; features: FeatureStatus[] }) => (
  <section>
    <h2>{title}</h2>
    {note && <p className="soft">{note}</p>}
    <ul className="features">
      {[...features]
        .sort((a, b) => Number(b.enabled) - Number(a.enabled))
        .map(({ name, enabled, setting, note: about }) => (
          <li key={name}>
            <span className={enabled ? 'feature feature-on' : 'feature'}>
              <Icon name={enabled ? 'match' : 'minus'} size={14} />
              {enabled ? t.on : t.off}
            </span>
            <span className="feature-name">
              {name}
              {about && <small className="soft">{about}</small>}
            </span>
            {!enabled && setting && (
              <span className="feature-setting">
                <span className="soft">{t.turnOn}</span> <code>{setting}</code>
              </span>
            )}
          </li>
        ))}
    </ul>
  </section>
);

const Waiting = () => (
  <div aria-busy="true">
    <span className="unseen">{words.loading}</span>
    <div className="skeleton settings-skeleton" />
  </div>
);

const Failed = ({ words: said }: { words: string }) => (
  <div className="note note-bad settings-failed" role="alert">
    <p>{said}</p>
    <Button onClick={learnService}>{words.retry}</Button>
  </div>
);
