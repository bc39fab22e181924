import { and, asc, eq, sql } from 'drizzle-orm';
import type { Spent } from '../../../domain/money/cost.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { CHOICE_PURPOSES, type ChoicePurpose, judgeChoice } from '../../tables/judge-choice.ts';
import { row } from '../../tables/row.ts';
import { isShown } from '../merges/merge.ts';
import { lastReviews, ofWebset } from '../rows/review.ts';

export { CHOICE_PURPOSES, type ChoicePurpose };
export type JudgeChoice = typeof judgeChoice.$inferSelect;

/** The rows that a run has a model judge, in the order chosen. */
export const listChoices = (tx: Tx, runId: string): Promise<JudgeChoice[]> =>
  tx.select().from(judgeChoice).where(eq(judgeChoice.runId, runId)).orderBy(asc(judgeChoice.position));

/** The same by the keys of their rows. */
export const listChosenKeys = (tx: Tx, runId: string): Promise<{ key: string; purpose: ChoicePurpose }[]> =>
  tx
    .select({ key: row.key, purpose: judgeChoice.purpose })
    .from(judgeChoice)
    .innerJoin(row, eq(row.id, judgeChoice.rowId))
    .where(eq(judgeChoice.runId, runId))
    .orderBy(asc(judgeChoice.position));

/** Chooses rows; those chosen already stay as they are. */
export async function insertChoices(
  tx: Tx,
  runId: string,
  purpose: ChoicePurpose,
  rows: readonly { rowId: string; decided?: Verdict | null; isDone?: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(judgeChoice)
    .values(rows.map((one) => ({ ...one, runId, purpose })))
    .onConflictDoNothing();
}

/** A row that was chosen is judged; `said`: its verdict by the model, null where no model answered. */
export const settleChoice = (tx: Tx, runId: string, rowId: string, said: Verdict | null) =>
  tx
    .update(judgeChoice)
    .set({ isDone: true, said })
    .where(and(eq(judgeChoice.runId, runId), eq(judgeChoice.rowId, rowId)));

/** A row that a model may judge. `isKnown`: a model or a person judged all that the run asks, or this run asked the model. */
export interface AskableRow {
  id: string;
  key: string;
  likelihood: number;
  verdict: Verdict | null;
  isKnown: boolean;
}

/** The shown rows of a run's webset and those merged into them, in the order found. */
export const listAskable = async (tx: Tx, { id, websetId }: { id: string; websetId: string }): Promise<AskableRow[]> => [
  ...(await tx.execute<AskableRow & Record<string, unknown>>(sql`
    with judged as (
      select row_id, criterion_id from verdict where judge = 'llm' and verdict is not null and row_id in (select id from "row" where webset_id = ${websetId})
      union
      select row_id, criterion_id from ${lastReviews(ofWebset(websetId))} s where verdict is not null
    ), known as (
      select j.row_id, count(*) as cells from judged j join run u on u.id = ${id} and j.criterion_id = any(u.criterion_ids) group by j.row_id
    )
    select r.id, r.key, coalesce(r.likelihood, 0)::float8 as likelihood, r.match_verdict as verdict,
      p.row_id is not null or coalesce(k.cells, 0) >= cardinality(u.criterion_ids) as "isKnown"
    from "row" r join run u on u.id = ${id} left join known k on k.row_id = r.id left join judge_choice p on p.run_id = u.id and p.row_id = r.id
    where r.webset_id = ${websetId} and ${isShown('r')} order by r.position`)),
];

/** Shown rows that match and have columns of the run that no model filled, in the order found. */
export const listUnfilled = async (tx: Tx, { id, websetId }: { id: string; websetId: string }): Promise<string[]> =>
  (
    await tx.execute<{ id: string }>(sql`
      select r.id from "row" r join run u on u.id = ${id}
      where r.webset_id = ${websetId} and ${isShown('r')} and r.match_verdict = 'match'
        and not exists (select from judge_choice p where p.run_id = u.id and p.row_id = r.id)
        and exists (
          select from unnest(u.enrichment_ids) e (id) left join value l on l.row_id = r.id and l.enrichment_id = e.id and l.judge = 'llm' where l.row_id is null
        )
      order by r.position`)
  ).map((one) => one.id);

/** Keeps what the rows of a run that no model judged would have taken: by what its others took on the average. */
export async function saveSaved(tx: Tx, runId: string): Promise<void> {
  const cells = sql`(
    select row_id, sum(input_tokens) as input, sum(output_tokens) as output, sum(cost_nano_usd) as cost from (
      select row_id, input_tokens, output_tokens, cost_nano_usd from verdict where run_id = ${runId} and judge = 'llm'
      union all select row_id, input_tokens, output_tokens, cost_nano_usd from value where run_id = ${runId} and judge = 'llm'
    ) cell group by row_id)`;
  const [result] = await tx.execute<{ rest: number } & Record<'input' | 'output' | 'cost', number | null>>(sql`
    with judged as (select distinct row_id from verdict where run_id = ${runId} and judge = 'llm')
    select avg(c.input)::float8 as input, avg(c.output)::float8 as output, avg(c.cost)::float8 as cost,
      (select count(*) from "row" where run_id = ${runId} and ${isShown('row')} and id not in (select row_id from judged))::int as rest
    from ${cells} c join judged j on j.row_id = c.row_id`);
  const of = (each: number | null | undefined) => Math.round((each ?? 0) * (result?.rest ?? 0));
  const saved: Spent = { inputTokens: of(result?.input), outputTokens: of(result?.output), costNanoUsd: of(result?.cost) };
  await tx.execute(sql`update run set saved = ${JSON.stringify(saved)}::jsonb where id = ${runId}`);
}
