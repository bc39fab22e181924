import type { QueryFamily } from '../../../domain/run-state.ts';
import { wordsIn } from './content-words.ts';
import { distinguish, LIKELY, type WeighedPage } from './distinguish.ts';

/** A query of a run and its yield so far: for each page of answers, the weights of the rows that it found. */
export interface RunQuery {
  text: string;
  family: QueryFamily;
  pages: { brought: number; isEmpty: boolean }[];
}

export interface ChosenSearch {
  text: string;
  family: QueryFamily;
  page: number;
  /** How a new query was derived, in a sentence. */
  why: string | null;
}

/** A suggested query and the reason, in a sentence. */
export interface SuggestedQuery {
  text: string;
  why: string;
}

/** The most pages of answers per query. */
export const PAGES_MAX = 10;
const WORDS = 6;
const NEW_MAX = 3;
const ALIKE = 0.5;
/** The assumed yield of a learned query's first page before any has been searched. */
const HOPED = 3;
/** The number of latest first pages that give the average afterwards. */
const LAST = 6;
const LEAST = 1;

/**
 * At most `count` next searches: first those that a person added, then a page of the plan's queries, then by expected yield: the next page
 * of a query, or a new query, a model's before the learned ones.
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

/** Whether two queries are equal or share more than half of the shorter one's words: their results overlap. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [own, others] = [wordsIn(a), wordsIn(b)];
  const shared = own.intersection(others).size;
  return shared > ALIKE * Math.min(own.size, others.size);
}

/** Queries of the words that distinguish likely pages, six each, best first. None without a clear majority, which may be chance. */
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
