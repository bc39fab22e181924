import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
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

/** The webset's rows that may be of a page under another address: those of its very words, and those of its title or its site. Each once. */
export async function listNeighbours(
  tx: Tx,
  websetId: string,
  { site, title, sha256 }: { site: string; title: string; sha256: string },
): Promise<Neighbour[]> {
  const ofRow = { id: row.id, key: row.key, url: row.url, title: row.title, site: row.site, pageId: row.pageId };
  const ofPage = { sha256: page.sha256, canonicalUrl: page.canonicalUrl, publishedAt: page.publishedAt };
  const rows = () =>
    tx
      .select({ ...ofRow, ...ofPage, position: row.position })
      .from(row)
      .innerJoin(page, eq(page.id, row.pageId));
  const own = eq(row.websetId, websetId);
  const hash = sql`md5(regexp_replace(lower(${title}), '[^[:alnum:]]+', ' ', 'g'))`;
  const lists = await Promise.all([
    rows()
      .where(and(own, eq(page.sha256, sha256)))
      .limit(MIRRORS),
    rows()
      .where(and(own, eq(row.titleHash, hash)))
      .orderBy(desc(row.position))
      .limit(NEIGHBOURS),
    rows()
      .where(and(own, eq(row.site, site)))
      .orderBy(desc(row.position))
      .limit(NEIGHBOURS),
  ]);
  return [...new Map(lists.flat().map((neighbour) => [neighbour.id, neighbour])).values()];
}

/** Gives a row the key of its page's own address, since the identifier that it was known by is not proved to be its. */
export const rekeyRow = (tx: Tx, id: string, key: string, identifier: string) =>
  tx.update(row).set({ key, identifier, updatedAt: sql`now()` }).where(eq(row.id, id));

/** Puts a page in the place of the one that a row stands on: of the same words, it is the original. */
export const moveRow = (
  tx: Tx,
  id: string,
  moved: { key: string; identifier: string | null; pageId: string; runId: string; url: string; title: string; site: string },
) =>
  tx
    .update(row)
    .set({ ...moved, updatedAt: sql`now()` })
    .where(eq(row.id, id));

/** Says of every row of an identifier, proved or named, that it is not the only one. */
export async function noteIdentifier(tx: Tx, websetId: string, identifier: string): Promise<void> {
  const isOf = and(eq(row.websetId, websetId), or(eq(row.key, identifier), eq(row.identifier, identifier)));
  if ((await tx.$count(row, isOf)) < 2) return;
  await tx
    .update(row)
    .set({ note: `another row names the same identifier (${identifier})`, updatedAt: sql`now()` })
    .where(and(isOf, isNull(row.note)));
}
