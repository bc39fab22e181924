import { sql } from 'drizzle-orm';
import type { VerdictPattern } from '../../../domain/run-outcome.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { mergedVerdict } from '../../tables/review.ts';
import { row, verdict } from '../../tables/row.ts';
import { lastReviews } from './review.ts';
import { uuids } from './uuids.ts';

/** How many shown rows of a webset have which verdicts, in the order of these criteria: a person's before the reasoner's. */
export async function listPatterns(tx: Tx, websetId: string, criterionIds: readonly string[]): Promise<VerdictPattern[]> {
  const found = await tx.execute<{ verdicts: (Verdict | null)[]; rows: number }>(sql`
    select verdicts, count(*)::int as rows from (
      select r.id, array_agg(coalesce(s.verdict, case when g.row_id is null then v.verdict else g.verdict end)::text order by c.n) as verdicts
      from ${row} r cross join unnest(${uuids(criterionIds)}::uuid[]) with ordinality c (id, n)
      left join ${lastReviews(sql`criterion_id = any(${uuids(criterionIds)}::uuid[])`)} s on s.row_id = r.id and s.criterion_id = c.id
      left join ${verdict} v on v.row_id = r.id and v.criterion_id = c.id
      left join ${mergedVerdict} g on g.row_id = r.id and g.criterion_id = c.id
      where r.webset_id = ${websetId} and not r.hidden and r.merged_into is null group by r.id
    ) judged group by verdicts`);
  return [...found];
}
