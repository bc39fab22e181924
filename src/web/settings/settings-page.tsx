import { words } from '../texts.ts';
import { setTheme, THEMES, useTheme } from '../theme.ts';
import { useTitle } from '../ui/title.ts';
import './settings.css';

const t = words.settings;

/** How the app looks, and what the service behind it can do. */
export function SettingsPage() {
  useTitle(t.title);
  const theme = useTheme();
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
      <section>
        <h2>{t.docs}</h2>
        <p className="soft">{t.docsNote}</p>
        <ul className="settings-links">
          <li>
            <a href="/graphql">{t.graphql}</a>
          </li>
          <li>
            <a href="/docs">{t.rest}</a>
          </li>
          <li>
            <a href="/samples/">{t.samples}</a>
          </li>
        </ul>
      </section>
    </main>
  );
}
