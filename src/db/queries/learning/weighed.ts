import { sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { lastReviews, ofWebset } from '../rows/review.ts';

/** A row that searching learns from: every address it was found at, and how surely it is what is looked for, 0 to 1. */
export interface WeighedRow {
  pageId: string;
  urls: string[];
  weight: number;
}

/**
 * The rows of a webset in the order found, without those hidden for another reason than their kind. A required cell counts by a person's
 * verdict, else a model's: a denied or open cell weighs 0, settled ones as the weakest, other rows by their likelihood.
 */
export const listWeighedRows = async (tx: Tx, websetId: string): Promise<WeighedRow[]> => [
  ...(await tx.execute<WeighedRow & Record<string, unknown>>(sql`
    with said as (
      select r.id as row_id, c.id as criterion_id, coalesce(p.verdict, case when v.judge = 'llm' then v.verdict end) as verdict
      from "row" r join criterion c on c.webset_id = r.webset_id and c.required
      left join verdict v on v.row_id = r.id and v.criterion_id = c.id
      left join ${lastReviews(ofWebset(websetId))} p on p.row_id = r.id and p.criterion_id = c.id
      where r.webset_id = ${websetId}
    ), settled as (
      select row_id, min(case verdict when 'match' then 1 when 'partial' then 0.5 when 'no_match' then 0 when 'needs_review' then 0 end) as least,
        bool_and(verdict is not null) as whole
      from said group by row_id
    )
    select r.page_id as "pageId", array(select s.url from row_source s where s.row_id = r.id) || r.url as urls,
      (case when r.wrong_kind or s.least = 0 then 0 when s.whole then s.least else coalesce(r.likelihood, 0) end)::float8 as weight
    from "row" r left join settled s on s.row_id = r.id
    where r.webset_id = ${websetId} and (not r.hidden or r.wrong_kind) order by r.position`)),
];
