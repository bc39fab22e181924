import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Row } from '../../../domain/row-state.ts';
import type { RowCounts } from '../../../domain/webset-state.ts';
import type { Tx } from '../../connection/client.ts';
import { row, rowSource } from '../../tables/row.ts';

export const rowColumns = {
  id: row.id,
  websetId: row.websetId,
  pageId: row.pageId,
  url: row.url,
  title: sql<string>`coalesce(${row.correctedTitle}, ${row.title})`,
  foundTitle: row.title,
  status: row.status,
  matchVerdict: row.matchVerdict,
  noByAnswers: row.noByAnswers,
  position: row.position,
  hidden: row.hidden,
  note: row.note,
  wrongKind: row.wrongKind,
  likelihood: row.likelihood,
  mergedInto: row.mergedInto,
  pageCount: row.pageCount,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
};

/** The shown rows that match: what a run's target counts. Its condition is written out, so that the index of the same condition serves. */
export const countMatches = (tx: Tx, websetId: string): Promise<number> =>
  tx.$count(row, sql`${row.websetId} = ${websetId} and ${row.matchVerdict} = 'match' and not ${row.hidden} and ${row.mergedInto} is null`);

export async function findRow(tx: Tx, id: string): Promise<Row | null> {
  const [found] = await tx.select(rowColumns).from(row).where(eq(row.id, id));
  return found ?? null;
}

export const findRows = async (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
  ids.length === 0
    ? []
    : tx
        .select(rowColumns)
        .from(row)
        .where(inArray(row.id, [...ids]));

/** Adds a row for an entity, found at these addresses. Null when the webset has one already: the index decides. */
export async function insertRow(
  tx: Tx,
  {
    sources,
    ...made
  }: {
    websetId: string;
    key: string;
    identifier?: string | null;
    pageId: string;
    runId: string;
    url: string;
    title: string;
    name?: string | null;
    site: string;
    website?: string | null;
    mergedInto?: string | null;
    sources: readonly string[];
  },
): Promise<Row | null> {
  const [inserted] = await tx
    .insert(row)
    .values(made)
    .onConflictDoNothing({ target: [row.websetId, row.key] })
    .returning(rowColumns);
  if (inserted) await addSources(tx, inserted.id, sources);
  return inserted ?? null;
}

/** Keeps addresses at which a row's entity was found, too. */
export async function addSources(tx: Tx, rowId: string, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  await tx
    .insert(rowSource)
    .values(urls.map((url) => ({ rowId, url })))
    .onConflictDoNothing();
}

/** Every address at which rows' entities were found. */
export const listSources = (tx: Tx, rowIds: string[]): Promise<{ rowId: string; url: string }[]> =>
  tx.select().from(rowSource).where(inArray(rowSource.rowId, rowIds)).orderBy(asc(rowSource.rowId), asc(rowSource.url));

/** How many rows have which verdict, in one pass. */
export async function countByVerdict(tx: Tx, websetId: string): Promise<RowCounts> {
  const shown = (is: SQL) =>
    sql<number>`(count(*) filter (where not ${row.hidden} and ${row.mergedInto} is null and ${row.matchVerdict} ${is}))::int`;
  const [counts] = await tx
    .select({
      match: shown(sql`= 'match'`),
      partial: shown(sql`= 'partial'`),
      needsReview: shown(sql`= 'needs_review'`),
      noMatch: shown(sql`= 'no_match'`),
      noByAnswers: shown(sql`= 'no_match' and ${row.noByAnswers}`),
      pending: shown(sql`is null`),
      hidden: sql<number>`(count(*) filter (where ${row.hidden} and ${row.mergedInto} is null))::int`,
      merged: sql<number>`(count(*) filter (where ${row.mergedInto} is not null))::int`,
    })
    .from(row)
    .where(eq(row.websetId, websetId));
  if (!counts) throw new Error('a count answered nothing');
  return counts;
}

export type RowChange = Partial<
  { correctedTitle: string | null } & Pick<Row, 'status' | 'matchVerdict' | 'hidden' | 'wrongKind' | 'likelihood'> & { runId: string }
>;

export const updateRow = (tx: Tx, id: string, change: RowChange) =>
  tx
    .update(row)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(row.id, id));

/** The webset's row of an entity: its id, or null. */
export async function findRowOf(tx: Tx, websetId: string, key: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: row.id })
    .from(row)
    .where(and(eq(row.websetId, websetId), eq(row.key, key)))
    .limit(1);
  return found?.id ?? null;
}
