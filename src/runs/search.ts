import type { KeyedHit } from '../agent/entity/examine.ts';
import { inlinePage } from '../agent/read/html/inline.ts';
import { fitting } from '../agent/search/provider.ts';
import { type SearchAnswer, searchAll } from '../agent/search/search-all.ts';
import { isUnavailable } from '../db/connection/faults.ts';
import { findWaiting, insertCandidates, listWaiting, type NewCandidate } from '../db/queries/runs/candidate.ts';
import { addCounts } from '../db/queries/runs/run.ts';
import { addAnswers, insertSearch, listSearches, type Search } from '../db/queries/runs/search.ts';
import { rootCause } from '../domain/errors.ts';
import type { StopReason } from '../domain/run.ts';
import { LISTING_DEPTH, retryCandidate, workCandidate } from './candidate/candidate.ts';
import { checkpoint, emit } from './checkpoint.ts';
import { coverageReached } from './coverage.ts';
import { isForCallers, SearchUnavailable, wordsFor } from './failure.ts';
import { inLanes } from './lanes.ts';
import { budgetLeft, goOn, hardlyMatches, progressOf, type Scope, stopReason, toolCall } from './scope.ts';
import { teachRows } from './teaching/teach.ts';
import type { Script } from './worker-deps.ts';

const ROUNDS_MIN = 2;
const ROUNDS_MAX = 10;
const LEAN_SHARE = 0.1;
const WAITING_MAX = 1000;
/** What listings name was not ranked by the request, and must not use up the pages before the next round of it. */
const LISTED_PER_ROUND = 50;

/**
 * Rounds of searching and reading until a reason to stop. A round asks every query for its next page, then reads what it found, best
 * first. Two rounds of which hardly a page matched end it, and so does a search that would bring about one match in another 100 pages. Two rounds in a row with under 10 % results that no search of the run had named before
 * exhaust the search. What an earlier attempt has asked for is not asked again.
 */
export async function searchRounds(scope: Scope, queries: string[]): Promise<StopReason> {
  let lean = 0;
  const made = await listSearches(scope.deps.db, scope.run.id);
  await workWaiting(scope, 0); // what an earlier attempt found
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const reason = stopReason(scope) ?? (round >= ROUNDS_MIN && hardlyMatches(scope) ? 'low_match_rate' : null);
    if (reason) return reason;
    if (await coverageReached(scope, queries)) return 'coverage_reached';
    await emit(scope.deps, scope.run, { type: 'step.started', data: { step: 'search', round } });
    const { seen, fresh } = await searchRound(
      scope,
      queries,
      round,
      made.filter((search) => search.round === round),
    );
    await workWaiting(scope, 0);
    await workBatch(scope, LISTED_PER_ROUND, LISTING_DEPTH);
    await teachRows(scope);
    await emit(scope.deps, scope.run, { type: 'step.completed', data: { step: 'search', round } });
    lean = fresh < LEAN_SHARE * seen ? lean + 1 : 0;
    if (seen === 0 || lean === 2) break;
  }
  if (hardlyMatches(scope)) return stopReason(scope) ?? 'low_match_rate';
  await workWaiting(scope, LISTING_DEPTH);
  return stopReason(scope) ?? 'candidates_exhausted';
}

