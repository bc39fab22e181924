import { sql } from 'drizzle-orm';
import { accountOf } from '../../../domain/caller/caller.ts';
import type { Run } from '../../../domain/run-state.ts';
import type { Tx } from '../../connection/client.ts';
import { row, rowSource, value } from '../../tables/row.ts';
import { candidate, importLine } from '../../tables/run.ts';
import { enrichment } from '../../tables/webset.ts';
import { combinePages } from '../merges/merged-cell.ts';
import { findSurvivor, lockRow } from '../merges/survivor.ts';
import { keepPast } from '../rows/past.ts';
import { updateRow } from '../rows/row.ts';
import { insertTitleReview } from '../rows/title-review.ts';

type Found = { id: string; title: string; correctedTitle: string | null; mergedInto: string | null; isNew: boolean };

/**
 * Links a candidate's lines to its row, writes their values over those found on the row's own page, and titles a new row by the list's
 * name. Of several lines with one row the first counts; without a row nothing changes.
 */
export async function keepLines(
  tx: Tx,
  { id: runId, websetId, caller }: Pick<Run, 'id' | 'websetId' | 'caller'>,
  key: string,
): Promise<void> {
  const [found] = await tx.execute<Found>(sql`
    select r.id, r.title, r.corrected_title as "correctedTitle", r.merged_into as "mergedInto", c.state = 'done' as "isNew" from ${candidate} c
    join ${rowSource} s on s.url = c.url join ${row} r on r.id = s.row_id and r.webset_id = ${websetId}
    where c.run_id = ${runId} and c.key = ${key} and c.state in ('done', 'duplicate') order by r.url = c.url desc, r.merged_into is not null, r.position limit 1`);
  if (!found) return;
  const { id: rowId } = found;
  const survivor = await findSurvivor(tx, rowId);
  await lockRow(tx, rowId, survivor ? [survivor.id] : []); // a person who reviews it comes before or after, never in between
  await tx.execute(sql`update ${importLine} set row_id = ${rowId} where run_id = ${runId} and key = ${key}`);
  const [named] = await tx.execute<{ name: string | null }>(
    sql`select name from ${importLine} where run_id = ${runId} and row_id = ${rowId} and name is not null order by line limit 1`,
  );
  const said = sql`(
    select distinct on (e.id) e.id, v.value from ${importLine} l cross join lateral jsonb_each_text(l.values) v (id, value)
    join ${enrichment} e on e.id = v.id::uuid where l.run_id = ${runId} and l.row_id = ${rowId} order by e.id, l.line)`;
  const replaced = await tx.execute<{ id: string }>(sql`
    select said.id from ${said} said join ${value} v on v.row_id = ${rowId} and v.enrichment_id = said.id
    where v.run_id is distinct from ${runId}::uuid and v.value is not null`);
  await keepPast(
    tx,
    'value',
    rowId,
    replaced.map(({ id }) => id),
  );
  await tx.execute(sql`
    insert into ${value} (row_id, enrichment_id, value, reason, judge, run_id)
    select ${rowId}::uuid, said.id, said.value, 'imported', 'imported', ${runId}::uuid from ${said} said
    on conflict (row_id, enrichment_id) do update set value = excluded.value, reason = 'imported', judge = 'imported', run_id = excluded.run_id,
      note = null, page_id = null, quote = null, start = null, "end" = null, judged_at = now()`);
  const isRenamed =
    found.isNew && found.mergedInto === null && found.correctedTitle === null && named?.name != null && differs(named.name, found.title);
  if (isRenamed) await insertTitleReview(tx, { rowId, title: named.name, reviewerId: accountOf(caller) });
  await updateRow(tx, rowId, isRenamed ? { correctedTitle: named.name } : {});
  if (survivor && (survivor.pageCount > 1 || survivor.id !== rowId)) await combinePages(tx, websetId, survivor.id);
}

/** A page may write its name in other capitals, and knows better. */
const differs = (name: string, title: string) => name.toLowerCase() !== title.toLowerCase();
