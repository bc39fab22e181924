import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Span } from '../../../domain/page/evidence.ts';
import type { Grounds } from '../../../domain/page/grounds.ts';
import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { columnScore, criterionScore, rowScore } from '../../tables/score.ts';
import { uuids } from '../rows/uuids.ts';

/** What the rules read on a page for a criterion. */
export interface RuledCell {
  verdict: Verdict;
  reason: VerdictReason;
  evidence: Span | null;
  by?: Grounds | null;
}

/** What the judge made of a row's page; the records are its own, of one `version`. */
export interface RowScores {
  rowId: string;
  version: number;
  kind: object;
  criteria: { criterionId: string; score: object; ruled: RuledCell | null }[];
  columns: { enrichmentId: string; score: object }[];
}

/** Saves scores; those that a row has already are replaced, and the passages chosen from them go. */
export async function saveScores(tx: Tx, { rowId, version, kind, criteria, columns }: RowScores): Promise<void> {
  const set = { version: sql`excluded.version`, score: sql`excluded.score` };
  await tx.insert(rowScore).values({ rowId, version, score: kind }).onConflictDoUpdate({ target: rowScore.rowId, set });
  if (criteria.length > 0)
    await tx
      .insert(criterionScore)
      .values(
        criteria.map(({ ruled, ...one }) => ({
          rowId,
          version,
          ...one,
          passages: [],
          ruled: ruled?.verdict ?? null,
          ruledReason: ruled?.reason ?? null,
          ruledStart: ruled?.evidence?.start ?? null,
          ruledEnd: ruled?.evidence?.end ?? null,
          ruledBy: ruled?.by ?? null,
        })),
      )
      .onConflictDoUpdate({
        target: [criterionScore.rowId, criterionScore.criterionId],
        set: {
          ...set,
          passages: sql`excluded.passages`,
          ruled: sql`excluded.ruled`,
          ruledReason: sql`excluded.ruled_reason`,
          ruledStart: sql`excluded.ruled_start`,
          ruledEnd: sql`excluded.ruled_end`,
          ruledBy: sql`excluded.ruled_by`,
        },
      });
  if (columns.length > 0)
    await tx
      .insert(columnScore)
      .values(columns.map((one) => ({ rowId, version, ...one })))
      .onConflictDoUpdate({ target: [columnScore.rowId, columnScore.enrichmentId], set });
}

/** A row that a webset learns from: shown, or said to be another kind of thing. */
export interface LearnableRow {
  id: string;
  pageId: string;
}

/** `isChosen`: its page is of a collection that the webset names, or that is its owner's. */
export interface PlacedRow extends LearnableRow {
  isChosen: boolean;
}

/** A webset's rows to learn from, in the order found. `stamp` changes whenever a row or one of their scores does. */
export async function listLearnableRows(tx: Tx, websetId: string): Promise<{ rows: PlacedRow[]; stamp: string }> {
  const rows = await tx.execute<{ id: string; pageId: string; isChosen: boolean }>(sql`
    select r.id, r.page_id as "pageId", coalesce(p.collection_id = any(w.collection_ids) or c.owner_id = w.owner_id, false) as "isChosen"
    from "row" r join webset w on w.id = r.webset_id left join page p on p.id = r.page_id left join collection c on c.id = p.collection_id
    where r.webset_id = ${websetId} and (not r.hidden or r.wrong_kind) order by r.position`);
  const [scored] = await tx.execute<{ stamp: string }>(sql`
    select concat_ws(' ', count(*), count(s.ruled), max(s.version), max(c.changed_at), count(distinct c.id),
      (select concat_ws(' ', count(*), max(changed_at)) from enrichment where webset_id = ${websetId})) as stamp
    from criterion_score s join "row" r on r.id = s.row_id join criterion c on c.id = s.criterion_id where r.webset_id = ${websetId}`);
  const ids = createHash('sha256')
    .update(rows.map(({ id, isChosen }) => `${id} ${isChosen}`).join())
    .digest('hex');
  return { rows: [...rows], stamp: `${ids} ${scored?.stamp ?? ''}` };
}

