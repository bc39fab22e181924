import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Captures, LATELY } from '../../../domain/coverage.ts';
import type { Run } from '../../../domain/run-state.ts';
import type { Tx } from '../../connection/client.ts';
import { row } from '../../tables/row.ts';
import { members } from '../merges/merge.ts';
import { listNamed } from './candidate.ts';
import { listSearches } from './search.ts';

/** A row, and by how many queries of the plan and of those made later it was named. */
interface NamedRow {
  isMatch: boolean;
  isOwn: boolean;
  planned: number;
  learned: number;
}

/**
 * How often each match of a run was named, and in which order. Three lists are read by their indexes and joined here: the planner does not
 * know the size of a run's new rows, and its nested loops exceed the time of a statement.
 */
export async function findCaptures(tx: Tx, { id, websetId, queries }: Pick<Run, 'id' | 'websetId' | 'queries'>): Promise<Captures> {
  const [rows, named, searches] = await Promise.all([listRows(tx, { id, websetId }), listNamed(tx, id), listSearches(tx, id)]);
  const rowAt = new Map(rows.flatMap((one) => one.urls.map((url) => [url, one] as const)));
  const rowOf = new Map(named.flatMap(({ key, url }) => (rowAt.has(url) ? [[key, rowAt.get(url)] as const] : [])));
  const plan = new Set(queries ?? []);
  const keysOf = new Map<string, Set<string>>();
  for (const { query, keys } of searches) if (keys.length > 0) keysOf.set(query, (keysOf.get(query) ?? new Set()).union(new Set(keys)));
  for (const [query, keys] of keysOf)
    for (const one of new Set([...keys].flatMap((key) => rowOf.get(key) ?? []))) one[plan.has(query) ? 'planned' : 'learned']++;
  const seen = rows.filter(({ isOwn, planned, learned }) => isOwn || planned + learned > 0);
  const half = seen.slice(0, Math.floor(seen.length / 2));
  const matched = seen.filter(({ isMatch }) => isMatch);
  return {
    named: matched.flatMap(({ planned }) => (planned > 0 ? [planned] : [])),
    lists: [...keysOf.keys()].filter((query) => plan.has(query)).length,
    found: rows.filter(({ isMatch }) => isMatch).length,
    learned: {
      named: matched.filter(({ learned }) => learned > 0).length,
      both: matched.filter(({ learned, planned }) => learned > 0 && planned > 0).length,
    },
    judged: { half: half.length, all: seen.length },
    matched: { half: half.filter(({ isMatch }) => isMatch).length, all: matched.length },
    lately: seen.slice(-LATELY).filter(({ isMatch }) => isMatch).length,
  };
}

/** The rows of a webset in the order found, with every address that they and what was merged into them were found at. */
async function listRows(tx: Tx, { id, websetId }: Pick<Run, 'id' | 'websetId'>): Promise<(NamedRow & { urls: string[] })[]> {
  const rows = await tx
    .select({
      isMatch: sql<boolean>`${row.matchVerdict} is not distinct from 'match' and not ${row.hidden}`,
      isOwn: sql<boolean>`${row.runId} is not distinct from ${id}`,
      id: row.id,
      urls: sql<string[]>`array(select s.url from row_source s where s.row_id = ${row.id})`,
    })
    .from(row)
    .where(and(eq(row.websetId, websetId), isNull(row.mergedInto)))
    .orderBy(row.position);
  const several = sql`array(select id from "row" where webset_id = ${websetId} and merged_into is null and page_count > 1)`;
  const merged = await tx.execute<{ rootId: string; url: string }>(sql`
    ${members(several)} select m.root_id as "rootId", s.url from member m join row_source s on s.row_id = m.id where m.id <> m.root_id`);
  const more = Map.groupBy(merged, ({ rootId }) => rootId);
  return rows.map(({ id: rowId, urls, ...one }) => ({
    ...one,
    urls: [...urls, ...(more.get(rowId) ?? []).map(({ url }) => url)],
    planned: 0,
    learned: 0,
  }));
}
