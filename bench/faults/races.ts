import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openWorker } from '../../src/main/processes/worker-process.ts';
import { openDatabase } from '../shared/database.ts';
import { randomFrom } from '../shared/figures.ts';
import { rpc, until } from '../shared/parts.ts';
import type { Fault } from './fault.ts';
import { openInProcess } from './support/in-process.ts';
import { openSlowWeb, workerEnv } from './support/load.ts';
import { addUsers } from './support/users.ts';

const SIZES = { full: { times: 1000, atOnce: 8 }, short: { times: 30, atOnce: 4 } };
const LEGAL = new Set(['queued', 'running', 'completed', 'cancelled']);

/** Cancel, delete, claim and start at random moments of a run, from two gateways, under a worker at work. */
export const races: Fault = {
  name: 'races',
  bar: 'a legal end state, at most one claimer, no orphan rows or jobs',
  async run(size) {
    const { times, atOnce } = SIZES[size];
    const random = randomFrom(4);
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const web = open.use(await openSlowWeb(3, 10));
    const [here, there] = [open.use(await openInProcess(database.url)), open.use(await openInProcess(database.url))];
    const config = readConfig(workerEnv(web, database.url));
    open.use(await openWorker({ config, databaseUrl: database.url, log: pino({ level: 'silent' }) }));
    const { sql } = here;
    const claims = (await addUsers(sql, ['ann', 'bob'])) ? ['claimSessions', 'claimSessions'] : [];
    const wrong: string[] = [];
    const outcomes: Record<string, number> = {};

    const race = async () => {
      const at = () => (random() < 0.5 ? here : there).url;
      const { body } = await rpc(here.url, 'createSession', { originalQuery: 'a race' });
      const sessionId: string = body.session.id;
      await rpc(here.url, 'addCriterion', { sessionId, label: 'Written in Rust' });
      await rpc(here.url, 'startRun', { sessionId });
      const acts = ['cancelRun', 'deleteSession', ...claims, 'startRun']
        .filter((name) => name.startsWith('claim') || random() < 0.6)
        .map((name, i) => ({ name, user: i % 2 === 0 ? 'ann' : 'bob', wait: random() * 60, url: at() }));
      const result = await Promise.all(
        acts.map(async ({ name, user, wait, url }) => {
          await sleep(wait);
          if (name === 'claimSessions') {
            const { status, body: claimed } = await rpc(url, name, { sessionIds: [sessionId] }, { 'x-user': user });
            if (status >= 500) wrong.push(`${name}: ${status}`);
            return status === 200 && claimed.claimed.length === 1 ? `claim:${user}` : '';
          }
          const { status } = await rpc(url, name, { sessionId });
          if (![200, 403, 404, 409].includes(status)) wrong.push(`${name}: ${status}`);
          return status === 200 ? name : '';
        }),
      );
      const claimers = new Set(result.filter((act) => act.startsWith('claim:')));
      if (claimers.size > 1) wrong.push('two claimers');
      const [left] = await sql`
        select w.owner_id, u.state,
          (select count(*)::int from "row" where webset_id = ${sessionId}) + (select count(*)::int from run where webset_id = ${sessionId})
            + (select count(*)::int from event where webset_id = ${sessionId}) + (select count(*)::int from event_log where webset_id = ${sessionId}) as rest,
          (select count(*)::int from run where webset_id = ${sessionId} and state in ('queued', 'running')) as alive
        from (select ${sessionId}::uuid as id) s left join webset w on w.id = s.id
        left join lateral (select state from run where webset_id = w.id order by created_at desc limit 1) u on true`;
      const deleted = result.includes('deleteSession');
      if (deleted && (left?.state || left?.rest > 0)) wrong.push(`deleted, but ${left?.rest} rows stay`);
      if (!deleted && !LEGAL.has(left?.state)) wrong.push(`state ${left?.state}`);
      if (!deleted && claimers.size === 1 && !claimers.has(`claim:${left?.owner_id}`)) wrong.push('the claimer is not the owner');
      if (left?.alive > 1) wrong.push('two runs alive');
      const outcome = deleted ? 'deleted' : String(left?.state);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    for (let n = 0; n < times; n += atOnce) await Promise.all(Array.from({ length: Math.min(atOnce, times - n) }, race));

    await until(
      'every run ends', // hundreds are queued by now
      300_000,
      async () => (await sql`select 1 from run where state in ('queued', 'running') limit 1`).length === 0,
    );
    await sleep(1500);
    const [orphans] = await sql`
      select (select count(*)::int from pgboss.job j where name = 'run' and state in ('created', 'retry', 'active')) as jobs,
        (select count(*)::int from run where state not in ('completed', 'cancelled')) as runs,
        (select coalesce(sum(abs(l.next_index - (select count(*) from event e where e.webset_id = l.webset_id))), 0)::int from event_log l) as gaps`;
    const figure = `${times} races (${Object.entries(outcomes)
      .map(([state, n]) => `${n} ${state}`)
      .join(
        ', ',
      )}): ${wrong.length} illegal${wrong[0] ? ` (${wrong[0]})` : ''}, ${orphans?.jobs} orphan jobs, ${orphans?.runs} runs unended, ${orphans?.gaps} gaps`;
    return { figure, pass: wrong.length === 0 && orphans?.jobs === 0 && orphans?.runs === 0 && orphans?.gaps === 0 };
  },
};
