import { eq, sql } from 'drizzle-orm';
import type { LearningEstimate } from '../../../domain/review/learning.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { criterion, enrichment } from '../../tables/webset.ts';
import { lastReviews, lastValueReviews, ofWebset } from '../rows/review.ts';

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
    select v.row_id as "rowId", v.criterion_id as "criterionId", v.verdict, v.before,
      case when v.page_id = r.page_id then v.start end as start, case when v.page_id = r.page_id then v."end" end as "end"
    from ${lastReviews(ofWebset(websetId, { shown: true }))} v join "row" r on r.id = v.row_id
    where v.verdict is not null order by v.row_id, v.criterion_id`)),
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
    select row_id as "rowId", enrichment_id as "enrichmentId", value, start, "end"
    from ${lastValueReviews(ofWebset(websetId, { shown: true }))} v where not withdrawn order by row_id, enrichment_id`)),
];

/** A column's cell as it is now. */
export interface ValueCell {
  rowId: string;
  enrichmentId: string;
  value: string | null;
  judge: Judge;
  reason: ValueReason;
}

export const listValueCells = async (tx: Tx, websetId: string): Promise<ValueCell[]> => [
  ...(await tx.execute<ValueCell & Record<string, unknown>>(sql`
    select v.row_id as "rowId", v.enrichment_id as "enrichmentId", v.value, v.judge, v.reason
    from value v join "row" r on r.id = v.row_id where r.webset_id = ${websetId}`)),
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

/**
 * By criterion of a webset: how many answers count, how many are yes and no (a row of the wrong kind is a no), and whether all are
 * learned.
 */
export const listLearning = async (tx: Tx, websetId: string) => [
  ...(await tx.execute<{
    criterionId: string;
    answers: number;
    yes: number;
    no: number;
    current: boolean;
    learning: LearningEstimate | null;
  }>(sql`
    select c.id as "criterionId", c.answers_version = c.learned_version as current, c.learning,
      coalesce(a.answers, 0)::int as answers, coalesce(a.yes, 0)::int as yes,
      (coalesce(a.no, 0) + (select count(*) from "row" where webset_id = ${websetId} and wrong_kind))::int as no
    from criterion c left join (
      select criterion_id, count(*) filter (where verdict is not null) as answers, count(*) filter (where verdict = 'match') as yes,
        count(*) filter (where verdict = 'no_match') as no from ${lastReviews(ofWebset(websetId, { shown: true }))} v group by criterion_id
    ) a on a.criterion_id = c.id where c.webset_id = ${websetId} order by c.position`)),
];

/** How many confirmed, corrected or emptied values count on each column of a webset, and whether all of them are learned. */
export const listValueLearning = async (tx: Tx, websetId: string) => [
  ...(await tx.execute<{ enrichmentId: string; answers: number; current: boolean }>(sql`
    select e.id as "enrichmentId", e.answers_version = e.learned_version as current, coalesce(a.answers, 0)::int as answers
    from enrichment e left join (
      select enrichment_id, count(*) filter (where not withdrawn) as answers
      from ${lastValueReviews(ofWebset(websetId, { shown: true }))} v group by enrichment_id
    ) a on a.enrichment_id = e.id where e.webset_id = ${websetId}`)),
];

/** What a model said of a cell; what was regained from it counts as left open. */
export interface ModelVerdict {
  rowId: string;
  criterionId: string;
  verdict: Verdict;
  reason: VerdictReason;
  start: number | null;
  end: number | null;
  wasRegained: boolean;
}

/** All that a model said of the shown rows of a webset, in the order of the rows. */
export const listModelVerdicts = async (tx: Tx, websetId: string): Promise<ModelVerdict[]> => [
  ...(await tx.execute<ModelVerdict & Record<string, unknown>>(sql`
    select v.row_id as "rowId", v.criterion_id as "criterionId", case v.reason when 'regained' then 'needs_review' else v.verdict end as verdict,
      case v.reason when 'regained' then 'silent' else v.reason end as reason,
      case when v.reason <> 'regained' and v.page_id = r.page_id then v.start end as start,
      case when v.reason <> 'regained' and v.page_id = r.page_id then v."end" end as "end",
      v.reason = 'regained' as "wasRegained"
    from verdict v join "row" r on r.id = v.row_id
    where r.webset_id = ${websetId} and not r.hidden and v.verdict is not null and (v.judge = 'llm' or v.reason = 'regained')
    order by r.position, v.criterion_id`)),
];
