import { canonicalKey } from '../agent/identity.ts';
import type { Hit } from '../agent/ports.ts';
import { SearchFailure, type SearchProvider } from '../agent/search/provider.ts';
import { searchAll } from '../agent/search/search-all.ts';
import { insertCandidates, listWaiting } from '../db/candidate.ts';
import { addCounts } from '../db/run.ts';
import type { StopReason } from '../domain/run.ts';
import { workCandidate } from './candidate.ts';
import { checkpoint, tell } from './checkpoint.ts';
import { inLanes } from './lanes.ts';
import { progressOf, type Scope, stopReason, toolCall } from './scope.ts';

const ROUNDS_MAX = 10;
const LEAN_SHARE = 0.1;
const WAITING_MAX = 1000;

/** Every provider failed, and nothing was ever found: words on what to do. `passing`: it may go better later. */
export class SearchUnavailable extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/**
 * Rounds of searching and reading until a reason to stop. A round asks every query for its next page, then reads what it found, best
 * first. Two rounds in a row with under 10 % new results exhaust the search.
 */
export async function searchRounds(scope: Scope, queries: string[]): Promise<StopReason> {
  let lean = 0;
  await workWaiting(scope); // what an earlier attempt found
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const reason = stopReason(scope);
    if (reason) return reason;
    await tell(scope.world, scope.run, { type: 'step.started', data: { step: 'search', round } });
    const { seen, added } = await searchRound(scope, queries, round);
    await workWaiting(scope);
    await tell(scope.world, scope.run, { type: 'step.completed', data: { step: 'search', round } });
    lean = added < LEAN_SHARE * seen ? lean + 1 : 0;
    if (seen === 0 || lean === 2) break;
  }
  return stopReason(scope) ?? 'candidates_exhausted';
}

async function searchRound(scope: Scope, queries: string[], round: number): Promise<{ seen: number; added: number }> {
  const { world, run, webset, signal } = scope;
  let seen = 0;
  let added = 0;
  const failures = new Map<string, string>();
  const { providers, passing } = watched(world.providers);
  for (const text of queries) {
    const searching = toolCall('search', { query: text, page: round + 1 });
    await tell(world, run, searching.called);
    const found = await searchAll(providers, { text, pageNumber: round }, signal);
    for (const { provider, message } of found.failures) failures.set(provider, message);
    const error = found.failures.map(({ provider, message }) => `${provider}: ${message}`).join('; ');
    await checkpoint(world, run, async (tx) => {
      const made = await insertCandidates(tx, run.id, webset.id, found.hits.map(candidateOf));
      scope.counts = await addCounts(tx, run.id, { found: made });
      seen += found.hits.length;
      added += made;
      return [searching.result({ hits: found.hits.length, new: made }, error || undefined), progressOf(scope)];
    });
  }
  if (failures.size === world.providers.length && scope.counts.found === 0)
    throw new SearchUnavailable([...failures].map(([name, why]) => `${name}: ${why}`).join('; '), passing());
  return { seen, added };
}

/** Providers, and whether one of them failed for a reason that may pass. */
function watched(all: readonly SearchProvider[]) {
  let mayPass = false;
  const providers = all.map(({ name, search }) => ({
    name,
    search: (...asked: Parameters<typeof search>) =>
      search(...asked).catch((error: unknown) => {
        mayPass ||= !(error instanceof SearchFailure && (error.kind === 'misconfigured' || error.kind === 'unauthorized'));
        throw error;
      }),
  }));
  return { providers, passing: () => mayPass };
}

const candidateOf = ({ url, title, snippet, provider, pageId }: Hit) => ({
  key: canonicalKey(url),
  url,
  title,
  snippet,
  provider,
  pageId: pageId ?? null,
});

async function workWaiting(scope: Scope): Promise<void> {
  const { world, run, signal } = scope;
  const waiting = await listWaiting(world.db, run.id, WAITING_MAX);
  await inLanes(
    waiting,
    world.lanes,
    () => signal.aborted || stopReason(scope) !== null,
    (candidate) => workCandidate(scope, candidate),
  );
  signal.throwIfAborted();
}
