import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ImportedLine, LineOutcome, LineReport } from '../../../domain/list/import.ts';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { mergedValue } from '../../tables/review.ts';
import { row, rowSource, value } from '../../tables/row.ts';
import { candidate, importLine } from '../../tables/run.ts';
import { enrichment } from '../../tables/webset.ts';

/** Lines of a statement: the driver takes 65,534 parameters. */
const BATCH = 1000;

export async function insertLines(tx: Tx, runId: string, lines: readonly ImportedLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += BATCH)
    await tx.insert(importLine).values(lines.slice(at, at + BATCH).map((line) => ({ ...line, runId })));
}

/** The lines of a run that became no candidate yet and are not given up, in their order. */
export const listUnresolved = (tx: Tx, runId: string, limit: number) =>
  tx
    .select({ line: importLine.line, address: importLine.address, name: importLine.name })
    .from(importLine)
    .where(and(eq(importLine.runId, runId), isNull(importLine.key), isNull(importLine.reason)))
    .orderBy(asc(importLine.line))
    .limit(limit);

/** The candidate that a line became, or why it became none. */
export type Resolution = { line: number } & ({ key: string } | { reason: string });

export const resolveLines = (tx: Tx, runId: string, lines: readonly Resolution[]) =>
  tx.execute(sql`
    update ${importLine} l set key = r.key, reason = r.reason
    from jsonb_to_recordset(${storableJson(lines)}::jsonb) as r (line int, key text, reason text)
    where l.run_id = ${runId} and l.line = r.line`);

/**
 * Notes the rows of lines whose candidates were read, keeps the values that these lines bring in the place of what was found, and calls new rows by the names
 * that the list has for them. Of lines with one row the first counts. Answers how many lines there were.
 */
export async function keepImported(tx: Tx, { id: runId, websetId }: { id: string; websetId: string }): Promise<number> {
  const known = await tx.execute<{ line: number }>(sql`
    update ${importLine} l set row_id = found.row_id from (
      select distinct on (o.line) o.line, coalesce(r.merged_into, r.id) as row_id from ${importLine} o
      join ${candidate} c on c.run_id = o.run_id and c.key = o.key and c.state in ('done', 'duplicate')
      join ${rowSource} s on s.url = c.url join ${row} r on r.id = s.row_id and r.webset_id = ${websetId}
      where o.run_id = ${runId} and o.row_id is null order by o.line, r.merged_into is not null, r.position
    ) found where l.run_id = ${runId} and l.line = found.line returning l.line`);
  if (known.length === 0) return 0;
  const lines = sql`${importLine} l where l.run_id = ${runId} and l.line in ${known.map(({ line }) => line)}`;
  const brought = await tx.execute<{ rowId: string; enrichmentId: string }>(sql`
    insert into ${value} (row_id, enrichment_id, value, reason, judge, run_id)
    select distinct on (l.row_id, e.id) l.row_id, e.id, v.value, 'imported', 'imported', ${runId}::uuid
    from (select * from ${lines}) l cross join lateral jsonb_each_text(l.values) v (id, value) join ${enrichment} e on e.id = v.id::uuid
    order by l.row_id, e.id, l.line
    on conflict (row_id, enrichment_id) do update set value = excluded.value, reason = 'imported', judge = 'imported', run_id = excluded.run_id,
      note = null, page_id = null, quote = null, start = null, "end" = null, judged_at = now()
    where ${value}.judge <> 'imported' or ${value}.run_id is distinct from excluded.run_id
    returning row_id as "rowId", enrichment_id as "enrichmentId"`);
  await tx.execute(sql`
    delete from ${mergedValue} m using jsonb_to_recordset(${JSON.stringify(brought)}::jsonb) as b ("rowId" uuid, "enrichmentId" uuid)
    where m.row_id = b."rowId" and m.enrichment_id = b."enrichmentId"`);
  await tx.execute(sql`
    with called as (
      select distinct on (l.row_id) l.row_id, l.name from (select * from ${lines}) l join ${candidate} c on c.run_id = l.run_id and c.key = l.key and c.state = 'done'
      where l.name is not null order by l.row_id, l.line
    ), changed as (
      update ${row} r set corrected_title = called.name from called
      where r.id = called.row_id and r.corrected_title is null and lower(r.title) <> lower(called.name) returning r.id, r.corrected_title
    ) insert into title_review (row_id, title) select id, corrected_title from changed`);
  await tx.execute(sql`update ${row} set updated_at = now() where id in (select l.row_id from ${lines})`);
  return known.length;
}

const REPORTS = (runId: string) => sql`
  select l.line, l.address, l.name, l.note, l.row_id as "rowId", coalesce(r.corrected_title, r.title) as title, first.line as "duplicateOf",
    coalesce(l.reason, case when c.state = 'unreadable' then c.reason end) as why,
    case when l.reason is not null then 'unresolved' when l.row_id is not null then case when first.line is null and c.state = 'done' then 'row' else 'duplicate' end
      when c.state = 'unreadable' then 'unreadable' else 'waiting' end as outcome
  from ${importLine} l left join ${candidate} c on c.run_id = l.run_id and c.key = l.key
  left join ${row} r on r.id = l.row_id
  left join lateral (
    select min(o.line) as line from ${importLine} o where o.run_id = l.run_id and o.row_id = l.row_id having min(o.line) < l.line
  ) first on true
  where l.run_id = ${runId}`;

/** Lines of a run after one, with what became of each; only those of one outcome, if one is named. */
export const listLines = async (
  tx: Tx,
  runId: string,
  { after, limit, outcome }: { after: number; limit: number; outcome: LineOutcome | null },
): Promise<LineReport[]> => [
  ...(await tx.execute<LineReport & Record<string, unknown>>(sql`
    select * from (${REPORTS(runId)}) reports where line > ${after} ${outcome ? sql`and outcome = ${outcome}` : sql``} order by line limit ${limit}`)),
];

/** How many lines of a run there are of each outcome. */
export const countLines = async (tx: Tx, runId: string) => [
  ...(await tx.execute<{ outcome: LineOutcome; count: number }>(
    sql`select outcome, count(*)::int as count from (${REPORTS(runId)}) reports group by outcome order by outcome`,
  )),
];
