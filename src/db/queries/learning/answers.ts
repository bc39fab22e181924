import { eq, sql } from 'drizzle-orm';
import { ALIKE_NOTE } from '../../../domain/enrichment.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { criterion, enrichment } from '../../tables/webset.ts';

// What people answered and still counts: the last entry of each cell, of rows that are shown or were said to be another kind of thing.

/** An answer on one row and one criterion. `before`: that it is met, as the service had it before the answer. */
export interface CellAnswer {
  rowId: string;
  criterionId: string;
  verdict: Verdict;
  start: number | null;
  end: number | null;
  before: number | null;
}

/** The answers that count, of a whole webset. */
export const listAnswers = async (tx: Tx, websetId: string): Promise<CellAnswer[]> => [
  ...(await tx.execute<CellAnswer & Record<string, unknown>>(sql`
    select * from (
      select distinct on (v.row_id, v.criterion_id) v.row_id as "rowId", v.criterion_id as "criterionId", v.verdict,
        case when v.page_id = r.page_id then v.start end as start, case when v.page_id = r.page_id then v."end" end as "end", v.before
      from review v join "row" r on r.id = v.row_id
      where r.webset_id = ${websetId} and not r.hidden order by v.row_id, v.criterion_id, v.position desc
    ) last where verdict is not null`)),
];

/** Rows that a person said to be another kind of thing. */
export const listWrongKinds = async (tx: Tx, websetId: string): Promise<string[]> =>
  (await tx.execute<{ id: string }>(sql`select id from "row" where webset_id = ${websetId} and wrong_kind`)).map(({ id }) => id);

/** A value that a person confirmed, corrected or emptied. */
export interface ValueAnswer {
  rowId: string;
  enrichmentId: string;
  value: string | null;
  start: number | null;
  end: number | null;
}

export const listValueAnswers = async (tx: Tx, websetId: string): Promise<ValueAnswer[]> => [
  ...(await tx.execute<ValueAnswer & Record<string, unknown>>(sql`
    select "rowId", "enrichmentId", value, start, "end" from (
      select distinct on (v.row_id, v.enrichment_id) v.row_id as "rowId", v.enrichment_id as "enrichmentId", v.value, v.withdrawn, v.start, v."end"
      from value_review v join "row" r on r.id = v.row_id
      where r.webset_id = ${websetId} and not r.hidden order by v.row_id, v.enrichment_id, v.position desc
    ) last where not withdrawn`)),
];

/** What the rules read of a row's page for a column; null: nothing. */
export interface ReadCell {
  rowId: string;
  enrichmentId: string;
  value: string | null;
}

/** What the rules read of every cell of a webset, as far as they read a value or nothing at all: not what contradicts itself or was judged by others. */
export const listReadCells = async (tx: Tx, websetId: string): Promise<ReadCell[]> => [
  ...(await tx.execute<ReadCell & Record<string, unknown>>(sql`
    select v.row_id as "rowId", v.enrichment_id as "enrichmentId", case when v.note <> ${ALIKE_NOTE} then v.value end as value
    from value v join "row" r on r.id = v.row_id
    where r.webset_id = ${websetId} and v.judge = 'lexical' and v.reason in ('stated', 'silent')`)),
];

/** Whether people answered anything on a row: taking it aside or back then changes what is learned. */
export async function hasAnswers(tx: Tx, rowId: string): Promise<boolean> {
  const [found] = await tx.execute<{ has: boolean }>(sql`
    select exists (select 1 from review where row_id = ${rowId}) or exists (select 1 from value_review where row_id = ${rowId}) as has`);
  return found?.has ?? false;
}

/** Marks the answers of a webset's criteria as changed. */
export const markAnswers = (tx: Tx, websetId: string) =>
  tx
    .update(criterion)
    .set({ answersVersion: sql`${criterion.answersVersion} + 1` })
    .where(eq(criterion.websetId, websetId));

/** Marks the answers of one column as changed. */
export const markValueAnswers = (tx: Tx, enrichmentId: string) =>
  tx
    .update(enrichment)
    .set({ answersVersion: sql`${enrichment.answersVersion} + 1` })
    .where(eq(enrichment.id, enrichmentId));

