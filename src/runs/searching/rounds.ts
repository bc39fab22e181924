import { type ChosenSearch, chooseSearches, type SuggestedQuery } from '../../agent/search/learn/choose.ts';
import { LIKELY } from '../../agent/search/learn/distinguish.ts';
import { insertRunQueries } from '../../db/queries/runs/run-query.ts';
import { EVERY_PAGE } from '../../domain/page/every-page.ts';
import type { StopReason } from '../../domain/run-state.ts';
import { checkpoint, emit } from '../checkpoint.ts';
import { coverageReached } from '../coverage.ts';
import { budgetLeft, hardlyMatches, type Scope, stopReason } from '../scope.ts';
import { teachRows } from '../teaching/teach.ts';
import { everyPage, readThrough } from './read-through.ts';
import { makeSearches } from './search.ts';
import { type Standing, standingOf } from './standing.ts';
import { suggestedBy } from './suggested.ts';
import { untilRead } from './until-read.ts';
import { workBatch } from './work-batch.ts';

const ROUNDS_MIN = 2;
const LEAN_SHARE = 0.2;
const LEAN_ROUNDS = 2;
/** Searches per round after the first: `least` while more than `waiting` candidates wait. */
const SEARCHES = { most: 4, least: 2, waiting: 60 };
/** Pages per round: a share of those read, if larger, so that the cost of learning per page is constant in a long run. */
const PAGES = 30;
const PAGES_SHARE = 1 / 8;
/** A run stops searching this number of pages before the end of its budget, if enough candidates wait. */
const LAST_PAGES = 3 * PAGES;

/**
 * Searches, reads and learns in rounds until there is a reason to stop: docs/search.md describes the searches of a round, docs/agent.md the
 * reasons. A retaken run does not repeat searches.
 */
export async function searchRounds(scope: Scope, queries: string[]): Promise<StopReason> {
  const { run } = scope;
  const read = await untilRead(scope);
  if (read === 'nothing' && stopReason(scope) === 'time_budget') return 'waiting_for_uploads';
  const through = read === 'all' ? await readThrough(scope) : null;
  const unanswered = new Set<string>();
  const planned = through === null ? queries : [...queries, EVERY_PAGE];
  let standing = await standingOf(scope, planned);
  let isSearched = false;
  const isListed = () => through !== null && !unanswered.has(EVERY_PAGE);
  for (let round = 0, lean = 0; ; round++) {
    const isHopeless = () => through === null && hardlyMatches(scope, likelyOf(standing));
    const reason = stopReason(scope) ?? (round >= ROUNDS_MIN && isHopeless() ? 'low_match_rate' : null);
    if (reason === 'page_budget' && isListed() && isSearched && standing.waiting === 0) return 'read_through'; // both limits met
    if (reason) return reason;
    if (through === null && (await coverageReached(scope, queries))) return 'coverage_reached';
    if (!(isSearched || isFilled(scope, standing)) || isAsked(standing, unanswered)) {
      const suggested = lean > 0 ? [] : await suggestedBy(scope, standing);
      const every = through === null ? [] : everyPage(through, standing);
      const left = run.maxSearches - scope.counts.searches - every.length;
      const chosen = choose(scope, lean > 0 ? unlearned(standing) : standing, { unanswered, round, suggested, left });
      const { seen, fresh } = await searchOnce(scope, [...chosen, ...every], { round, unanswered });
      lean = round > 0 && fresh < LEAN_SHARE * seen ? lean + 1 : 0; // planned queries overlap at first
      isSearched = through !== null || seen === 0 || lean === LEAN_ROUNDS;
      standing = await standingOf(scope, planned);
    }
    const worked = await workBatch(scope, Math.max(PAGES, Math.floor(scope.counts.read * PAGES_SHARE)), standing);
    await teachRows(scope);
    if (isSearched && worked === 0)
      return stopReason(scope) ?? (isHopeless() ? 'low_match_rate' : isListed() ? 'read_through' : 'candidates_exhausted');
    standing = await standingOf(scope, planned);
  }
}

const likelyOf = ({ judged }: Standing) => judged.filter(({ weight }) => weight >= LIKELY).length;

/** Whether enough candidates wait for the rest of the page budget. Never in a replay: the recording holds the searches. */
function isFilled(scope: Scope, { waiting }: Standing): boolean {
  const { pages } = budgetLeft(scope);
  return !scope.deps.script && pages <= LAST_PAGES && waiting >= pages;
}

/** Whether a person's query has not been searched yet. */
const isAsked = ({ queries }: Standing, unanswered: ReadonlySet<string>) =>
  queries.some(({ text, family, pages }) => family === 'person' && pages.length === 0 && !unanswered.has(text));

/** After a round with hardly anything new, learned queries are dropped and the planned ones continue. */
const unlearned = (standing: Standing): Standing => ({
  ...standing,
  queries: standing.queries.filter(({ family }) => family !== 'learned'),
  judged: [],
});

/** The searches of a round: all planned queries at first; in a replay, the recorded searches. */
function choose(
  { deps }: Scope,
  { queries, judged, waiting }: Standing,
  {
    unanswered,
    round,
    suggested,
    left,
  }: { unanswered: ReadonlySet<string>; round: number; suggested: readonly SuggestedQuery[]; left: number },
): ChosenSearch[] {
  if (deps.script) return deps.script.searches(round);
  const open = queries.filter(({ text, family }) => !(text === EVERY_PAGE && family === 'plan') && !unanswered.has(text));
  const unasked = open.filter(({ pages }) => pages.length === 0).length;
  const most = waiting > SEARCHES.waiting ? SEARCHES.least : SEARCHES.most;
  return chooseSearches(open, judged, Math.min(left, Math.max(most, unasked)), suggested);
}

/** Makes the searches of one round. New queries are stored and announced before they are sent. */
async function searchOnce(
  scope: Scope,
  chosen: readonly ChosenSearch[],
  { round, unanswered }: { round: number; unanswered: Set<string> },
): Promise<{ seen: number; fresh: number }> {
  const { deps, run } = scope;
  if (chosen.length === 0) return { seen: 0, fresh: 0 };
  await emit(deps, run, { type: 'step.started', data: { step: 'search', round } });
  const made = chosen.flatMap(({ text, family }) => (family === 'plan' ? [] : [{ text, family }]));
  await checkpoint(deps, run, async (tx) => {
    await insertRunQueries(tx, run.id, made);
    await deps.searching?.(tx, chosen);
    return chosen.flatMap(({ why }) => (why === null ? [] : [{ type: 'narration' as const, data: { text: why } }]));
  });
  const brought = await makeSearches(scope, chosen);
  for (const text of brought.unanswered) unanswered.add(text);
  await emit(deps, run, { type: 'step.completed', data: { step: 'search', round } });
  return brought;
}
