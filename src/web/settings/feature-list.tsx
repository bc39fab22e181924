import type { Service } from '../api/service-setup.ts';
import type { SettingFragment } from '../generated/documents.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { settingsTexts as t } from './texts.ts';

type Feature = Service['searchProviders'][number];

interface Props {
  id?: string;
  title: string;
  note?: string;
  features: readonly Feature[];
  /** The settings that the reader may change; null: none. */
  settings: readonly SettingFragment[] | null;
  /** The name of the setting that turns a feature on; null: the app has none. */
  settingOf: (feature: Feature) => string | null;
  onOpen: ((setting: string) => void) | null;
}

/** Features that are on or off, with their settings: the operator can change them here, others see the name of a variable. */
export const FeatureList = ({ id, title, note, features, settings, settingOf, onOpen }: Props) => (
  <section>
    <h2 id={id} tabIndex={id ? -1 : undefined}>
      {title}
    </h2>
    {note && <p className="soft">{note}</p>}
    <ul className="features">
      {[...features]
        .sort((a, b) => Number(b.enabled) - Number(a.enabled))
        .map((feature, i, list) => {
          const { name, enabled, note: about } = feature;
          const setting = settings?.find((one) => one.name === settingOf(feature));
          const isFirst = list.findIndex((one) => settingOf(one) === settingOf(feature)) === i;
          return (
            // a configured model is another feature: with this key its button keeps the focus
            <li key={(isFirst && setting?.name) || name}>
              <span className={enabled ? 'feature feature-on' : 'feature'}>
                <Icon name={enabled ? 'match' : 'minus'} size={14} />
                {enabled ? t.on : t.off}
              </span>
              <span className="feature-name">
                {name}
                {about && <small className="soft">{withCode(about)}</small>}
                {setting?.source === 'unreadable' && <small className="feature-broken">{t.unreadable}</small>}
              </span>
              <Setter {...{ feature, setting, onOpen, isFirst }} />
            </li>
          );
        })}
    </ul>
  </section>
);

/** The control of a feature; several that share a setting name it, and the first one opens it. */
function Setter({
  feature: { name, enabled, setting: variable },
  setting,
  onOpen,
  isFirst,
}: {
  feature: Feature;
  setting: SettingFragment | undefined;
  onOpen: Props['onOpen'];
  isFirst: boolean;
}) {
  const title = setting ? (t.titles[setting.name] ?? name) : name;
  if (!setting || setting.source === 'environment' || !onOpen)
    return (
      variable &&
      (!enabled || setting) && (
        <span className="feature-setting">
          <span className="soft">{enabled ? t.setBy : t.turnOn}</span> <code>{variable}</code>
        </span>
      )
    );
  if (!isFirst)
    return (
      <span className="feature-setting soft">
        {t.setWith} {title}
      </span>
    );
  return (
    <Button aria-label={(setting.source ? t.changeOne : t.setUpOne)(title)} onClick={() => onOpen(setting.name)}>
      {setting.source ? t.change : t.setUp}
    </Button>
  );
}

/** Renders text between backticks as code. */
export const withCode = (text: string) => text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part));
