import type { RunFactsFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';

const t = words.run;

/** How complete a search is, of what its providers can find, and which these are. Nothing before the first was asked. */
export function Searches({ coverage, providers }: Pick<RunFactsFragment, 'coverage' | 'providers'>) {
  if (providers.length === 0 && !coverage) return null;
  return (
    <div className="run-searches">
      {coverage && coverage.found > 0 && <span>{t.coverage(coverage)}</span>}
      <Providers providers={providers} />
    </div>
  );
}

/** Which search providers a run has asked; opened, what each brought, and why it failed. Nothing before the first was asked. */
function Providers({ providers }: Pick<RunFactsFragment, 'providers'>) {
  if (providers.length === 0) return null;
  const failing = providers.filter(({ failed }) => failed > 0);
  const fine = providers.filter(({ failed }) => failed === 0);
  return (
    <details>
      <summary>
        {fine.length > 0 && t.searchedBy(fine.map(({ name }) => name))}
        {failing.length > 0 && <strong>{t.failing(failing.map(({ name }) => name))}</strong>}
      </summary>
      <ul>
        {providers.map(({ name, asked, brought, failed, failure }) => (
          <li key={name}>
            {t.providerAsked(name, asked, brought)}
            {failed > 0 && <strong> {t.providerFailed(failed, failure)}</strong>}
          </li>
        ))}
      </ul>
    </details>
  );
}
