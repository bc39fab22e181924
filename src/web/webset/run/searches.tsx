import type { RunFactsFragment } from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';

const t = words.run;

/** A provider within a sentence: most are proper names. */
const nameOf = (name: string) => (name === 'index' ? t.theIndex : name);

/** The coverage of a search and the providers that failed; expanded, the hits of each and the errors. Empty before the first search. */
export function Searches({ coverage, providers }: Pick<RunFactsFragment, 'coverage' | 'providers'>) {
  if (providers.length === 0) return null;
  const failing = providers.filter(({ failed }) => failed > 0);
  const answering = providers.filter(({ brought, failed }) => brought > 0 || failed === 0).map(({ name }) => nameOf(name));
  const known = coverage && coverage.found > 0 ? coverage : null;
  return (
    <details className="run-searches">
      <summary>
        {answering.length > 0 && (known ? t.coverage(known, answering) : t.searchedBy(answering))}
        {failing.length > 0 && <strong>{t.failing(failing.map(({ name }) => nameOf(name)))}</strong>}
      </summary>
      <ul>
        {known && <li>{t.coverageInFull(known)}</li>}
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
