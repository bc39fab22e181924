import { sql } from 'drizzle-orm';
import { type Captures, LATELY } from '../../../domain/coverage.ts';
import type { Run } from '../../../domain/run.ts';
import type { Tx } from '../../connection/client.ts';
import { row, rowSource } from '../../tables/row.ts';
import { candidate, search } from '../../tables/run.ts';

interface Found extends Record<string, unknown> {
  lists: number;
  named: number[] | null;
  found: number;
  learned: number;
  both: number;
  judgedHalf: number;
  judged: number;
  matchedHalf: number;
  matched: number;
  lately: number;
}

/**
 * How often the matches of a run were named, and how they came in. Its rows are those that it judged and those that its searches named, in the
 * order found; a match is a shown row that matches now, whoever said so. Queries beyond the plan's count as made from matches.
 */
export async function findCaptures(tx: Tx, { id, websetId, queries }: Pick<Run, 'id' | 'websetId' | 'queries'>): Promise<Captures> {
  const plan = sql`array(select jsonb_array_elements_text(${JSON.stringify(queries ?? [])}::jsonb))`;
  const [found] = await tx.execute<Found>(sql`
    with hit as (select distinct s.query, k.key from ${search} s, unnest(s.keys) as k (key) where s.run_id = ${id}),
    place as (select distinct h.query, r.id as row_id from hit h
      join ${candidate} c on c.run_id = ${id} and c.key = h.key
      join ${rowSource} o on o.url = c.url join ${row} r on r.id = o.row_id and r.webset_id = ${websetId}),
    times as (select row_id, count(*) filter (where query = any (${plan})) as planned, count(*) filter (where query <> all (${plan})) as learned
      from place group by row_id),
    seen as (select r.match_verdict is not distinct from 'match' and not r.hidden as is_match, coalesce(t.planned, 0) as planned, coalesce(t.learned, 0) as learned,
        row_number() over (order by r.position) * 2 <= count(*) over () as is_earlier, row_number() over (order by r.position desc) <= ${LATELY} as is_late
      from ${row} r left join times t on t.row_id = r.id where r.webset_id = ${websetId} and (r.run_id = ${id} or t.row_id is not null))
    select (select count(distinct query)::int from hit where query = any (${plan})) as lists,
      array_agg(planned::int) filter (where is_match and planned > 0) as named,
      (select count(*)::int from ${row} r where r.webset_id = ${websetId} and r.match_verdict = 'match' and not r.hidden) as found,
      count(*) filter (where is_match and learned > 0)::int as learned,
      count(*) filter (where is_match and learned > 0 and planned > 0)::int as both,
      count(*) filter (where is_earlier)::int as "judgedHalf", count(*)::int as judged,
      count(*) filter (where is_match and is_earlier)::int as "matchedHalf", count(*) filter (where is_match)::int as matched,
      count(*) filter (where is_match and is_late)::int as lately
    from seen`);
  const { lists, named, found: all, learned, both, judgedHalf, judged, matchedHalf, matched, lately } = found as Found;
  return {
    named: named ?? [],
    lists,
    found: all,
    learned: { named: learned, both },
    judged: { half: judgedHalf, all: judged },
    matched: { half: matchedHalf, all: matched },
    lately,
  };
}
