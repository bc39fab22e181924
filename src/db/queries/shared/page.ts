import { createHash } from 'node:crypto';
import { desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { type Page, type StoredPage, TEXT_VERSION } from '../../../domain/page/page.ts';
import type { Tx } from '../../connection/client.ts';
import { indexEntry, page } from '../../tables/page.ts';

export async function findPage(tx: Tx, id: string): Promise<StoredPage | null> {
  const [found] = await tx.select().from(page).where(eq(page.id, id));
  return found ?? null;
}

export type PageHead = Omit<StoredPage, 'text' | 'blocks' | 'links' | 'hints'>;

/** Stored pages without their text. */
export async function listPageHeads(tx: Tx, ids: readonly string[]): Promise<PageHead[]> {
  const { text, blocks, links, hints, ...head } = getTableColumns(page);
  return ids.length === 0
    ? []
    : tx
        .select(head)
        .from(page)
        .where(inArray(page.id, [...ids]));
}

/** The canonical texts of stored pages. */
export const listPageTexts = (tx: Tx, ids: readonly string[]): Promise<{ id: string; text: string }[]> =>
  tx
    .select({ id: page.id, text: page.text })
    .from(page)
    .where(inArray(page.id, [...ids]));

/** The titles and texts of stored pages, and which of their blocks are furniture. */
export const listPageWords = (tx: Tx, ids: readonly string[]): Promise<Pick<StoredPage, 'id' | 'title' | 'text' | 'blocks'>[]> =>
  tx
    .select({ id: page.id, title: page.title, text: page.text, blocks: page.blocks })
    .from(page)
    .where(inArray(page.id, [...ids]));

/** The page of this URL that was fetched last. */
export async function findLatestPage(tx: Tx, url: string): Promise<StoredPage | null> {
  const [found] = await tx.select().from(page).where(eq(page.url, url)).orderBy(desc(page.fetchedAt)).limit(1);
  return found ?? null;
}

/** Stores a page. The same words under the same URL are the same page, seen again; what stands around them is taken from the new reading. */
export async function savePage(tx: Tx, read: Page): Promise<StoredPage> {
  const sha256 = createHash('sha256').update(read.text).digest('hex');
  const { url: _url, text: _text, ...margin } = read; // evidence points into the text alone
  const [saved] = await tx
    .insert(page)
    .values({ ...read, sha256, textVersion: TEXT_VERSION })
    .onConflictDoUpdate({ target: [page.url, page.sha256, page.textVersion], set: { ...margin, fetchedAt: sql`now()` } })
    .returning();
  if (!saved) throw new Error('insert returned no page');
  return saved;
}

const BODY_MAX = 200_000; // a tsvector holds at most 1 MB

/** Puts a stored page into the index that the `index` search provider searches. */
export async function indexPage(tx: Tx, { id, url, title, text, blocks }: StoredPage, collection: string): Promise<void> {
  const lines = text.split('\n').filter((_, i) => !blocks[i]?.boilerplate);
  const body = (lines.length > 0 ? lines.join('\n') : text).slice(0, BODY_MAX).toWellFormed();
  const words = sql`setweight(to_tsvector('english', ${title}), 'A') || to_tsvector('english', ${body})`;
  const entry = { pageId: id, collection, body, words };
  await tx
    .insert(indexEntry)
    .values({ url, ...entry })
    .onConflictDoUpdate({ target: indexEntry.url, set: { ...entry, indexedAt: sql`now()` } });
}

export interface IndexHit {
  url: string;
  title: string;
  snippet: string;
  pageId: string;
}

/** Pages of the index that hold any of the query's words, best first (cover density ranking over the length). */
export async function searchIndex(tx: Tx, query: string, { limit, offset }: { limit: number; offset: number }): Promise<IndexHit[]> {
  const found = await tx.execute<{ url: string; title: string; snippet: string; page_id: string }>(sql`
    with wanted as (select replace(websearch_to_tsquery('english', ${query})::text, '&', '|')::tsquery as words),
    best as (
      select e.page_id, e.body, ts_rank_cd(e.words, wanted.words, 1) as rank
      from ${indexEntry} e, wanted where e.words @@ wanted.words
      order by rank desc, e.url limit ${limit} offset ${offset}
    )
    select p.url, p.title, p.id as page_id, ts_headline('english', left(best.body, 20000), wanted.words, 'StartSel="", StopSel="", MaxFragments=1, MaxWords=35') as snippet
    from best join ${page} p on p.id = best.page_id, wanted order by best.rank desc, p.url`);
  return found.map(({ url, title, snippet, page_id }) => ({ url, title, snippet, pageId: page_id }));
}

/** Those of the addresses that are indexed, each with its page's id. */
export async function findIndexed(tx: Tx, urls: string[]): Promise<Map<string, string>> {
  const found = await tx.select({ url: indexEntry.url, pageId: indexEntry.pageId }).from(indexEntry).where(inArray(indexEntry.url, urls));
  return new Map(found.map(({ url, pageId }) => [url, pageId]));
}

/** Takes pages out of the index; the stored pages stay, since evidence may point into them. */
export const dropCollection = (tx: Tx, collection: string) => tx.delete(indexEntry).where(eq(indexEntry.collection, collection));

/** The collections of the index, with how many pages each holds. */
export const listCollections = (tx: Tx): Promise<{ collection: string; pages: number }[]> =>
  tx.select({ collection: indexEntry.collection, pages: sql<number>`count(*)::int` }).from(indexEntry).groupBy(indexEntry.collection);

export async function countIndex(tx: Tx): Promise<number> {
  const [counted] = await tx.select({ n: sql<number>`count(*)::int` }).from(indexEntry);
  return counted?.n ?? 0;
}
