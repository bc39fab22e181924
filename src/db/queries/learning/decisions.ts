import { sql } from 'drizzle-orm';
import type { LearningEstimate } from '../../../domain/review/learning.ts';
import type { Judge, ValueReason, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { uuids } from '../rows/uuids.ts';

/** A cell decided by the learner or the rules. Evidence is on the row's page. */
export interface DecidedCell {
  rowId: string;
  criterionId: string;
  verdict: Verdict;
  reason: VerdictReason;
  judge: Judge;
  /** As it was decided, and as it was foreseen before it was put right by how earlier ones held. */
  probability: number;
  foreseen: number;
  answers: number;
  /** Of the answered rows most like its own, how many there are, meet it, and do not; null without answers. */
  likest: number | null;
  likestYes: number | null;
  likestNo: number | null;
  quote: string | null;
  start: number | null;
  end: number | null;
}

/** The versions of the answers that a decision was made from, by criterion and column. */
export type AnswerVersions = ReadonlyMap<string, number>;

export async function listAnswerVersions(tx: Tx, websetId: string): Promise<{ answers: Map<string, number>; isCurrent: boolean }> {
  const found = await tx.execute<{ id: string; answers: number; learned: number }>(sql`
    select id, answers_version as answers, learned_version as learned from criterion where webset_id = ${websetId}
    union all select id, answers_version, learned_version from enrichment where webset_id = ${websetId}`);
  return {
    answers: new Map(found.map(({ id, answers }) => [id, answers])),
    isCurrent: found.every(({ answers, learned }) => answers === learned),
  };
}

/** Up to 1,000 websets whose verdicts lack answers: their job was lost, or another version of the service decides differently. */
export const listUnlearned = async (tx: Tx): Promise<string[]> =>
  (
    await tx.execute<{ id: string }>(
      sql`select distinct webset_id as id from criterion where answers_version <> learned_version limit 1000`,
    )
  ).map(({ id }) => id);

/** The fence of a decision: locks a webset's criteria and columns. False when an answer, one of them or its question changed meanwhile. */
export async function holdAnswers(tx: Tx, websetId: string, made: AnswerVersions): Promise<boolean> {
  const hold = (table: 'criterion' | 'enrichment') =>
    tx.execute<{ id: string; answers: number }>(sql`
      select id, answers_version as answers from ${sql.identifier(table)} where webset_id = ${websetId} order by id for no key update`);
  const found = [...(await hold('criterion')), ...(await hold('enrichment'))];
  return found.length === made.size && found.every(({ id, answers }) => made.get(id) === answers);
}

/** Holds rows against every other change of them; before their cells are written. */
export const holdRows = (tx: Tx, rowIds: readonly string[]) =>
  tx.execute(sql`select id from "row" where id = any(${uuids(rowIds)}::uuid[]) order by id for no key update`);

/** Writes decided cells; one that a model judged meanwhile, or that failed, stays. Only cells that differ are touched. */
export async function saveDecisions(tx: Tx, cells: readonly DecidedCell[]): Promise<void> {
  if (cells.length === 0) return;
  await tx.execute(sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as m ("rowId" uuid, "criterionId" uuid, verdict verdict_value,
        reason verdict_reason, judge judge, probability real, answers int, foreseen real, likest int, "likestYes" int, "likestNo" int, quote text, start int, "end" int)
    ), changed as (
      update verdict v set verdict = m.verdict, reason = m.reason, judge = m.judge, probability = m.probability, answers = m.answers,
        foreseen = m.foreseen, likest = m.likest, likest_yes = m."likestYes", likest_no = m."likestNo",
        note = case when v.judge = m.judge and v.verdict = m.verdict and v.reason = m.reason then v.note end, quote = m.quote, start = m.start, "end" = m."end", page_id = case when m.quote is null then null else r.page_id end, judged_at = now()
      from made m join "row" r on r.id = m."rowId"
      where v.row_id = m."rowId" and v.criterion_id = m."criterionId" and (v.judge <> 'llm' or m.reason = 'regained' and v.verdict = 'needs_review' and v.reason in ('silent', 'ambiguous')) and v.verdict is not null
        and (v.verdict, v.reason, v.judge, v.probability, v.foreseen, v.answers, v.likest, v.likest_yes, v.likest_no, v.start, v."end") is distinct from
            (m.verdict, m.reason, m.judge, m.probability, m.foreseen, m.answers, m.likest, m."likestYes", m."likestNo", m.start, m."end")
      returning v.row_id, v.verdict
    )
    update "row" r set updated_at = now() where r.id in (select row_id from changed)`);
}

/** Writes how likely rows are to meet all criteria. */
export async function saveLikelihoods(tx: Tx, rows: readonly { rowId: string; likelihood: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update "row" r set likelihood = m.likelihood, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m ("rowId" uuid, likelihood real)
    where r.id = m."rowId" and r.likelihood is distinct from m.likelihood`);
}

