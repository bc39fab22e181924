import type postgres from 'postgres';
import { htmlPage, openWeb, type Web } from '../../../test/support/web.ts';
import { rpc, until } from '../../shared/parts.ts';

const PER_ANSWER = 25;

/** A web of pages that each take a while, and of answers a few at a time, so that a run can be broken in the middle. */
export async function openSlowWeb(pages: number, delayMs: number): Promise<Web> {
  const web = await openWeb(
    Object.fromEntries(
      Array.from({ length: pages }, (_, i) => [
        `/db${i}`,
        (_req: unknown, res: import('node:http').ServerResponse) =>
          setTimeout(
            () => res.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`)),
            delayMs,
          ),
      ]),
    ),
  );
  web.search = (req, res) => {
    const first = (Number(new URL(req.url ?? '', web.url).searchParams.get('pageno')) - 1) * PER_ANSWER;
    const results = Array.from({ length: Math.max(0, Math.min(PER_ANSWER, pages - first)) }, (_, i) => ({
      url: `${web.url}/db${first + i}`,
      title: '',
      content: '',
    }));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  return web;
}

/** A worker's settings to search and read that web, all of it. */
export const workerEnv = (web: { url: string; host: string }, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  SEARXNG_URL: web.url,
  FETCH_ALLOW_PRIVATE: web.host,
  SEARCH_PROVIDERS: 'searxng',
  RUN_LANES: '2',
  RUNS_PER_WORKER: '8',
});

/** Starts a run of everything that can be found. Answers the webset's id. */
export async function startRun(url: string, headers: Record<string, string> = {}): Promise<string> {
  let sessionId = '';
  await until('a webset can be made', 20_000, async () => {
    const { status, body } = await rpc(url, 'createSession', { originalQuery: 'databases' }, headers);
    if (status === 200) sessionId = body.session.id;
    return status === 200;
  });
  await rpc(url, 'addCriterion', { sessionId, label: 'Written in Rust' }, headers);
  const started = await rpc(url, 'startRun', { sessionId }, headers);
  if (started.status !== 200) throw new Error(`startRun answered ${started.status}`);
  return sessionId;
}

export interface Damage {
  lost: number;
  duplicates: number;
  unended: number;
  gaps: number;
  judgedTwice: number;
  /** Events after their run's last. */
  late: number;
}

export const harmless = (damage: Damage) => Object.values(damage).every((n) => n === 0);
export const wordsOf = ({ lost, duplicates, unended, gaps, judgedTwice, late }: Damage) =>
  `${lost} rows lost, ${duplicates} duplicates, ${unended} runs unended, ${gaps} gaps in the index, ${judgedTwice} judged twice, ${late} events after the end`;

/** Lets every run end, and counts what is not as it should be: `pages` rows each, once, judged once, and a gapless log with one end. */
export async function countDamage(sql: postgres.Sql, pages: number, patienceMs: number): Promise<Damage> {
  const alive = async () => (await sql`select 1 from run where state in ('queued', 'running') limit 1`).length === 0;
  const unended = await until('every run ends', patienceMs, alive).then(
    () => 0,
    () => 1,
  );
  const [result] = await sql`
    select
      (select coalesce(sum(greatest(0, ${pages} - (select count(*) from "row" r where r.webset_id = u.webset_id))), 0)::int from run u) as lost,
      (select coalesce(sum(n - 1), 0)::int from (select count(*) as n from "row" group by webset_id, url having count(*) > 1) d) as duplicates,
      (select count(*)::int from run where state <> 'completed') as unended,
      (select coalesce(sum(abs(l.next_index - (select count(*) from event e where e.webset_id = l.webset_id))
        + abs(l.next_index - 1 - (select max(index) from event e where e.webset_id = l.webset_id))), 0)::int from event_log l) as gaps,
      (select count(*)::int from verdict where attempts > 1)
        + (select coalesce(sum(greatest(0, judged - ${pages}) + greatest(0, read + unreadable - ${pages})), 0)::int from run) as judged_twice,
      (select count(*)::int from event e join event last on last.run_id = e.run_id and last.type in ('run.completed', 'run.failed', 'run.cancelled')
        where e.webset_id = last.webset_id and e.index > last.index) as late`;
  return {
    lost: result?.lost ?? 0,
    duplicates: result?.duplicates ?? 0,
    unended: Math.max(unended, result?.unended ?? 0),
    gaps: result?.gaps ?? 0,
    judgedTwice: result?.judged_twice ?? 0,
    late: result?.late ?? 0,
  };
}

/** Has the heartbeats of runs run out at once: a short version waits for nothing. */
export async function expireHeartbeats(sql: postgres.Sql, runIds: Iterable<string>): Promise<void> {
  const ids = [...runIds];
  if (ids.length > 0)
    await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = 'run' and state = 'active' and singleton_key in ${sql(ids)}`;
}