async function searchRound(scope: Scope, queries: string[], round: number, made: Search[]): Promise<{ seen: number; fresh: number }> {
  const { deps, run, webset, signal } = scope;
  let seen = sum(made.map((search) => search.seen));
  let fresh = sum(made.map((search) => search.fresh));
  const failures = new Map<string, string>();
  let passing = false;
  const providers = fitting(deps.providers, webset.category);
  if (providers.length === 0) throw new SearchUnavailable(nobody(scope), false);
  const asked = queries.filter((query) => !made.some((search) => search.query === query));
  for (const text of asked) {
    goOn(scope);
    const searching = toolCall('search', { query: text, page: round + 1 });
    await emit(deps, run, searching.called);
    const found = await searchAll(providers, { text, pageNumber: round, category: webset.category }, signal, deps.examiner.search);
    for (const { provider, error, passing: mayPass } of found.failures) {
      if (!isForCallers(error)) deps.log.error({ err: rootCause(error), run: run.id, provider }, 'a search provider broke');
      failures.set(provider, wordsFor(error));
      passing ||= mayPass;
    }
    const error = found.failures.map((failure) => `${failure.provider}: ${wordsFor(failure.error)}`).join('; ');
    if (found.dropped > 0) deps.tally?.('addresses_dropped', found.dropped);
    const hits = (await Promise.all(found.hits.map((hit) => candidateOf(scope, hit)))).filter((hit) => hit !== null);
    await checkpoint(deps, run, async (tx) => {
      const added = await insertCandidates(tx, run.id, webset.id, hits);
      scope.counts = await addCounts(tx, run.id, { found: added.waiting });
      await addAnswers(tx, run.id, answersOf(found));
      if (found.failures.length < providers.length)
        await insertSearch(tx, {
          runId: run.id,
          round,
          query: text,
          seen: hits.length,
          fresh: added.fresh,
          keys: hits.map(({ key }) => key),
        });
      seen += hits.length;
      fresh += added.fresh;
      return [searching.result({ hits: hits.length, new: added.waiting }, error || undefined), progressOf(scope)];
    });
  }
  if (failures.size === providers.length && scope.counts.found === 0)
    throw new SearchUnavailable([...failures].map(([name, why]) => `${name}: ${why}`).join('; '), passing);
  return { seen, fresh };
}

const answersOf = ({ brought, failures }: SearchAnswer) => [
  ...brought.map(({ provider, hits }) => ({ provider, brought: hits, failure: null })),
  ...failures.map(({ provider, error }) => ({ provider, brought: 0, failure: wordsFor(error) })),
];

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

const nobody = ({ deps, webset }: Scope) =>
  `no search provider that is on knows ${webset.category ?? 'websets without a category'} (on: ${deps.providers.map(({ name }) => name).join(', ') || 'none'}): npm run webset -- doctor says how to turn others on`;

/**
 * A hit that is all there is (a post) is its own page; what the answer said of another is kept for the case that its page cannot be read. Null for one that
 * cannot be kept: it is left out, and the others stay.
 */
async function candidateOf({ deps, run, signal }: Scope, hit: KeyedHit): Promise<NewCandidate | null> {
  const { key, url, title, snippet, provider, publishedAt = null, text = null } = hit;
  try {
    const whole = hit.isWhole && text !== null ? await deps.ports.pages.save(inlinePage({ url, title, text, publishedAt })) : null;
    const pageId = hit.pageId ?? whole?.id ?? null;
    return { key, url, title, snippet, provider, pageId, text: whole ? null : text, publishedAt, depth: 0 };
  } catch (error) {
    if (signal.aborted || isUnavailable(error)) throw error;
    deps.log.error({ err: rootCause(error), run: run.id }, 'a search result could not be kept');
    return null;
  }
}

/** Works on the candidates of a script that were found by now, in its order. Answers how many. */
async function workScript(scope: Scope, script: Script): Promise<number> {
  for (let worked = 0; ; worked++) {
    goOn(scope);
    const key = script.next();
    const candidate = key === undefined ? null : await findWaiting(scope.deps.db, scope.run.id, key);
    if (!candidate) return worked;
    await workCandidate(scope, candidate);
    script.done();
  }
}

/** Works on what waits no deeper than that, and on what it brings to light, until there is none or a reason to stop. */
async function workWaiting(scope: Scope, depth: number): Promise<void> {
  while ((await workBatch(scope, WAITING_MAX, depth)) > 0);
}

/**
 * Works on the best candidates that wait, at most so many; on those that broke off before one at a time, so that one that brings its
 * worker down is found out. Answers how many there were; none once there is a reason to stop.
 */
async function workBatch(scope: Scope, limit: number, depth: number): Promise<number> {
  const { deps, run, signal, leave } = scope;
  goOn(scope);
  const isOver = () => signal.aborted || leave.aborted || stopReason(scope) !== null;
  if (isOver()) return 0;
  if (deps.script) return workScript(scope, deps.script);
  const waiting = await listWaiting(deps.db, run.id, Math.min(limit, budgetLeft(scope).pages), depth);
  await inLanes(
    waiting.filter(({ attempts }) => attempts === 0),
    deps.lanes,
    isOver,
    (candidate) => workCandidate(scope, candidate),
  );
  await inLanes(
    waiting.filter(({ attempts }) => attempts > 0),
    1,
    isOver,
    (candidate) => retryCandidate(scope, candidate, isOver),
  );
  goOn(scope);
  return waiting.length;
}
