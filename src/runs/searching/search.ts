import type { KeyedHit } from '../../agent/entity/examine.ts';
import { inlinePage } from '../../agent/read/html/inline.ts';
import type { ChosenSearch } from '../../agent/search/learn/choose.ts';
import { type SearchAnswer, searchAll } from '../../agent/search/search-all.ts';
import { isUnavailable } from '../../db/connection/faults.ts';
import { insertCandidates, type NewCandidate } from '../../db/queries/runs/candidate.ts';
import { addCounts } from '../../db/queries/runs/run.ts';
import { addAnswers, insertSearch } from '../../db/queries/runs/search.ts';
import { rootCause } from '../../domain/errors.ts';
import { checkpoint, emit } from '../checkpoint.ts';
import { isForCallers, SearchUnavailable, wordsFor } from '../run-failure.ts';
import { budgetLeft, goOn, progressOf, type Scope, toolCall } from '../scope.ts';

/** The hits, those new to the run, and the queries that no provider answered. */
export interface Brought {
  seen: number;
  fresh: number;
  unanswered: string[];
}

/**
 * Makes searches one after another, each in a checkpoint. Throws SearchUnavailable when every provider failed and nothing was ever found.
 */
export async function makeSearches(scope: Scope, chosen: readonly Pick<ChosenSearch, 'text' | 'page'>[]): Promise<Brought> {
  const { deps, run, webset, sources, signal } = scope;
  const { providers, collectionIds } = sources;
  const brought: Brought = { seen: 0, fresh: 0, unanswered: [] };
  const failures = new Map<string, string>();
  let passing = false;
  if (providers.length === 0) throw new SearchUnavailable(nobody(scope), false);
  for (const { text, page } of chosen) {
    goOn(scope);
    if (brought.seen > 0 && !deps.script && budgetLeft(scope).seconds === 0) break; // a search takes as long as its slowest provider
    const searching = toolCall('search', { query: text, page: page + 1 });
    await emit(deps, run, searching.called);
    const found = await searchAll(
      providers,
      { text, pageNumber: page, category: webset.category, collectionIds },
      signal,
      deps.examiner.search,
    );
    for (const { provider, error, passing: mayPass } of found.failures) {
      if (!isForCallers(error)) deps.log.error({ err: rootCause(error), run: run.id, provider }, 'a search provider failed');
      failures.set(provider, wordsFor(error));
      passing ||= mayPass;
    }
    const error = found.failures.map((failure) => `${failure.provider}: ${wordsFor(failure.error)}`).join('; ');
    if (found.dropped > 0) deps.tally?.('addresses_dropped', found.dropped);
    const hits = (await Promise.all(found.hits.map((hit) => candidateOf(scope, hit)))).filter((hit) => hit !== null);
    const isAnswered = found.failures.length < providers.length;
    if (!isAnswered) brought.unanswered.push(text);
    await checkpoint(deps, run, async (tx) => {
      const added = await insertCandidates(tx, run.id, webset.id, hits);
      scope.counts = await addCounts(tx, run.id, { found: added.waiting, searches: 1 });
      await addAnswers(tx, run.id, answersOf(found));
      const keys = hits.map(({ key }) => key);
      if (isAnswered) await insertSearch(tx, { runId: run.id, page, query: text, seen: hits.length, fresh: added.fresh, keys });
      brought.seen += hits.length;
      brought.fresh += added.fresh;
      return [searching.result({ hits: hits.length, new: added.waiting }, error || undefined), progressOf(scope)];
    });
  }
  if (failures.size === providers.length && scope.counts.found === 0)
    throw new SearchUnavailable([...failures].map(([name, why]) => `${name}: ${why}`).join('; '), passing);
  return brought;
}

const answersOf = ({ brought, failures }: SearchAnswer) => [
  ...brought.map(({ provider, hits }) => ({ provider, brought: hits, failure: null })),
  ...failures.map(({ provider, error }) => ({ provider, brought: 0, failure: wordsFor(error) })),
];

const nobody = ({ deps, webset }: Scope) =>
  !webset.searchWeb
    ? 'the pages that were indexed or uploaded are not searched, since SEARCH_PROVIDERS leaves index out'
    : `no search provider that is on knows ${webset.category ?? 'websets without a category'} (on: ${deps.providers.map(({ name }) => name).join(', ') || 'none'}): npm run webset -- doctor says how to turn others on`;

/**
 * A complete hit (a post) is its own page; the text of other hits is stored in case their page cannot be read. Null for a hit that cannot
 * be stored: the others stay.
 */
async function candidateOf({ deps, run, signal }: Scope, hit: KeyedHit): Promise<NewCandidate | null> {
  const { key, url, title, snippet, provider, publishedAt = null, text = null } = hit;
  try {
    const whole = hit.isWhole && text !== null ? await deps.ports.pages.save(inlinePage({ url, title, text, publishedAt })) : null;
    const pageId = hit.pageId ?? whole?.id ?? null;
    return { key, url, title, snippet, provider, pageId, text: whole ? null : text, publishedAt, depth: 0 };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    deps.log.error({ err: rootCause(error), run: run.id }, 'a search result could not be stored');
    return null;
  }
}
