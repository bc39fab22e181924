import { and, asc, eq, sql } from 'drizzle-orm';
import { storableJson } from '../domain/text.ts';
import type { Tx } from './client.ts';
import { candidate, row } from './schema.ts';

export interface NewCandidate {
  key: string;
  url: string;
  title: string;
  snippet: string;
  provider: string;
  pageId: string | null;
}
export type Candidate = typeof candidate.$inferSelect;

/** Adds the hits that this run has not seen and the webset has no row for. Answers how many were new. */
export async function insertCandidates(tx: Tx, runId: string, websetId: string, hits: NewCandidate[]): Promise<number> {
  if (hits.length === 0) return 0;
  const made = await tx.execute(sql`
    insert into ${candidate} (run_id, key, url, title, snippet, provider, page_id)
    select ${runId}::uuid, h.key, h.url, h.title, h.snippet, h.provider, h."pageId"
    from rows from (
      jsonb_to_recordset(${storableJson(hits)}::jsonb) as (key text, url text, title text, snippet text, provider text, "pageId" uuid)
    ) with ordinality as h (key, url, title, snippet, provider, "pageId", place)
    where not exists (select from ${row} r where r.webset_id = ${websetId} and r.key = h.key)
    order by h.place
    on conflict do nothing returning key`);
  return made.length;
}

/** Candidates that wait, best first. */
export const listWaiting = (tx: Tx, runId: string, limit: number): Promise<Candidate[]> =>
  tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found')))
    .orderBy(asc(candidate.position))
    .limit(limit);

export const settleCandidate = (tx: Tx, runId: string, key: string, state: Candidate['state'], reason: string | null) =>
  tx
    .update(candidate)
    .set({ state, reason })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key)));