/** Rows of a webset that lack a score of the version for one of its criteria or columns, at most `limit`. */
export const listUnscored = async (tx: Tx, websetId: string, version: number, limit: number): Promise<LearnableRow[]> => [
  ...(await tx.execute<{ id: string; pageId: string }>(sql`
    select r.id, r.page_id as "pageId" from "row" r
    where r.webset_id = ${websetId} and (not r.hidden or r.wrong_kind) and (
      not exists (select 1 from row_score s where s.row_id = r.id and s.version = ${version})
      or exists (select 1 from criterion c where c.webset_id = r.webset_id
        and not exists (select 1 from criterion_score s where s.row_id = r.id and s.criterion_id = c.id and s.version = ${version}))
      or exists (select 1 from enrichment e where e.webset_id = r.webset_id
        and not exists (select 1 from column_score s where s.row_id = r.id and s.enrichment_id = e.id and s.version = ${version}))
    ) order by r.position limit ${limit}`)),
];

interface StoredCell {
  rowId: string;
  criterionId: string;
  score: object;
  ruled: Verdict | null;
  ruledReason: VerdictReason | null;
  start: number | null;
  end: number | null;
  by: Grounds | null;
}

/** All scores of a webset. */
export async function listScores(tx: Tx, websetId: string) {
  const own = sql`r.webset_id = ${websetId} and (not r.hidden or r.wrong_kind)`;
  const [kinds, cells, columns] = await Promise.all([
    tx.execute<{ rowId: string; score: object }>(
      sql`select s.row_id as "rowId", s.score from row_score s join "row" r on r.id = s.row_id where ${own}`,
    ),
    tx.execute<StoredCell & Record<string, unknown>>(sql`
      select s.row_id as "rowId", s.criterion_id as "criterionId", s.score, s.ruled, s.ruled_reason as "ruledReason",
        s.ruled_start as start, s.ruled_end as "end", s.ruled_by as by
      from criterion_score s join "row" r on r.id = s.row_id where ${own}`),
    tx.execute<{ rowId: string; enrichmentId: string; score: object }>(
      sql`select s.row_id as "rowId", s.enrichment_id as "enrichmentId", s.score from column_score s join "row" r on r.id = s.row_id where ${own}`,
    ),
  ]);
  return { kinds: [...kinds], cells: [...cells], columns: [...columns] };
}

/** Rows of a webset whose best passages were not chosen yet. */
export const listWithoutPassages = async (tx: Tx, websetId: string): Promise<Set<string>> =>
  new Set(
    (
      await tx.execute<{ id: string }>(sql`
        select distinct s.row_id as id from criterion_score s join "row" r on r.id = s.row_id
        where r.webset_id = ${websetId} and s.passages = '{}'`)
    ).map(({ id }) => id),
  );

/** Keeps the best passages of cells, the best first. */
export async function savePassages(
  tx: Tx,
  cells: readonly { rowId: string; criterionId: string; spans: readonly Span[] }[],
): Promise<void> {
  if (cells.length === 0) return;
  const made = cells.map(({ spans, ...cell }) => ({ ...cell, passages: spans.flatMap(({ start, end }) => [start, end]) }));
  await tx.execute(sql`
    update criterion_score s set passages = m.passages
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m ("rowId" uuid, "criterionId" uuid, passages int[])
    where s.row_id = m."rowId" and s.criterion_id = m."criterionId"`);
}

/** The best passages of cells of these rows, the best first. */
export async function listPassages(tx: Tx, rowIds: readonly string[]): Promise<{ rowId: string; criterionId: string; spans: Span[] }[]> {
  if (rowIds.length === 0) return [];
  const found = await tx
    .select({ rowId: criterionScore.rowId, criterionId: criterionScore.criterionId, passages: criterionScore.passages })
    .from(criterionScore)
    .where(sql`${criterionScore.rowId} = any(${uuids(rowIds)}::uuid[])`);
  return found.map(({ passages, ...cell }) => ({ ...cell, spans: spansOf(passages) }));
}

const spansOf = (flattened: readonly number[]): Span[] =>
  Array.from({ length: flattened.length / 2 }, (_, i) => ({ start: flattened[2 * i] as number, end: flattened[2 * i + 1] as number }));

/** Forgets the scores of a criterion that asks another question now. */
export const dropCriterionScores = (tx: Tx, criterionId: string) =>
  tx.delete(criterionScore).where(eq(criterionScore.criterionId, criterionId));

/** Forgets the scores of a column that asks another question now. */
export const dropColumnScores = (tx: Tx, enrichmentId: string) => tx.delete(columnScore).where(eq(columnScore.enrichmentId, enrichmentId));
