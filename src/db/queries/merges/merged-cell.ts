import { sql } from 'drizzle-orm';
import type { ValueReason, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import type { CellValue, CellVerdict } from '../rows/cell.ts';
import type { Quoted, VerdictHead } from '../rows/cell-head.ts';
import { lastReviews, lastValueReviews } from '../rows/review.ts';
import { uuids } from '../rows/uuids.ts';
import { members } from './merge.ts';

/** What a row says over all its pages where that is not what its own page says; cost and counts are the deciding page's. */
type Kept = 'judge' | 'judgedAt' | 'runId' | 'attempts' | 'inputTokens' | 'outputTokens' | 'costNanoUsd' | 'note';
/** Whether it is what a person said of one of the pages. */
type ByPerson = { isByPerson: boolean };
export type MergedVerdict = Pick<CellVerdict, Kept | 'rowId' | 'criterionId'> &
  Quoted &
  ByPerson & { verdict: Verdict | null; reason: VerdictReason; probability: number | null; answers: number | null } & Pick<
    VerdictHead,
    'likest' | 'likestYes' | 'likestNo'
  >;
export type MergedValue = Pick<CellValue, Kept | 'rowId' | 'enrichmentId'> & Quoted & ByPerson & { value: string; reason: ValueReason };

const kept = (is: string) =>
  sql.raw(`coalesce(c.judge, 'lexical') as judge, coalesce(c.judged_at, now()) as "judgedAt", c.run_id as "runId", coalesce(c.attempts, 0) as attempts,
    coalesce(c.input_tokens, 0) as "inputTokens", coalesce(c.output_tokens, 0) as "outputTokens", coalesce(c.cost_nano_usd, 0)::float8 as "costNanoUsd",
    case when ${is} then c.page_id end as "pageId", case when ${is} then c.quote end as quote, case when ${is} then c.start end as start,
    case when ${is} then c."end" end as "end"`);

const CLASH = 'the pages of this row contradict each other';

/** Of rows of several pages, the verdicts over all of them where they are not the own page's. */
export async function listMergedVerdicts(tx: Tx, rowIds: readonly string[]): Promise<MergedVerdict[]> {
  if (rowIds.length === 0) return [];
  const found = await tx.execute<MergedVerdict & Record<string, unknown>>(sql`
    select g.row_id as "rowId", g.criterion_id as "criterionId", g.verdict, g.reason, s.verdict is not null and g.reason <> 'conflict' as "isByPerson", c.probability, c.answers, c.likest, c.likest_yes as "likestYes", c.likest_no as "likestNo",
      case when g.reason = 'conflict' and c.verdict is distinct from g.verdict then ${CLASH} when c.verdict = g.verdict then c.note end as note,
      ${kept('c.verdict = g.verdict')}
    from merged_verdict g left join verdict c on c.row_id = g.from_row_id and c.criterion_id = g.criterion_id
    left join ${lastReviews(sql`row_id in (select from_row_id from merged_verdict where row_id = any(${uuids(rowIds)}::uuid[]))`)} s
      on s.row_id = g.from_row_id and s.criterion_id = g.criterion_id
    where g.row_id = any(${uuids(rowIds)}::uuid[])`);
  return found.map(dated);
}

/** Of rows of several pages, the values that another page than the row's own gives. */
export async function listMergedValues(tx: Tx, rowIds: readonly string[]): Promise<MergedValue[]> {
  if (rowIds.length === 0) return [];
  const found = await tx.execute<MergedValue & Record<string, unknown>>(sql`
    select g.row_id as "rowId", g.enrichment_id as "enrichmentId", g.value, coalesce(not s.withdrawn, false) as "isByPerson", case when c.value = g.value then c.reason else 'stated' end as reason,
      case when c.value = g.value then c.note end as note, ${kept('c.value = g.value')}
    from merged_value g left join value c on c.row_id = g.from_row_id and c.enrichment_id = g.enrichment_id
    left join ${lastValueReviews(sql`row_id in (select from_row_id from merged_value where row_id = any(${uuids(rowIds)}::uuid[]))`)} s
      on s.row_id = g.from_row_id and s.enrichment_id = g.enrichment_id
    where g.row_id = any(${uuids(rowIds)}::uuid[])`);
  return found.map(dated);
}

const dated = <T extends { judgedAt: Date }>(cell: T): T => ({ ...cell, judgedAt: new Date(cell.judgedAt) });

/** Locks all rows of a webset in order of id, the order of every lock on several rows. Returns those of several pages. */
const holdSeveral = async (tx: Tx, websetId: string): Promise<string[]> =>
  (
    await tx.execute<{ id: string }>(sql`
      with held as materialized (
        select id, merged_into, page_count from "row" where webset_id = ${websetId} order by id for no key update
      ) select id from held where merged_into is null and page_count > 1`)
  ).map(({ id }) => id);

/**
 * Combines the cells of rows of several pages (one row, which the caller has locked, or all of a webset): people's words on a page first,
 * a claim against a proved denial needs review, else the strongest verdict and the own page's value.
 */
export async function combinePages(tx: Tx, websetId: string, rowId: string | null): Promise<void> {
  const several = rowId === null ? await holdSeveral(tx, websetId) : [rowId];
  if (several.length === 0) return;
  const rootIds = uuids(several);
  // with all of a webset's rows, what those that were merged themselves had of theirs
  const absorbed =
    rowId === null ? sql`or row_id in (select id from "row" where webset_id = ${websetId} and merged_into is not null)` : sql``;
  await tx.execute(sql`delete from merged_verdict where row_id = any(${rootIds}::uuid[]) ${absorbed}`);
  await tx.execute(sql`delete from merged_value where row_id = any(${rootIds}::uuid[]) ${absorbed}`);
  await tx.execute(sql`
    insert into merged_verdict (row_id, criterion_id, from_row_id, verdict, reason)
    ${members(sql`${rootIds}::uuid[]`)}, said as (
      select m.root_id, m.id, r.position, c.id as criterion_id, coalesce(s.verdict, v.verdict) as verdict, s.verdict is not null as by_person,
        s.verdict is not null or v.quote is not null as is_proved, v.reason, v.verdict is not distinct from coalesce(s.verdict, v.verdict) as is_own
      from member m join "row" r on r.id = m.id join criterion c on c.webset_id = r.webset_id
      left join verdict v on v.row_id = m.id and v.criterion_id = c.id
      left join ${lastReviews(sql`row_id in (select id from member)`)} s on s.row_id = m.id and s.criterion_id = c.id and m.id <> m.root_id
      where v.row_id is not null or s.verdict is not null
    ), heard as (
      select *, bool_or(by_person) over (partition by root_id, criterion_id) as any_person from said
    ), weighed as (
      select *, bool_or(verdict in ('match', 'partial')) over cell and bool_or(verdict = 'no_match' and is_proved) over cell as is_clash
      from heard where by_person = any_person window cell as (partition by root_id, criterion_id)
    ), decided as (
      select distinct on (root_id, criterion_id) * from weighed order by root_id, criterion_id,
        case when verdict = 'match' then 1 when verdict = 'partial' then 2 when verdict = 'no_match' and is_proved then 3
          when verdict = 'needs_review' and reason <> 'silent' then 4 when verdict = 'no_match' then 5 when verdict = 'needs_review' then 6 else 7 end,
        id <> root_id, position
    )
    select root_id, criterion_id, id, case when is_clash then 'needs_review' else verdict end,
      case when is_clash then 'conflict' when is_own and reason is not null then reason
        else (case verdict when 'no_match' then 'contradicted' when 'needs_review' then 'ambiguous' when 'partial' then 'part' else 'stated' end)::verdict_reason end
    from decided where is_clash or id <> root_id`);
  await tx.execute(sql`
    insert into merged_value (row_id, enrichment_id, from_row_id, value)
    ${members(sql`${rootIds}::uuid[]`)}, last as ${lastValueReviews(sql`row_id in (select id from member where id <> root_id)`)}
    select root_id, enrichment_id, id, value from (
      select distinct on (m.root_id, e.id) m.root_id, e.id as enrichment_id, m.id, case when s.row_id is null then v.value else s.value end as value
      from member m join "row" r on r.id = m.id join enrichment e on e.webset_id = r.webset_id
      left join value v on v.row_id = m.id and v.enrichment_id = e.id
      left join last s on s.row_id = m.id and s.enrichment_id = e.id and not s.withdrawn
      where case when s.row_id is null then v.value else s.value end is not null
      order by m.root_id, e.id, s.row_id is null, v.judge is distinct from 'imported', m.id <> m.root_id, r.position
    ) first where id <> root_id`);
}
