import type postgres from 'postgres';

const MOST = 5;

/** That the worker of a run was killed, and when (ms since 1970). */
export interface Death {
  runId: string;
  at: number;
}

interface Lost extends Record<string, unknown> {
  run_id: string;
  run: string;
  url: string;
  state: string | null;
  reason: string | null;
  attempts: number | null;
}

/**
 * What is known of pages that have no row, a paragraph each, of five at most: the candidate and the run as they ended, what the log says of
 * the page and of the run's takings, and when the worker that held the run was killed.
 */
export async function describeLoss(
  sql: postgres.Sql,
  { url, pages }: { url: string; pages: number },
  deaths: readonly Death[],
): Promise<string[]> {
  const lost = await sql<Lost[]>`
    select u.id as run_id, c.state, c.reason, c.attempts, p.url,
      format('%s (%s), %s attempts, %s failures, found %s, read %s, unreadable %s, judged %s', u.state, u.reason, u.attempt, u.failures, u.found, u.read, u.unreadable, u.judged) as run
    from run u cross join (select ${`${url}/db`} || i as url from generate_series(0, ${pages - 1}) i) p
    left join candidate c on c.run_id = u.id and c.url = p.url
    where not exists (select from "row" r where r.webset_id = u.webset_id and r.url = p.url)
    order by u.created_at, c.position limit ${MOST}`;
  return Promise.all(lost.map((one) => describeOne(sql, one, deaths)));
}

async function describeOne(sql: postgres.Sql, { run_id: runId, run, url, ...candidate }: Lost, deaths: readonly Death[]): Promise<string> {
  const events = await sql<{ at: number; text: string }[]>`
    with log as (select *, data::text as text from event where run_id = ${runId}),
      calls as (select distinct data ->> 'call' as call from log where type = 'tool.called' and data #>> '{input,url}' = ${url})
    select (extract(epoch from at) * 1000)::float8 as at, index || ' ' || type || ' ' || text as text from log
    where type like 'run.%' or data ->> 'call' in (select call from calls) or (type = 'narration' and text not like '%Searching for%')
    order by index`;
  const [pause] = await sql<{ reason: string }[]>`select reason from pause where key = ${`page:${url}`}`;
  const killed = deaths.filter((death) => death.runId === runId).map(({ at }) => ({ at, text: 'its worker was killed' }));
  const lines = [...events, ...killed].sort((one, other) => one.at - other.at);
  const state =
    candidate.state === null
      ? 'no search named it'
      : `${candidate.state} (${candidate.reason ?? 'no reason'}), begun ${candidate.attempts} times`;
  return [
    `${url}: ${state}; its run ${run}${pause ? `; left alone: ${pause.reason}` : ''}`,
    ...lines.map(({ at, text }) => `    ${new Date(at).toISOString()} ${text}`),
  ].join('\n');
}
