import type { QueryFamily } from '../../../domain/run.ts';
import { distinguish, LIKELY, type WeighedPage } from './distinguish.ts';
import { wordsIn } from './words.ts';

/** A query of a run, and what its pages of answers have brought so far: the weights of the rows found by each, in the order of the pages. */
export interface RunQuery {
  text: string;
  family: QueryFamily;
  pages: { brought: number; isEmpty: boolean }[];
}

export interface ChosenSearch {
  text: string;
  family: QueryFamily;
  page: number;
  /** Of a new query: what it was made from, in a sentence. */
  why: string | null;
}

/** A query that was suggested, and why, in a sentence. */
export interface SuggestedQuery {
  text: string;
  why: string;
}

/** Pages of a query's answers that are asked for. */
export const PAGES_MAX = 10;
const WORDS = 6;
const NEW_MAX = 3;
const ALIKE = 0.5;
/** What the first page of a learned query is taken to bring before any has, */
const HOPED = 3;
/** and how many of the last ones tell afterwards. */
const LAST = 6;
const LEAST = 1;

/**
 * The next searches of a run, at most `count`: what a person asked for first; then one page of the plan's own queries at least, however little they bring;
 * then whichever promises most, the next page of a query, by what its last one brought, or a new query: those that a model suggests, then those of the words that tell likely pages from the others.
 */
export function chooseSearches(
  queries: readonly RunQuery[],
  judged: readonly WeighedPage[],
  count: number,
  suggested: readonly SuggestedQuery[] = [],
): ChosenSearch[] {
  const made: SuggestedQuery[] = [];
  for (const one of [...suggested, ...learnedQueries(judged)])
    if ([...queries, ...made].every(({ text }) => !areAlike(text, one.text))) made.push(one);
  const open = queries
    .filter(({ pages }) => pages.length < PAGES_MAX && !pages.at(-1)?.isEmpty)
    .map((query) => ({ query, promise: query.pages.at(-1)?.brought ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => b.promise - a.promise);
  const firsts = queries.flatMap(({ family, pages }) => (family === 'learned' ? (pages[0]?.brought ?? []) : [])).slice(-LAST);
  const hoped = Math.max(LEAST, firsts.length > 0 ? firsts.reduce((sum, n) => sum + n, 0) / firsts.length : HOPED);
  const chosen: ChosenSearch[] = [];
  const take = (at: number) => {
    const [{ query } = { query: null }] = open.splice(at, 1);
    if (query) chosen.push({ text: query.text, family: query.family, page: query.pages.length, why: null });
  };
  const isAsked = ({ query }: (typeof open)[number]) => query.family === 'person' && query.pages.length === 0;
  while (chosen.length < count && open.some(isAsked)) take(open.findIndex(isAsked));
  const planned = open.findIndex(({ query }) => query.family === 'plan');
  if (planned >= 0 && chosen.length < count) take(planned);
  while (chosen.length < count) {
    const next = made[0];
    if (next && (open[0]?.promise ?? 0) <= hoped) chosen.push({ ...next, family: 'learned', page: 0, why: made.shift()?.why ?? null });
    else if (open.length > 0) take(0);
    else break;
  }
  return chosen;
}

/** Whether two queries are the same or share more than half of the shorter one's words: they find much the same. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [own, others] = [wordsIn(a), wordsIn(b)];
  const shared = own.intersection(others).size;
  return shared > ALIKE * Math.min(own.size, others.size);
}

/** Queries of what tells likely pages from the others, six words each, the most telling first. None without a clear majority: nothing is learned from chance. */
export function learnedQueries(judged: readonly WeighedPage[]): SuggestedQuery[] {
  const words = distinguish(judged);
  const likely = judged.filter(({ weight }) => weight >= LIKELY).length;
  const queries: SuggestedQuery[] = [];
  for (let from = 0; from < words.length && queries.length < NEW_MAX; from += WORDS) {
    const some = words.slice(from, from + WORDS);
    const [first] = some;
    if (!first) break;
    const text = some.map(({ word }) => word).join(' ');
    queries.push({ text, why: `${first.pages} of ${likely} likely rows name “${first.word}”: searching for “${text}”` });
  }
  return queries;
}
