import { sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { mergedVerdict } from '../../tables/review.ts';
import { row, verdict } from '../../tables/row.ts';
import { run } from '../../tables/run.ts';
import { criterion } from '../../tables/webset.ts';
import { combinePages } from '../merges/merged-cell.ts';
import { findSurvivor } from '../merges/survivor.ts';
import { lastReviews, ofWebset } from './review.ts';

/**
 * Combines the verdicts of a webset's rows, or of one row and the row that shows it, over the required criteria of the row's last run and
 * those that a person judged. A person's verdict comes before the reasoner's (domain/verdict.ts, domain/review.ts).
 */
export async function recombineRows(tx: Tx, websetId: string, rowId: string | null = null): Promise<void> {
  const survivor = rowId === null ? null : await findSurvivor(tx, rowId);
  if (rowId === null || (survivor && survivor.pageCount > 1)) await combinePages(tx, websetId, survivor?.id ?? null);
  await combine(tx, websetId, rowId);
  if (survivor && survivor.id !== rowId) await combine(tx, websetId, survivor.id);
}

const combine = (tx: Tx, websetId: string, rowId: string | null) =>
  tx.execute(sql`
    update ${row} r set match_verdict = found.combined, no_by_answers = coalesce(found.combined = 'no_match' and not found.denied, false), updated_at = now()
    from (
      select cell.id, case
        when count(*) filter (where asked) = 0 then null
        when bool_or(cell.verdict = 'no_match') filter (where asked) then 'no_match'
        when bool_or(cell.verdict is null) filter (where asked) then null
        when bool_or(cell.verdict = 'needs_review') filter (where asked) then 'needs_review'
        when bool_or(cell.verdict = 'partial') filter (where asked) then 'partial'
        else 'match' end::verdict_value as combined,
        coalesce(bool_or(cell.verdict = 'no_match' and not cell.learned) filter (where asked), false) as denied
      from (
        select r.id, coalesce(s.verdict, case when g.row_id is null then v.verdict else g.verdict end) as verdict,
          s.verdict is null and case when g.row_id is null then coalesce(v.judge = 'learned', false) else g.reason = 'learned' end as learned, c.required and (c.id = any(u.criterion_ids) or s.verdict is not null) as asked
        from ${row} r
        left join ${run} u on u.id = r.run_id
        left join ${criterion} c on c.webset_id = r.webset_id
        left join ${lastReviews(rowId ? sql`row_id = ${rowId}` : ofWebset(websetId))} s
          on s.row_id = r.id and s.criterion_id = c.id
        left join ${verdict} v on v.row_id = r.id and v.criterion_id = c.id
        left join ${mergedVerdict} g on g.row_id = r.id and g.criterion_id = c.id
        where r.webset_id = ${websetId} ${rowId ? sql`and r.id = ${rowId}` : sql``}
      ) cell group by cell.id
    ) found
    where r.id = found.id
      and (r.match_verdict, r.no_by_answers) is distinct from (found.combined, coalesce(found.combined = 'no_match' and not found.denied, false))`);
