import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { row, rowSource } from '../../tables/row.ts';
import { candidate, run } from '../../tables/run.ts';

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
  /** The key of the listing that names it; absent: a search does. */
  listedBy?: string;
}
export type Candidate = typeof candidate.$inferSelect;

/** Whose row an identifier's is, is looked at when the hit's turn comes (runs/identify.ts). */
const IDENTIFIER = '^(doi|arxiv|qid|orcid):';

/**
 * Adds the hits that this run has not seen, those settled at once that the webset has a row for or that were given up in it. Answers how
 * many the run had not seen, and how many of them wait now. The address of one that it has a row for is kept there.
 */
export async function insertCandidates(
  tx: Tx,
  runId: string,
  websetId: string,
  hits: NewCandidate[],
): Promise<{ fresh: number; waiting: number }> {
  if (hits.length === 0) return { fresh: 0, waiting: 0 };
  const found = sql`rows from (
      jsonb_to_recordset(${storableJson(hits)}::jsonb) as (key text, url text, title text, snippet text, provider text, "pageId" uuid, text text, "publishedAt" text, depth smallint, "listedBy" text)
    ) with ordinality as h (key, url, title, snippet, provider, "pageId", text, "publishedAt", depth, "listedBy", place)`;
  await tx.execute(sql`
    insert into ${rowSource} (row_id, url)
    select r.id, h.url from ${found} join ${row} r on r.webset_id = ${websetId} and r.key = h.key and h.key !~ ${IDENTIFIER}
    on conflict do nothing`);
  const made = await tx.execute<{ state: Candidate['state'] }>(sql`
    insert into ${candidate} (run_id, key, url, title, snippet, provider, page_id, text, published_at, depth, listed_by, given_up, reason, state)
    select ${runId}::uuid, h.key, h.url, h.title, h.snippet, h.provider, h."pageId", h.text, h."publishedAt", h.depth, h."listedBy",
      g.given_up, case when g.given_up then 'it brought workers down in an earlier run' end, case
        when exists (select from ${row} r where r.webset_id = ${websetId} and r.key = h.key and h.key !~ ${IDENTIFIER})
          or exists (select from ${rowSource} s join ${row} r on r.id = s.row_id where s.url = h.url and r.webset_id = ${websetId})
          then 'duplicate'
        when g.given_up then 'unreadable'
        else 'found'
      end::candidate_state
    from ${found}
    cross join lateral (
      select exists (select from ${candidate} c join ${run} u on u.id = c.run_id where c.key = h.key and c.given_up and u.webset_id = ${websetId}) as given_up
    ) g
    order by h.place
    on conflict do nothing returning state`);
  return { fresh: made.length, waiting: made.filter(({ state }) => state === 'found').length };
}

/** Waiting candidates up to `depth`: first those that broke off, then those of a search, then those of a listing, best first. */
export const listWaiting = (tx: Tx, runId: string, limit: number, depth: number): Promise<Candidate[]> =>
  tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found'), lte(candidate.depth, depth)))
    .orderBy(sql`${candidate.attempts} > 0`, asc(candidate.depth), asc(candidate.position))
    .limit(limit);

/** What learning needs of a candidate: who named it, and whether it waits. */
export interface NamedCandidate {
  key: string;
  url: string;
  listedBy: string | null;
  waits: boolean;
}

export const listNamed = (tx: Tx, runId: string): Promise<NamedCandidate[]> =>
  tx
    .select({ key: candidate.key, url: candidate.url, listedBy: candidate.listedBy, waits: sql<boolean>`${candidate.state} = 'found'` })
    .from(candidate)
    .where(eq(candidate.runId, runId));

/** A candidate of that key, if it waits. */
export async function findWaiting(tx: Tx, runId: string, key: string): Promise<Candidate | null> {
  const [found] = await tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key), eq(candidate.state, 'found')));
  return found ?? null;
}

/** Records that work on a candidate starts, once an attempt: a database that fails in the middle is no fault of the page. */
export const beginCandidate = (tx: Tx, runId: string, attempt: number, key: string) =>
  tx
    .update(candidate)
    .set({ attempts: sql`${candidate.attempts} + 1`, begunIn: attempt })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key), sql`${candidate.begunIn} is distinct from ${attempt}`));

/** Takes that record back for unfinished candidates of this attempt: the run was handed over, and no page is to blame. */
export const unbeginCandidates = (tx: Tx, runId: string, attempt: number) =>
  tx
    .update(candidate)
    .set({ attempts: sql`${candidate.attempts} - 1`, begunIn: null })
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found'), eq(candidate.begunIn, attempt)));

/** The one that broke off most often, `times` at least; null when there is none. */
export async function findFailingCandidate(tx: Tx, runId: string, times: number): Promise<Candidate | null> {
  const [found] = await tx
    .select()
    .from(candidate)
    .where(and(eq(candidate.runId, runId), eq(candidate.state, 'found'), gte(candidate.attempts, times)))
    .orderBy(desc(candidate.attempts), asc(candidate.position))
    .limit(1);
  return found ?? null;
}

/** Settles one for good: it brought workers down. */
export const giveUpCandidate = (tx: Tx, runId: string, key: string, reason: string) =>
  tx
    .update(candidate)
    .set({ state: 'unreadable', givenUp: true, reason })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key)));

export const settleCandidate = (tx: Tx, runId: string, key: string, state: Candidate['state'], reason: string | null) =>
  tx
    .update(candidate)
    .set({ state, reason })
    .where(and(eq(candidate.runId, runId), eq(candidate.key, key)));
