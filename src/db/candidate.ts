import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { storableJson } from '../domain/text.ts';
import type { Tx } from './client.ts';
import { row, rowSource } from './tables/row.ts';
import { candidate } from './tables/run.ts';

export interface NewCandidate {
  key: string;
  url: string;
  title: string;
  snippet: string;
  provider: string;
  pageId: string | null;
  text: string | null;
  publishedAt: string | null;
  depth: number;
}
export type Candidate = typeof candidate.$inferSelect;

/** Adds the hits that this run has not seen and the webset has no row for. Answers how many were new. The address of one that it has a row for is kept there. */
export async function insertCandidates(tx: Tx, runId: string, websetId: string, hits: NewCandidate[]): Promise<number> {
  if (hits.length === 0) return 0;
  const found = sql`rows from (
      jsonb_to_recordset(${storableJson(hits)}::jsonb) as (key text, url text, title text, snippet text, provider text, "pageId" uuid, text text, "publishedAt" text, depth smallint)
    ) with ordinality as h (key, url, title, snippet, provider, "pageId", text, "publishedAt", depth, place)`;
  await tx.execute(sql`
    insert into ${rowSource} (row_id, url)
    select r.id, h.url from ${found} join ${row} r on r.webset_id = ${websetId} and r.key = h.key
    on conflict do nothing`);
  const made = await tx.execute(sql`
    insert into ${candidate} (run_id, key, url, title, snippet, provider, page_id, text, published_at, depth)
    select ${runId}::uuid, h.key, h.url, h.title, h.snippet, h.provider, h."pageId", h.text, h."publishedAt", h.depth
    from ${found}
    where not exists (select from ${row} r where r.webset_id = ${websetId} and r.key = h.key)
    order by h.place
    on conflict do nothing returning key`);
  return made.length;
}

/** Candidates that wait, no deeper than `depth`: those that broke off last, those that a search named before those that a listing did, best first. */
export const listWaiting = (tx: Tx, runId: string, limit: number, depth: number): Promise<Candidate[]> =>
  tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found'), lte(candidate.depth, depth)))
    .orderBy(sql`${candidate.attempts} > 0`, asc(candidate.depth), asc(candidate.position))
    .limit(limit);

/** A candidate of that key, if it waits. */
export async function findWaiting(tx: Tx, runId: string, key: string): Promise<Candidate | null> {
  const [found] = await tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key), eq(candidate.state, 'found')));
  return found ?? null;
}

/** Notes that work on a candidate begins. */
export const beginCandidate = (tx: Tx, runId: string, key: string) =>
  tx
    .update(candidate)
    .set({ attempts: sql`${candidate.attempts} + 1` })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key)));

/** The one that broke off most often, `times` at least; null when there is none. */
export async function findCulprit(tx: Tx, runId: string, times: number): Promise<Candidate | null> {
  const [found] = await tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found'), gte(candidate.attempts, times)))
    .orderBy(desc(candidate.attempts), asc(candidate.position))
    .limit(1);
  return found ?? null;
}

export const settleCandidate = (tx: Tx, runId: string, key: string, state: Candidate['state'], reason: string | null) =>
  tx
    .update(candidate)
    .set({ state, reason })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key)));
