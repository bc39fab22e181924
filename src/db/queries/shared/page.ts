import { createHash } from 'node:crypto';
import { and, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import { type Page, type StoredPage, TEXT_VERSION } from '../../../domain/page/page.ts';
import type { Tx } from '../../connection/client.ts';
import { page } from '../../tables/page.ts';

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

/** The title that a stored page's document gives itself; null where it gives none. */
export async function findDocumentTitle(tx: Tx, id: string): Promise<string | null> {
  const [found] = await tx.execute<{ title: string }>(
    sql`select hint->>'value' as title from ${page}, jsonb_array_elements(hints) hint where id = ${id} and hint->>'source' = 'title' limit 1`,
  );
  return found?.title ?? null;
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

/** The page of this URL that was fetched from the web last. */
export async function findLatestPage(tx: Tx, url: string): Promise<StoredPage | null> {
  const isFetched = and(eq(page.url, url), isNull(page.collectionId));
  const [found] = await tx.select().from(page).where(isFetched).orderBy(desc(page.fetchedAt)).limit(1);
  return found ?? null;
}

/**
 * Stores a page. The same words under the same URL are the same page, with the rest of the new reading. A page of a collection is one of
 * its own: no caller changes what another sees at an address.
 */
export async function savePage(tx: Tx, read: Page, collectionId: string | null = null): Promise<StoredPage> {
  const sha256 = createHash('sha256').update(read.text).digest('hex');
  const { url: _url, text: _text, ...margin } = read; // evidence points into the text alone
  const version = [page.url, page.sha256, page.textVersion];
  const seenBefore =
    collectionId === null
      ? { target: version, targetWhere: sql`collection_id is null` }
      : { target: [page.collectionId, ...version], targetWhere: sql`collection_id is not null` };
  const [saved] = await tx
    .insert(page)
    .values({ ...read, collectionId, sha256, textVersion: TEXT_VERSION })
    .onConflictDoUpdate({ ...seenBefore, set: { ...margin, fetchedAt: sql`now()` } })
    .returning();
  if (!saved) throw new Error('insert returned no page');
  return saved;
}
