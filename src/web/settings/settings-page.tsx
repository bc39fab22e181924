import { learnService, useService, useServiceTrouble } from '../api/service-setup.ts';
import { words } from '../texts/texts.ts';
import { setTheme, THEMES, useTheme } from '../theme.ts';
import { Button } from '../ui/button.tsx';
import { useTitle } from '../ui/title.ts';
import { Features } from './features.tsx';
import { settingsTexts as t } from './texts.ts';
import './settings.css';

/** The theme, and the features of the service. */
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