/** Marks the answers of the columns of which somebody said a value on this row: it was taken aside or back. */
export const markRowValueAnswers = (tx: Tx, rowId: string) =>
  tx.execute(sql`
    update enrichment set answers_version = answers_version + 1
    where id in (select enrichment_id from value_review where row_id = ${rowId})`);

/** A criterion that asks another question now begins without answers. */
export const forgetLearning = (tx: Tx, criterionId: string) =>
  tx
    .update(criterion)
    .set({ answersVersion: sql`${criterion.answersVersion} + 1`, learning: null })
    .where(eq(criterion.id, criterionId));

/** How many answers count on each criterion of a webset, and how far they are learned. */
export const listLearning = async (tx: Tx, websetId: string) => [
  ...(await tx.execute<{
    criterionId: string;
    answers: number;
    current: boolean;
    learning: { decided: number; precision: number | null; low: number | null; high: number | null } | null;
  }>(sql`
    select c.id as "criterionId", c.answers_version = c.learned_version as current, c.learning, coalesce(a.answers, 0)::int as answers
    from criterion c left join (
      select criterion_id, count(*) filter (where verdict is not null) as answers from (
        select distinct on (v.row_id, v.criterion_id) v.criterion_id, v.verdict from review v join "row" r on r.id = v.row_id
        where r.webset_id = ${websetId} and not r.hidden order by v.row_id, v.criterion_id, v.position desc
      ) last group by criterion_id
    ) a on a.criterion_id = c.id where c.webset_id = ${websetId} order by c.position`)),
];

/** How many confirmed, corrected or emptied values count on each column of a webset, and whether all of them are learned. */
export const listValueLearning = async (tx: Tx, websetId: string) => [
  ...(await tx.execute<{ enrichmentId: string; answers: number; current: boolean }>(sql`
    select e.id as "enrichmentId", e.answers_version = e.learned_version as current, coalesce(a.answers, 0)::int as answers
    from enrichment e left join (
      select enrichment_id, count(*) filter (where not withdrawn) as answers from (
        select distinct on (v.row_id, v.enrichment_id) v.enrichment_id, v.withdrawn from value_review v join "row" r on r.id = v.row_id
        where r.webset_id = ${websetId} and not r.hidden order by v.row_id, v.enrichment_id, v.position desc
      ) last group by enrichment_id
    ) a on a.enrichment_id = e.id where e.webset_id = ${websetId}`)),
];

/** A model's verdict. `isUnrelated`: the page is about something else. */
export interface ModelAnswer extends CellAnswer {
  isUnrelated: boolean;
}

/** Verdicts of a model that say what is so, or that the page does not say: the learner takes them as answers. */
export const listModelVerdicts = async (tx: Tx, websetId: string): Promise<ModelAnswer[]> => [
  ...(await tx.execute<ModelAnswer & Record<string, unknown>>(sql`
    select v.row_id as "rowId", v.criterion_id as "criterionId", v.verdict, v.start, v."end", null::real as before, v.reason = 'unrelated' as "isUnrelated"
    from verdict v join "row" r on r.id = v.row_id
    where r.webset_id = ${websetId} and not r.hidden and v.judge = 'llm'
      and (v.verdict in ('match', 'partial', 'no_match') or (v.verdict = 'needs_review' and v.reason = 'silent'))
    order by r.position, v.criterion_id`)),
];

/** A cell that the rules prove with the page's words, and whether a model left it open: the page does not say, or not clearly. */
export interface ProvedCell {
  rowId: string;
  criterionId: string;
  isOpen: boolean;
}

/** Of a webset's cells that a model judged, those that the rules call a match with evidence. */
export const listProvedCells = async (tx: Tx, websetId: string): Promise<ProvedCell[]> => [
  ...(await tx.execute<ProvedCell & Record<string, unknown>>(sql`
    select v.row_id as "rowId", v.criterion_id as "criterionId",
      v.verdict = 'needs_review' and v.reason in ('silent', 'ambiguous') as "isOpen"
    from verdict v join "row" r on r.id = v.row_id join criterion_score s on s.row_id = v.row_id and s.criterion_id = v.criterion_id
    where r.webset_id = ${websetId} and not r.hidden and v.judge = 'llm' and v.verdict is not null
      and s.ruled = 'match' and s.ruled_start is not null`)),
];
