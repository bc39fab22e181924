import { siteOf } from '../../agent/entity/identity.ts';
import type { RunQuery } from '../../agent/search/learn/choose.ts';
import { pageWords } from '../../agent/search/learn/content-words.ts';
import { type JudgedCandidate, rankWaiting } from '../../agent/search/learn/rank.ts';
import { listWeighedRows, type WeighedRow } from '../../db/queries/learning/weighed.ts';
import { type Candidate, listNamed, type NamedCandidate } from '../../db/queries/runs/candidate.ts';
import { listRunQueries } from '../../db/queries/runs/run-query.ts';
import { listSearches, type Search } from '../../db/queries/runs/search.ts';
import { listPageWords } from '../../db/queries/shared/page.ts';
import type { Scope } from '../scope.ts';

/** The most rows to learn from: the likeliest and a sample of the others, so that the cost does not grow with a run. */
const SAMPLE = { likely: 150, others: 150 };
/** Pages whose words are loaded at a time. */
const BATCH = 25;
/** The weight of a waiting candidate, relative to an average judged page. */
const WAITING = 0.5;

/** What the searches of a run brought so far: the input of learning. */
export interface Standing {
  queries: RunQuery[];
  judged: (JudgedCandidate & { pageId: string })[];
  waiting: number;
  /** The queries and listings that named each candidate, by key. */
  namedBy: ReadonlyMap<string, readonly string[]>;
}

/** Reads what a run has learned so far from the database; `scope` caches the words of pages. */
export async function standingOf(scope: Scope, planned: readonly string[]): Promise<Standing> {
  const { deps, run, webset } = scope;
  const [rows, named, searches, own] = await Promise.all([
    listWeighedRows(deps.db, webset.id),
    listNamed(deps.db, run.id),
    listSearches(deps.db, run.id),
    listRunQueries(deps.db, run.id),
  ]);
  const weightAt = new Map(rows.flatMap(({ urls, weight }) => urls.map((url): [string, number] => [url, sharpened(weight)])));
  const namedBy = namersOf(named, searches);
  const namersAt = new Map(named.map(({ key, url }) => [url, namedBy.get(key) ?? []]));
  const sampled = sampleOf(rows);
  await readWords(scope, sampled);
  const judged = sampled.map(({ pageId, urls, weight }) => ({
    pageId,
    words: scope.words.get(pageId) ?? new Set<string>(),
    weight: sharpened(weight),
    site: siteOf(urls[0] ?? ''),
    namedBy: urls.flatMap((url) => namersAt.get(url) ?? []),
  }));
  const average = judged.reduce((sum, { weight }) => sum + weight, 0) / Math.max(1, judged.length);
  const worth = new Map(named.map(({ key, url, waits }) => [key, waits ? WAITING * average : (weightAt.get(url) ?? 0)]));
  const waiting = named.filter(({ waits }) => waits).length;
  return { queries: queriesOf(planned, own, searches, worth), judged, waiting, namedBy };
}

/** The keys of waiting candidates, likeliest first. */
export const ranked = ({ judged, namedBy }: Standing, waiting: readonly Candidate[]): string[] =>
  rankWaiting(
    judged,
    waiting.map(({ key, url, title, snippet, depth }) => ({
      key,
      said: `${title}\n${snippet}`,
      site: siteOf(url),
      namedBy: namedBy.get(key) ?? [],
      isListed: depth > 0,
    })),
  );

/** Reduces weights below .5: many unlikely rows together must not count as evidence. */
const sharpened = (weight: number) => (weight < 0.5 ? 2 * weight * weight : weight);

function namersOf(named: readonly NamedCandidate[], searches: readonly Search[]): Map<string, string[]> {
  const namedBy = new Map<string, string[]>(named.map(({ key, listedBy }) => [key, listedBy === null ? [] : [listedBy]]));
  for (const { query, keys } of searches) for (const key of keys) namedBy.get(key)?.push(query);
  return namedBy;
}

function sampleOf(rows: readonly WeighedRow[]): WeighedRow[] {
  const byWeight = [...rows].sort((a, b) => b.weight - a.weight);
  const others = byWeight.slice(SAMPLE.likely);
  const step = Math.max(1, others.length / SAMPLE.others);
  const some = Array.from({ length: Math.min(others.length, SAMPLE.others) }, (_, i) => others[Math.floor(i * step)] as WeighedRow);
  return [...byWeight.slice(0, SAMPLE.likely), ...some];
}

/** Loads the words of new pages, and drops those of others. */
async function readWords({ deps, words }: Scope, rows: readonly WeighedRow[]): Promise<void> {
  const wanted = new Set(rows.map(({ pageId }) => pageId));
  for (const id of words.keys()) if (!wanted.has(id)) words.delete(id);
  const missing = [...wanted].filter((id) => !words.has(id));
  for (let from = 0; from < missing.length; from += BATCH)
    for (const { id, ...page } of await listPageWords(deps.db, missing.slice(from, from + BATCH))) words.set(id, pageWords(page));
}

/** Each query with the new hits of its result pages. */
function queriesOf(
  planned: readonly string[],
  own: Awaited<ReturnType<typeof listRunQueries>>,
  searches: readonly Search[],
  worth: ReadonlyMap<string, number>,
): RunQuery[] {
  const queries = [
    ...planned.map((text): RunQuery => ({ text, family: 'plan', pages: [] })),
    ...own.map((one): RunQuery => ({ ...one, pages: [] })),
  ];
  const byText = new Map(queries.map((query) => [query.text, query]));
  const seen = new Set<string>();
  for (const { query, keys, seen: hits } of searches) {
    const fresh = keys.filter((key) => !seen.has(key));
    for (const key of fresh) seen.add(key);
    byText.get(query)?.pages.push({ brought: fresh.reduce((sum, key) => sum + (worth.get(key) ?? 0), 0), isEmpty: hits === 0 });
  }
  return queries;
}
