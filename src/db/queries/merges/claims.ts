import { sql } from 'drizzle-orm';
import type { SuggestionReason } from '../../../domain/review/merge.ts';
import type { Tx } from '../../connection/client.ts';
import { uuids } from '../rows/uuids.ts';

/** A name of fewer letters and digits says nothing. */
const NAME_MIN = 3;
const CLAIMS_READ = 50;

/** A row that may be of the same thing as another, by what both of their pages claim. */
export interface ClaimedSame {
  id: string;
  reason: SuggestionReason;
  /** The identifier, the domain or the name that both claim. */
  note: string;
}

/**
 * Rows that may be the same thing as any of these: with the same public identifier, then with the same stated site (or on it), then with
 * the same name. Rows that a person split from one of them are left out.
 */
export const listClaimed = async (tx: Tx, websetId: string, rowIds: readonly string[]): Promise<ClaimedSame[]> => [
  ...(await tx.execute<ClaimedSame & Record<string, unknown>>(sql`
    with me as (select * from "row" where id = any(${uuids(rowIds)}::uuid[])), found as (
      select r.id, 'identifier' as reason, 1 as place, me.identifier as note from me join "row" r
        on r.webset_id = ${websetId} and (r.identifier = me.identifier or r.key = me.identifier) where me.identifier is not null
      union all select r.id, 'identifier', 1, me.key from me join "row" r on r.webset_id = ${websetId} and r.identifier = me.key
      union all select r.id, 'website', 2, me.website from me join "row" r
        on r.webset_id = ${websetId} and (r.website = me.website or r.site = me.website) where me.website is not null
      union all select r.id, 'website', 2, me.site from me join "row" r on r.webset_id = ${websetId} and r.website = me.site
      union all select r.id, 'name', 3, r.title from me join "row" r on r.webset_id = ${websetId} and r.title_hash = me.title_hash
        where length(regexp_replace(me.title, '[^[:alnum:]]+', '', 'g')) >= ${NAME_MIN}
    )
    select id, reason, note from (
      select distinct on (f.id) f.* from found f where f.id <> all(${uuids(rowIds)}::uuid[]) and not exists (
        select from row_merge m where m.action = 'split' and ((m.row_id = f.id and m.into_id = any(${uuids(rowIds)}::uuid[]))
          or (m.into_id = f.id and m.row_id = any(${uuids(rowIds)}::uuid[]))))
      order by f.id, f.place
    ) one order by place limit ${CLAIMS_READ}`)),
];
