import { type ChosenSearch, chooseSearches, type SuggestedQuery } from '../../agent/search/learn/choose.ts';
import { LIKELY } from '../../agent/search/learn/distinguish.ts';
import { insertRunQueries } from '../../db/queries/runs/run-query.ts';
import { EVERY_PAGE } from '../../domain/page/every-page.ts';
import type { StopReason } from '../../domain/run.ts';
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
/** Searches of a round after the first: fewer while so many candidates wait. */
const SEARCHES = { most: 4, least: 2, waiting: 60 };
/** Pages read in a round: more where many were read, so that learning takes no more a page of a long run. */
const PAGES = 30;
const PAGES_SHARE = 1 / 8;
/** So few pages before the end of its budget a run searches no further, where what waits is enough for them. */
const LAST_PAGES = 3 * PAGES;

/**
 * Rounds of searching, reading and learning until a reason to stop. The first asks the plan's queries; each one after it asks what promises most by what was
 * learned, and reads what is likeliest. Collections that its limits hold are read through (read-through.ts). Else two rounds of which hardly a page matched end it, and so
 * does a search that would bring about one match in another 100 pages. Two rounds in a row with under 20 % results that no search of
 * the run had named before end the searching, and so do the searches allowed; what waits is then read. The last three rounds of a page budget that what waits can fill
 * search for nothing but what a person asked for. What an earlier attempt has asked for is not asked again.
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
    if (reason === 'page_budget' && isListed() && isSearched && standing.waiting === 0) return 'read_through'; // the last page was its last one
    if (reason) return reason;
    if (through === null && (await coverageReached(scope, queries))) return 'coverage_reached';
    if (!(isSearched || isFilled(scope, standing)) || isAsked(standing, unanswered)) {
      const suggested = lean > 0 ? [] : await suggestedBy(scope, standing);
      const every = through === null ? [] : everyPage(through, standing);
      const left = run.maxSearches - scope.counts.searches - every.length;
      const chosen = choose(scope, lean > 0 ? unlearned(standing) : standing, { unanswered, round, suggested, left });
      const { seen, fresh } = await searchOnce(scope, [...chosen, ...every], { round, unanswered });
      lean = round > 0 && fresh < LEAN_SHARE * seen ? lean + 1 : 0; // the plan’s queries ask much the same at first
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

/** Whether what waits is enough for the last pages of the run's budget. Never in a recording that is played: it holds what was searched for. */
function isFilled(scope: Scope, { waiting }: Standing): boolean {
  const { pages } = budgetLeft(scope);
  return !scope.deps.script && pages <= LAST_PAGES && waiting >= pages;
}

/** Whether a person asked for a query that was not made yet. */
const isAsked = ({ queries }: Standing, unanswered: ReadonlySet<string>) =>
  queries.some(({ text, family, pages }) => family === 'person' && pages.length === 0 && !unanswered.has(text));

/** After a round that hardly brought anything new, what was learned has nothing more to find: the plan's own queries are asked on. */
const unlearned = (standing: Standing): Standing => ({
  ...standing,
  queries: standing.queries.filter(({ family }) => family !== 'learned'),
  judged: [],
});

/** What the round searches for: all queries of the plan at first; in a recording that is played, what the run searched for then. */
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
  if (deps.script) return deps.script.searches(queries, round);
  const open = queries.filter(({ text, family }) => !(text === EVERY_PAGE && family === 'plan') && !unanswered.has(text));
  const unasked = open.filter(({ pages }) => pages.length === 0).length;
  const most = waiting > SEARCHES.waiting ? SEARCHES.least : SEARCHES.most;
  return chooseSearches(open, judged, Math.min(left, Math.max(most, unasked)), suggested);
}

/** One round's searches. Queries that are new are stored before they are asked, and told. */
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
