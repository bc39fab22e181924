import { eq, type SQL, sql } from 'drizzle-orm';
import type { WantedSources } from '../../../domain/page/collection.ts';
import type { CreateWebsetInput, Webset } from '../../../domain/webset-state.ts';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import { webset } from '../../tables/webset.ts';
import { uuids } from '../rows/uuids.ts';
import { type Allowance, filledWith, spending } from '../shared/rate-limit.ts';

/** A request, and what it searches: without a word on it, what its owner may read and the web. */
type NewWebset = CreateWebsetInput & Partial<WantedSources>;

type Made = { id: string; createdAt: string } | { id: null; wait: number };

const OF_OWNER = sql`from (select) one left join owner on true`;
const FREE = sql`select true as within, 0 as wait ${OF_OWNER}`;

/**
 * Makes a webset and its empty event log, if what is spent first, and then what is written, lets it. The owner is locked before these (lock
 * order).
 */
const insertWebsetSql = (spent: SQL, written: SQL) =>
  plain<Made>(sql`
    with owner as (select id from auth_user where id = ${sql.placeholder('ownerId')} for key share), spent as (${spent}), written as (${written}), made as (
      insert into webset (original_query, category, notes, owner_id, collection_ids, search_web)
      select ${sql.placeholder('originalQuery')}, ${sql.placeholder('category')}::category, ${sql.placeholder('notes')}, ${sql.placeholder('ownerId')},
        ${sql.placeholder('collectionIds')}::uuid[], ${sql.placeholder('searchWeb')}::boolean
      from spent, written where spent.within and written.within returning id, created_at
    ), logged as (insert into event_log (webset_id) select id from made)
    select made.id, made.created_at as "createdAt", case when spent.within then written.wait else spent.wait end as wait
    from spent left join written on true left join made on true`);

const BYTES = 'bytes_';
const written = spending(BYTES, sql`from spent where within`);
const makeFreely = insertWebsetSql(FREE, FREE);
const makeCounted = insertWebsetSql(spending('', OF_OWNER), FREE);
const makeWeighed = insertWebsetSql(FREE, written);
const makeWithin = insertWebsetSql(spending('', OF_OWNER), written);

/** How many websets the maker may make, and how many bytes may be written; null: any. */
export interface InsertAllowances {
  count: Allowance | null;
  bytes: Allowance | null;
}

async function make(tx: Tx, input: NewWebset, ownerId: string | null, { count, bytes }: InsertAllowances) {
  const { originalQuery, category = null, notes = null, collectionIds = null, searchWeb = true } = input;
  const values = { originalQuery, category, notes, ownerId, searchWeb };
  const named = collectionIds && uuids(collectionIds);
  const insertWebsetSql = count ? (bytes ? makeWithin : makeCounted) : bytes ? makeWeighed : makeFreely;
  const [made] = await insertWebsetSql(tx, {
    ...values,
    collectionIds: named,
    ...(count && filledWith(count)),
    ...(bytes && filledWith(bytes, BYTES)),
  });
  if (!made) throw new Error('insert returned no webset');
  if (made.id === null) return { wait: made.wait };
  const createdAt = new Date(made.createdAt);
  return { id: made.id, title: null, ...values, collectionIds, answersDeny: true, createdAt, updatedAt: createdAt };
}

/** Makes a webset and its empty event log, in one statement. */
export const insertWebset = async (tx: Tx, input: NewWebset, ownerId: string | null) =>
  (await make(tx, input, ownerId, { count: null, bytes: null })) as Webset;

/** The same, spending in the same statement; answers the seconds to wait when an allowance is used up. */
export const insertWebsetWithin = (
  tx: Tx,
  input: NewWebset,
  ownerId: string | null,
  allowances: InsertAllowances,
): Promise<Webset | { wait: number }> => make(tx, input, ownerId, allowances);

/** A whole webset, however long its texts are. */
export async function findWebset(tx: Tx, id: string): Promise<Webset | null> {
  const [found] = await tx.select().from(webset).where(eq(webset.id, id));
  return found ?? null;
}

export const countWebsets = (tx: Tx, ownerId: string): Promise<number> => tx.$count(webset, eq(webset.ownerId, ownerId));

/**
 * Gives websets without an owner to a user in one statement, so that one of two claims wins. Returns the user's and whether each is new.
 * They are locked in order of id, so that two claims do not deadlock.
 */
export async function claimWebsets(tx: Tx, ids: readonly string[], userId: string): Promise<{ id: string; isNew: boolean }[]> {
  return tx.execute<{ id: string; isNew: boolean }>(sql`
    with held as (
      select id, owner_id is null as free from ${webset} where id in ${ids} and (owner_id is null or owner_id = ${userId}) order by id for no key update
    )
    update ${webset} w set owner_id = ${userId} from held where w.id = held.id and (w.owner_id is null or w.owner_id = ${userId})
    returning w.id, held.free as "isNew"`);
}

/**
 * Locks a webset's state until the transaction ends, first in it (lock order: auth_user, webset, rate_limit, run, row, cells, event_log).
 * Rows may still be added: they lock the key only. Null when it is gone.
 */
export async function lockWebset(tx: Tx, id: string): Promise<Webset | null> {
  const [found] = await tx.select().from(webset).where(eq(webset.id, id)).for('no key update');
  return found ?? null;
}

export const updateTitle = (tx: Tx, id: string, title: string) =>
  tx.update(webset).set({ title, updatedAt: sql`now()` }).where(eq(webset.id, id));

export const updateSources = (tx: Tx, id: string, sources: WantedSources) =>
  tx
    .update(webset)
    .set({ ...sources, updatedAt: sql`now()` })
    .where(eq(webset.id, id));

export const updateAnswersDeny = (tx: Tx, id: string, answersDeny: boolean) =>
  tx.update(webset).set({ answersDeny, updatedAt: sql`now()` }).where(eq(webset.id, id));

export async function findAnswersDeny(tx: Tx, id: string): Promise<boolean> {
  const [found] = await tx.select({ answersDeny: webset.answersDeny }).from(webset).where(eq(webset.id, id));
  return found?.answersDeny ?? true;
}

export const touchWebset = (tx: Tx, id: string) => tx.update(webset).set({ updatedAt: sql`now()` }).where(eq(webset.id, id));

/** Deletes a webset with all that hangs on it. */
export async function deleteWebset(tx: Tx, id: string): Promise<boolean> {
  const done = await tx.delete(webset).where(eq(webset.id, id)).returning({ id: webset.id });
  return done.length > 0;
}
