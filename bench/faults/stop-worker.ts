import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../shared/database.ts';
import { type Part, startPart, until } from '../shared/parts.ts';
import type { Fault } from './fault.ts';
import { countDamage, expireHeartbeats, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './support/load.ts';

const SIZES = { full: { stops: 20, pages: 150, runs: 4 }, short: { stops: 1, pages: 40, runs: 2 } };

/** SIGSTOP of a worker until its peer has its runs, then SIGCONT in the middle of them: what it still writes must be refused. */
export const stopWorker: Fault = {
  name: 'stop-worker',
  bar: '0 lost, 0 duplicates, every run ends, gapless; a stale worker writes nothing',
  async run(size) {
    const { stops, pages, runs } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const web = open.use(await openSlowWeb(pages, 200));
    const { sql } = open.use(openClient(database.url, { max: 3 }));
    const gateway = open.use(await startPart('gateway', { DATABASE_URL: database.url }));
    const env = workerEnv(web, database.url);
    const workers: Part[] = [open.use(await startPart('worker', env)), open.use(await startPart('worker', env))];
    let retaken = 0;

    for (let n = 0; n < stops; n++) {
      const [alive] = await sql`select count(*)::int as n from run where state in ('queued', 'running')`;
      for (let i = alive?.n ?? 0; i < runs; i++) await startRun(gateway.url);
      await until('a worker holds a run', 20_000, () => workers.some(({ held }) => held.size > 0));
      await sleep(500);
      let victim = workers[0] as Part;
      let held: { id: string; attempt: number }[] = [];
      await until('a run of a worker is at work', 20_000, async () => {
        victim = workers.toSorted((a, b) => b.held.size - a.held.size)[0] as Part;
        held = await sql`select id, attempt from run where state = 'running' and id = any(${[...victim.held]}::uuid[])`;
        return held.length > 0;
      });
      victim.child.kill('SIGSTOP');
      if (size === 'short') await expireHeartbeats(sql, victim.held);
      await until('the peer has the runs', 60_000, async () => {
        const now = await sql<
          { id: string; attempt: number; state: string }[]
        >`select id, attempt, state from run where id in ${sql(held.map(({ id }) => id))}`;
        return held.every(({ id, attempt }) => now.some((run) => run.id === id && (run.attempt > attempt || run.state !== 'running')));
      });
      retaken += held.length;
      await sleep(300);
      victim.child.kill('SIGCONT');
      await sleep(size === 'full' ? 1000 : 300);
    }

    const damage = await countDamage(sql, pages, 120_000);
    return { figure: `${stops} stops, ${retaken} runs retaken; ${wordsOf(damage)}`, pass: harmless(damage) && retaken > 0 };
  },
};
