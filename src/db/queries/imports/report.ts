import { sql } from 'drizzle-orm';
import type { LineOutcome, LineReport } from '../../../domain/list/import.ts';
import type { Tx } from '../../connection/client.ts';
import { row } from '../../tables/row.ts';
import { candidate, importLine } from '../../tables/run.ts';

/** Lines of a run with the row that shows their page, through any merges, and the first line of the same row. */
const REPORTS = (runId: string) => sql`
  with recursive line as materialized (
    select l.line, l.address, l.name, l.note, l.row_id, l.reason, c.state, c.reason as unread
    from ${importLine} l left join ${candidate} c on c.run_id = l.run_id and c.key = l.key where l.run_id = ${runId}
  ), up (id, shown_id, into_id) as (
    select r.id, r.id, r.merged_into from ${row} r where r.id in (select row_id from line)
    union all select up.id, r.id, r.merged_into from up join ${row} r on r.id = up.into_id
  ), placed as (
    select line.*, up.shown_id, min(line.line) over (partition by up.shown_id) as first_line from line left join up on up.id = line.row_id and up.into_id is null
  ), reports as (
    select p.line, p.address, p.name, p.note, p.shown_id as "rowId", coalesce(r.corrected_title, r.title) as title,
      case when p.shown_id is not null and p.first_line < p.line then p.first_line end as "duplicateOf",
      coalesce(p.reason, case when p.state = 'unreadable' then p.unread when r.hidden then 'its row is hidden' end) as why,
      case when p.reason is not null then 'unresolved' when p.shown_id is not null then
          case when p.first_line = p.line and p.state = 'done' and p.shown_id = p.row_id then 'row' else 'duplicate' end
        when p.state = 'unreadable' then 'unreadable' else 'waiting' end as outcome
    from placed p left join ${row} r on r.id = p.shown_id
  )`;

/** Lines of a run after one, with what became of each; only those of one outcome, if one is named. */
export const listLines = async (
  tx: Tx,
  runId: string,
  { after, limit, outcome }: { after: number; limit: number; outcome: LineOutcome | null },
): Promise<LineReport[]> => [
  ...(await tx.execute<LineReport & Record<string, unknown>>(sql`
    ${REPORTS(runId)} select * from reports where line > ${after} ${outcome ? sql`and outcome = ${outcome}` : sql``} order by line limit ${limit}`)),
];

/** How many lines of a run there are of each outcome. */
export const countLines = async (tx: Tx, runId: string) => [
  ...(await tx.execute<{ outcome: LineOutcome; count: number }>(
    sql`${REPORTS(runId)} select outcome, count(*)::int as count from reports group by outcome order by outcome`,
  )),
];
