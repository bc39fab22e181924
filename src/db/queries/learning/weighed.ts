import { sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';

/** A row that searching learns from: every address it was found at, and how surely it is what is looked for, 0 to 1. */
export interface WeighedRow {
  pageId: string;
  urls: string[];
  weight: number;
}

/**
 * The rows of a webset in the order found, those left out that a person set aside for another reason than their kind. What a person says of a cell counts
 * before what a model says; a row with a required cell that either denies or leaves open weighs nothing, one that they settle as little as its weakest cell,
 * every other as much as it is likely.
 */
export const listWeighedRows = async (tx: Tx, websetId: string): Promise<WeighedRow[]> => [
  ...(await tx.execute<WeighedRow & Record<string, unknown>>(sql`
    with said as (
      select r.id as row_id, c.id as criterion_id, coalesce(p.verdict, case when v.judge = 'llm' then v.verdict end) as verdict
      from "row" r join criterion c on c.webset_id = r.webset_id and c.required
      left join verdict v on v.row_id = r.id and v.criterion_id = c.id
      left join lateral (
        select verdict from review w where w.row_id = r.id and w.criterion_id = c.id order by w.position desc limit 1
      ) p on true
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
