import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { page } from '../../tables/page.ts';
import { row } from '../../tables/row.ts';

const NEIGHBOURS = 2000;
const MIRRORS = 20;

/** A row that may be of the same entity as a page, and what decides which of them is the original. */
export interface Neighbour {
  id: string;
  key: string;
  url: string;
  title: string;
  site: string;
  pageId: string;
  sha256: string;
  canonicalUrl: string | null;
  publishedAt: string | null;
}

/** A row whose title may say the same as a page's. */
export interface TitledRow {
  id: string;
  title: string;
}

const neighbours = (tx: Tx) =>
  tx
    .select({
      ...{ id: row.id, key: row.key, url: row.url, title: row.title, site: row.site, pageId: row.pageId },
      ...{ sha256: page.sha256, canonicalUrl: page.canonicalUrl, publishedAt: page.publishedAt },
    })
    .from(row)
    .innerJoin(page, eq(page.id, row.pageId));

/** The webset's rows of a page's very words, under another address. */
export const listMirrors = (tx: Tx, websetId: string, sha256: string): Promise<Neighbour[]> =>
  neighbours(tx)
    .where(and(eq(row.websetId, websetId), eq(page.sha256, sha256)))
    .limit(MIRRORS);

/** Rows with a page's title, then those of its site, newest first, each once. Only titles: there may be thousands. */
export async function listTitled(tx: Tx, websetId: string, { site, title }: { site: string; title: string }): Promise<TitledRow[]> {
  const titled = (where: SQL) =>
    tx
      .select({ id: row.id, title: row.title })
      .from(row)
      .where(and(eq(row.websetId, websetId), where))
      .orderBy(desc(row.position))
      .limit(NEIGHBOURS);
  const hash = sql`md5(regexp_replace(lower(${title}), '[^[:alnum:]]+', ' ', 'g'))`;
  const lists = await Promise.all([titled(eq(row.titleHash, hash)), titled(eq(row.site, site))]);
  return [...new Map(lists.flat().map((one) => [one.id, one])).values()];
}

/** The rows of these ids, in their order; those that are gone are left out. */
export async function findNeighbours(tx: Tx, ids: readonly string[]): Promise<Neighbour[]> {
  if (ids.length === 0) return [];
  const found = new Map((await neighbours(tx).where(inArray(row.id, [...ids]))).map((one) => [one.id, one]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Replaces a row's page by the original of the same words. */
export const moveRow = (
  tx: Tx,
  id: string,
  moved: Pick<typeof row.$inferSelect, 'key' | 'identifier' | 'pageId' | 'runId' | 'url' | 'title' | 'name' | 'site' | 'website'>,
) =>
  tx
    .update(row)
    .set({ ...moved, updatedAt: sql`now()` })
    .where(eq(row.id, id));

const isOf = (websetId: string, identifier: string) =>
  and(eq(row.websetId, websetId), or(eq(row.key, identifier), eq(row.identifier, identifier)));

/** The rows of an identifier, proved or named, that `noteIdentifier` would change. */
const unnotedRows = (tx: Tx, websetId: string, identifier: string) =>
  tx
    .select({ id: row.id })
    .from(row)
    .where(and(isOf(websetId, identifier), isNull(row.note)));

export const unnotedIds = async (tx: Tx, websetId: string, identifier: string): Promise<string[]> =>
  (await unnotedRows(tx, websetId, identifier)).map(({ id }) => id);

/** Says of every row of an identifier, proved or named, that it is not the only one. */
export async function noteIdentifier(tx: Tx, websetId: string, identifier: string): Promise<void> {
  if ((await tx.$count(row, isOf(websetId, identifier))) < 2) return;
  const inOrder = unnotedRows(tx, websetId, identifier).orderBy(asc(row.id)).for('no key update'); // the order of all locks on several rows
  await tx
    .update(row)
    .set({ note: `another row names the same identifier (${identifier})`, updatedAt: sql`now()` })
    .where(inArray(row.id, inOrder));
}
