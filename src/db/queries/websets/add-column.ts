import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import { type Allowance, filledWith, spending } from '../shared/rate-limit.ts';

interface Added {
  id: string | null;
  changedAt: string | null;
  /** Seconds until the allowance is whole again; 0 where it is not used up. */
  wait: number;
}

/**
 * Adds a criterion or column to a webset and marks it as changed, if an account may open it, it has fewer than `most`, and what is written
 * is within an allowance. The webset is locked before the allowance (lock order).
 */
export function addingTo(table: 'criterion' | 'enrichment', most: number, columns: SQL, values: SQL) {
  const websetId = sql.placeholder('websetId');
  const adding = (spent: SQL) =>
    plain<Added>(sql`
      with held as (
        select id from webset where id = ${websetId} and (owner_id is null or owner_id = ${sql.placeholder('userId')})
          and (select count(*) from ${sql.raw(table)} where webset_id = ${websetId}) < ${sql.raw(String(most))} for no key update
      ), spent as (${spent}), touched as (
        update webset set updated_at = now() from spent where webset.id = ${websetId} and within returning webset.id
      ), made as (
        insert into ${sql.raw(table)} (webset_id, ${columns}) select id, ${values} from touched returning id, changed_at
      )
      select made.id, made.changed_at as "changedAt", case when within then 0 else wait end as wait from spent left join made on true`);
  const [free, counted] = [adding(sql`select true as within, 0 as wait from held`), adding(spending('', sql`from held`))];

  /** Null: it is gone, full or not the account's. */
  return async (
    tx: Tx,
    asked: Record<string, unknown>,
    bytes: Allowance | null,
  ): Promise<{ id: string; changedAt: Date } | { wait: number } | null> => {
    const [added] = await (bytes ? counted(tx, { ...asked, ...filledWith(bytes) }) : free(tx, asked));
    if (!added) return null;
    if (added.id === null || added.changedAt === null) return { wait: added.wait };
    return { id: added.id, changedAt: new Date(added.changedAt) };
  };
}
