import { type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../connection/client.ts';
import { isMissingReference, isUnavailable } from '../../connection/faults.ts';
import { collection, indexEntry } from '../../tables/collection.ts';
import { event } from '../../tables/event.ts';
import { httpCache, page } from '../../tables/page.ts';
import { pastValue, pastVerdict } from '../../tables/past.ts';
import { recordingEntry } from '../../tables/recording.ts';
import { row, value, verdict } from '../../tables/row.ts';
import { candidate, run } from '../../tables/run.ts';
import { webset } from '../../tables/webset.ts';

const LOOK = 200;
/** What one statement deletes, cascades left out: each stays a matter of a second or two. */
const EVENTS = 20_000;
const ROWS = 100;
const CANDIDATES = 1000;
/** Nobody asks after the hits of a run that ended a week ago. */
const CANDIDATE_DAYS = 7;
const NIL = '00000000-0000-0000-0000-000000000000';

const ago = (days: number) => sql`now() - ${days} * interval '1 day'`;

/**
 * Deletes websets without an owner that nobody changed or ran for `days`, each in its own transaction. Returns how many. Stops between two
 * when the signal says so; throws a failure after the others.
 */
export const dropOldAnonymous = (db: Database, days: number, signal: AbortSignal): Promise<number> => {
  const isOld = sql`
    w.owner_id is null and w.updated_at < ${ago(days)} and not exists (
      select from ${run} u where u.webset_id = w.id and (u.state in ('queued', 'running') or coalesce(u.ended_at, u.created_at) >= ${ago(days)})
    )`;
  const drop = (id: string) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '60s'`);
      const held = await tx.execute(sql`select from ${webset} w where w.id = ${id} and ${isOld} for update skip locked`);
      if (held.length === 0) return 0;
      await inPieces(tx, sql`${event}`, sql`webset_id = ${id}`, EVENTS, signal);
      await inPieces(tx, sql`${row}`, sql`webset_id = ${id}`, ROWS, signal);
      await inPieces(tx, sql`${candidate}`, sql`run_id in (select u.id from ${run} u where u.webset_id = ${id})`, CANDIDATES, signal);
      await tx.execute(sql`delete from ${webset} where id = ${id}`);
      return 1;
    });
  return eachBatch(db, sql`${webset} w`, sql`w.id`, isOld, signal, async (ids, passOver) => {
    let dropped = 0;
    for (const id of ids) {
      signal.throwIfAborted();
      dropped += await drop(id).catch(passOver);
    }
    return dropped;
  });
};

/** Nothing refers to a page. */
const isUnused = sql`
    not exists (select from ${indexEntry} e where e.page_id = p.id)
    and not exists (select from ${candidate} c where c.page_id = p.id)
    and not exists (select from ${row} r where r.page_id = p.id)
    and not exists (select from ${verdict} v where v.page_id = p.id)
    and not exists (select from ${value} l where l.page_id = p.id)
    and not exists (select from ${pastVerdict} v where v.page_id = p.id)
    and not exists (select from ${pastValue} l where l.page_id = p.id)
    and not exists (select from ${recordingEntry} t where t.page_id = p.id)`;

/** Deletes pages of collections that were removed, a thousand at most; what a row quotes, or a run is about to read, stays with it. */
export async function dropCollectionPages(db: Database): Promise<void> {
  await db.execute(sql`
    delete from ${page} where id in (
      select p.id from ${page} p where p.collection_id is not null
        and not exists (select from ${collection} c where c.id = p.collection_id) and ${isUnused} limit ${CANDIDATES} for update skip locked
    )`);
}

/** Deletes up to a hundred collections that have no owner, that no webset names and that nobody changed for `days`. */
export const dropOldCollections = (db: Database, days: number) =>
  db.execute(sql`
    delete from ${collection} where id in (
      select c.id from ${collection} c where c.kind = 'uploaded' and c.owner_id is null and c.updated_at < ${ago(days)}
        and not exists (select from ${webset} w where c.id = any(w.collection_ids)) limit ${ROWS} for update of c skip locked
    )`);

/**
 * Deletes pages last read or confirmed more than `days` ago that no index entry, candidate, row, quote or recording refers to. Returns how
 * many; a page with a new reference is left.
 */
export const dropOldPages = (db: Database, days: number, signal: AbortSignal): Promise<number> => {
  const isLoose = sql`
    p.fetched_at < ${ago(days)}
    and not exists (select from ${httpCache} h where h.page_id = p.id and h.fetched_at >= ${ago(days)})
    and ${isUnused}`;
  const drop = async (ids: readonly string[]) => {
    const dropped = await db.execute(sql`
      delete from ${page} where id in (select p.id from ${page} p where p.id in ${ids} and ${isLoose} for update skip locked) returning id`);
    return dropped.length;
  };
  const dropIfLoose = (ids: readonly string[]) =>
    drop(ids).catch((error: unknown) => (isMissingReference(error) ? null : Promise.reject(error)));
  return eachBatch(db, sql`${page} p`, sql`p.id`, isLoose, signal, async (ids) => {
    const all = await dropIfLoose(ids);
    if (all !== null) return all;
    let dropped = 0;
    for (const id of ids) dropped += (await dropIfLoose([id])) ?? 0;
    return dropped;
  });
};

/**
 * Forgets the hits of runs that ended a week ago: they would hold on to their pages. What was given up is remembered, without its page.
 * Answers how many are forgotten.
 */
export async function dropOldCandidates(db: Database, signal: AbortSignal): Promise<number> {
  const isOver = sql`run_id in (select u.id from ${run} u where u.ended_at < ${ago(CANDIDATE_DAYS)})`;
  await db.execute(sql`update ${candidate} set page_id = null where given_up and page_id is not null and ${isOver}`);
  return inPieces(db, sql`${candidate}`, sql`not given_up and ${isOver}`, CANDIDATES, signal);
}

/** Goes through what is to be deleted in the order of ids; what throws is passed over, and thrown at the end. */
async function eachBatch(
  db: Database,
  from: SQL,
  key: SQL,
  where: SQL,
  signal: AbortSignal,
  drop: (ids: string[], passOver: (error: unknown) => number) => Promise<number>,
): Promise<number> {
  const troubles: unknown[] = [];
  const passOver = (error: unknown) => {
    if (signal.aborted || isUnavailable(error)) throw error;
    troubles.push(error);
    return 0;
  };
  let dropped = 0;
  for (let last = NIL; ; ) {
    signal.throwIfAborted();
    const found = await db.execute<{ id: string }>(
      sql`select ${key} as id from ${from} where ${key} > ${last}::uuid and ${where} order by ${key} limit ${LOOK}`,
    );
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) dropped += await drop(ids, passOver).catch(passOver);
    if (ids.length < LOOK) break;
    last = ids.at(-1) as string;
  }
  if (troubles.length > 0) throw troubles[0];
  return dropped;
}

/** Deletes in statements that are short each, so that a stop is heard between them. Answers how many rows went. */
async function inPieces(tx: Tx, table: SQL, where: SQL, size: number, signal: AbortSignal): Promise<number> {
  for (let dropped = 0; ; ) {
    signal.throwIfAborted();
    const { count } = await tx.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${size}))`,
    );
    dropped += count;
    if (count < size) return dropped;
  }
}
