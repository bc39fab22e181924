import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { StoredPage } from '../../../domain/page/page.ts';
import type { Tx } from '../../connection/client.ts';
import { collection, indexEntry } from '../../tables/collection.ts';
import { page } from '../../tables/page.ts';
import { uuids } from '../rows/uuids.ts';

const BODY_MAX = 200_000; // a tsvector holds at most 1 MB

/** Puts a stored page into a collection in place of the entry of its address. `path`: its path among the files served here. */
export async function indexPage(
  tx: Tx,
  { id, url, title, text, blocks }: StoredPage,
  { collectionId, path = null }: { collectionId: string; path?: string | null },
): Promise<void> {
  const lines = text.split('\n').filter((_, i) => !blocks[i]?.boilerplate);
  const body = (lines.length > 0 ? lines.join('\n') : text).slice(0, BODY_MAX).toWellFormed();
  const words = sql`setweight(to_tsvector('english', ${title}), 'A') || to_tsvector('english', ${body})`;
  const entry = { pageId: id, path, body, words };
  await tx
    .insert(indexEntry)
    .values({ collectionId, url, ...entry })
    .onConflictDoUpdate({ target: [indexEntry.collectionId, indexEntry.url], set: { ...entry, indexedAt: sql`now()` } });
}

export interface IndexHit {
  url: string;
  title: string;
  snippet: string;
  pageId: string;
}

/**
 * Pages of these collections with any of the query's words, best first (cover density ranking by length). Of an address in several
 * collections, an account's page comes before the operator's, then the best ranked.
 */
export async function searchIndex(
  tx: Tx,
  query: string,
  { collectionIds, limit, offset }: { collectionIds: readonly string[]; limit: number; offset: number },
): Promise<IndexHit[]> {
  const found = await tx.execute<{ url: string; title: string; snippet: string; page_id: string }>(sql`
    with wanted as (select replace(websearch_to_tsquery('english', ${query})::text, '&', '|')::tsquery as words),
    held as (
      select distinct on (e.url) e.url, e.page_id, e.body, ts_rank_cd(e.words, wanted.words, 1) as rank
      from ${indexEntry} e join collection c on c.id = e.collection_id, wanted
      where e.collection_id = any(${uuids(collectionIds)}::uuid[]) and e.words @@ wanted.words
      order by e.url, c.kind = 'uploaded' desc, rank desc, e.collection_id
    ),
    best as (select * from held order by rank desc, url limit ${limit} offset ${offset})
    select p.url, p.title, p.id as page_id, ts_headline('english', left(best.body, 20000), wanted.words, 'StartSel="", StopSel="", MaxFragments=1, MaxWords=35') as snippet
    from best join ${page} p on p.id = best.page_id, wanted order by best.rank desc, p.url`);
  return found.map(({ url, title, snippet, page_id }) => ({ url, title, snippet, pageId: page_id }));
}

/** Pages of these collections by address. Of an address in several, an account's page is taken before the operator's. */
export async function listIndex(
  tx: Tx,
  { collectionIds, limit, offset }: { collectionIds: readonly string[]; limit: number; offset: number },
): Promise<IndexHit[]> {
  const found = await tx.execute<IndexHit & Record<string, unknown>>(sql`
    select p.url, p.title, left(held.body, 300) as snippet, p.id as "pageId" from (
      select distinct on (e.url) e.url, e.page_id, e.body from ${indexEntry} e join collection c on c.id = e.collection_id
      where e.collection_id = any(${uuids(collectionIds)}::uuid[])
      order by e.url, c.kind = 'uploaded' desc, e.collection_id limit ${limit} offset ${offset}
    ) held join ${page} p on p.id = held.page_id order by held.url`);
  return [...found];
}

/**
 * The page ids of those addresses that these collections hold. Of an address in several, an account's page is taken before the operator's.
 */
export async function findIndexed(tx: Tx, urls: string[], collectionIds: readonly string[]): Promise<Map<string, string>> {
  const found = await tx
    .selectDistinctOn([indexEntry.url], { url: indexEntry.url, pageId: indexEntry.pageId })
    .from(indexEntry)
    .innerJoin(collection, eq(collection.id, indexEntry.collectionId))
    .where(and(inArray(indexEntry.url, urls), inArray(indexEntry.collectionId, [...collectionIds])))
    .orderBy(asc(indexEntry.url), desc(sql`${collection.kind} = 'uploaded'`), asc(indexEntry.collectionId));
  return new Map(found.map(({ url, pageId }) => [url, pageId]));
}

/** The text of the page at a path among a collection's files that are served here. */
export async function findEntryText(tx: Tx, collectionId: string, path: string): Promise<string | null> {
  const [found] = await tx
    .select({ text: page.text })
    .from(indexEntry)
    .innerJoin(page, eq(page.id, indexEntry.pageId))
    .where(and(eq(indexEntry.collectionId, collectionId), eq(indexEntry.path, path)));
  return found?.text ?? null;
}

/** How many pages these collections hold together. */
export const countIndex = (tx: Tx, collectionIds: readonly string[]): Promise<number> =>
  tx.$count(indexEntry, inArray(indexEntry.collectionId, [...collectionIds]));
