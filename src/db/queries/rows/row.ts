import { and, asc, desc, eq, gt, gte, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Row } from '../../../domain/row.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { RowCounts } from '../../../domain/webset.ts';
import type { Tx } from '../../connection/client.ts';
import { row, rowSource } from '../../tables/row.ts';

export const rowColumns = {
  id: row.id,
  websetId: row.websetId,
  pageId: row.pageId,
  url: row.url,
  title: row.title,
  status: row.status,
  matchVerdict: row.matchVerdict,
  position: row.position,
  hidden: row.hidden,
  note: row.note,
  wrongKind: row.wrongKind,
  likelihood: row.likelihood,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
};

export interface RowFilter {
  matchVerdict?: readonly Verdict[] | null | undefined;
  /** Only the hidden ones; else only the others. */
  hidden?: boolean | undefined;
  /** Rows that changed then or later. */
  changedSince?: Date | null | undefined;
}

const filtered = (websetId: string, { matchVerdict, hidden = false, changedSince }: RowFilter) =>
  and(
    eq(row.websetId, websetId),
    hidden ? row.hidden : not(row.hidden),
    matchVerdict ? inArray(row.matchVerdict, [...matchVerdict]) : undefined,
    changedSince ? gte(row.updatedAt, changedSince) : undefined,
  );

/** Where a row stands: in the order found, or by likelihood, the likeliest first and rows without one last. */
export interface RowPlace {
  position: number;
  likelihood: number | null;
}

/** A keyset window over a webset's rows: the first `limit` after a place, or the last `limit` before one. */
export interface RowWindow extends RowFilter {
  after?: RowPlace | undefined;
  before?: RowPlace | undefined;
  byLikelihood?: boolean | undefined;
  limit: number;
  fromEnd?: boolean | undefined;
}

/** Rows of a window, in the order asked also from its end; taken as they come, since mapping each value costs more than reading it. */
export async function listRows(
  tx: Tx,
  websetId: string,
  { after, before, limit, fromEnd = false, byLikelihood = false, ...filter }: RowWindow,
): Promise<Row[]> {
  const bounds: (SQL | undefined)[] = [filtered(websetId, filter)];
  const likelihood = sql`coalesce(likelihood, -1)`;
  const place = (at: RowPlace) => sql`(-(${at.likelihood ?? -1}::real), ${at.position}::bigint)`;
  if (after) bounds.push(byLikelihood ? sql`(-${likelihood}, ${row.position}) > ${place(after)}` : gt(row.position, after.position));
  if (before) bounds.push(byLikelihood ? sql`(-${likelihood}, ${row.position}) < ${place(before)}` : lt(row.position, before.position));
  const inOrder = fromEnd ? desc(row.position) : asc(row.position);
  const order = byLikelihood ? sql`${likelihood} ${sql.raw(fromEnd ? 'asc' : 'desc')}, ${inOrder}` : inOrder;
  const found = await tx.execute<RowHead>(sql`
    select id, webset_id as "websetId", page_id as "pageId", url, title, status, match_verdict as "matchVerdict", position::float8 as position, hidden, note,
      wrong_kind as "wrongKind", likelihood,
      (extract(epoch from created_at) * 1000)::float8 as "createdAt", (extract(epoch from updated_at) * 1000)::float8 as "updatedAt"
    from ${row} where ${and(...bounds)} order by ${order} limit ${limit}`);
  const rows = found.map(
    (head) => Object.assign(head, { createdAt: new Date(head.createdAt), updatedAt: new Date(head.updatedAt) }) as Row,
  );
  return fromEnd ? rows.reverse() : rows;
}

type RowHead = Omit<Row, 'createdAt' | 'updatedAt'> & { createdAt: number; updatedAt: number } & Record<string, unknown>;

export async function countRows(tx: Tx, websetId: string, filter: RowFilter = {}): Promise<number> {
  return tx.$count(row, filtered(websetId, filter));
}

/** The shown rows that match: what a run's target counts. Its condition is written out, so that the index of the same condition serves. */
export const countMatches = (tx: Tx, websetId: string): Promise<number> =>
  tx.$count(row, sql`${row.websetId} = ${websetId} and ${row.matchVerdict} = 'match' and not ${row.hidden}`);

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
    site: string;
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

/** Holds a row against every other change of it until the transaction ends. Null when it is gone. */
export async function lockRow(tx: Tx, id: string): Promise<Row | null> {
  const [found] = await tx.select(rowColumns).from(row).where(eq(row.id, id)).for('no key update');
  return found ?? null;
}

/** How many rows have which verdict, in one pass. */
export async function countByVerdict(tx: Tx, websetId: string): Promise<RowCounts> {
  const shown = (is: SQL) => sql<number>`(count(*) filter (where not ${row.hidden} and ${row.matchVerdict} ${is}))::int`;
  const [counts] = await tx
    .select({
      match: shown(sql`= 'match'`),
      partial: shown(sql`= 'partial'`),
      needsReview: shown(sql`= 'needs_review'`),
      noMatch: shown(sql`= 'no_match'`),
      pending: shown(sql`is null`),
      hidden: sql<number>`(count(*) filter (where ${row.hidden}))::int`,
    })
    .from(row)
    .where(eq(row.websetId, websetId));
  if (!counts) throw new Error('a count answered nothing');
  return counts;
}

type RowChange = Partial<Pick<Row, 'status' | 'matchVerdict' | 'hidden' | 'wrongKind' | 'likelihood'> & { runId: string }>;

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