/** Says that verdicts and values follow from these answers. */
export async function saveLearned(tx: Tx, versions: AnswerVersions, estimates: ReadonlyMap<string, LearningEstimate>): Promise<void> {
  const made = [...versions].map(([id, version]) => ({ id, version, learning: estimates.get(id) ?? null }));
  const records = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m (id uuid, version int, learning jsonb)`;
  await tx.execute(sql`update criterion c set learned_version = m.version, learning = m.learning from ${records} where c.id = m.id`);
  await tx.execute(sql`
    update enrichment e set learned_version = m.version from ${records} where e.id = m.id and e.learned_version <> m.version`);
}

/** A value decided by its place on all pages; null: the page does not give it surely enough. Evidence is on the row's page. */
export interface DecidedValue {
  rowId: string;
  enrichmentId: string;
  value: string | null;
  reason: ValueReason;
  judge: 'lexical' | 'learned';
  note: string;
  quote: string | null;
  start: number | null;
  end: number | null;
}

/** Writes decided values; one that a model found meanwhile stays. Only cells that differ are touched. */
export async function saveDecidedValues(tx: Tx, cells: readonly DecidedValue[]): Promise<void> {
  if (cells.length === 0) return;
  await tx.execute(sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as m ("rowId" uuid, "enrichmentId" uuid, value text,
        reason value_reason, judge judge, note text, quote text, start int, "end" int)
    ), changed as (
      update value v set value = m.value, reason = m.reason, judge = m.judge, note = m.note, quote = m.quote, start = m.start,
        "end" = m."end", page_id = case when m.quote is null then null else r.page_id end, judged_at = now()
      from made m join "row" r on r.id = m."rowId"
      where v.row_id = m."rowId" and v.enrichment_id = m."enrichmentId" and v.judge <> 'llm'
        and (v.value, v.reason, v.judge, v.start, v."end") is distinct from (m.value, m.reason, m.judge, m.start, m."end")
      returning v.row_id
    )
    update "row" r set updated_at = now() where r.id in (select row_id from changed)`);
}

/**
 * Stores the best candidates of cells without a value in columns that people confirm, and deletes all others. Unchanged rows are not
 * written.
 */
export async function saveSuggestions(
  tx: Tx,
  rowIds: readonly string[],
  made: readonly {
    rowId: string;
    enrichmentId: string;
    pageId: string;
    value: string;
    likelihood: number;
    quote: string;
    start: number;
    end: number;
  }[],
): Promise<void> {
  await tx.execute(sql`
    with made as (
      select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as m ("rowId" uuid, "enrichmentId" uuid, "pageId" uuid, value text,
        likelihood real, quote text, start int, "end" int)
    ), changed as (
      insert into value_suggestion (row_id, enrichment_id, page_id, value, likelihood, quote, start, "end")
      select "rowId", "enrichmentId", "pageId", value, likelihood, quote, start, "end" from made
      on conflict (row_id, enrichment_id) do update set page_id = excluded.page_id, value = excluded.value, likelihood = excluded.likelihood,
        quote = excluded.quote, start = excluded.start, "end" = excluded."end"
      where (value_suggestion.value, value_suggestion.likelihood, value_suggestion.start) is distinct from (excluded.value, excluded.likelihood, excluded.start)
      returning row_id
    ), dropped as (
      delete from value_suggestion s where s.row_id = any(${uuids(rowIds)}::uuid[])
        and not exists (select from made m where m."rowId" = s.row_id and m."enrichmentId" = s.enrichment_id)
      returning s.row_id
    )
    update "row" r set updated_at = now() where r.id in (select row_id from changed union select row_id from dropped)`);
}
