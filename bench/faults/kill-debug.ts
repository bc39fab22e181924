import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { type Fault, openDatabase, type Part, percentile, startPart, until } from './bench.ts';
import { countDamage, expireHeartbeats, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './load.ts';

const SIZES = { full: { kills: Number(process.env.KILLS ?? 30), everyMs: 4000, pages: 120, runs: 6 }, short: { kills: 2, everyMs: 500, pages: 40, runs: 2 } };
const BAR_SECONDS = 16;

/** kill -9 of one of two workers, again and again; each comes back. Runs are kept coming until the last kill. */
export const killWorker: Fault = {
  name: 'kill-worker',
  bar: `0 lost, 0 duplicates, every run ends, gapless; retaken by a peer within ${BAR_SECONDS} s (p99, heartbeat 10 s)`,
  async run(size) {
    const { kills, everyMs, pages, runs } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const web = open.use(await openSlowWeb(pages, 150));
    const { sql } = open.use(openClient(database.url, { max: 3 }));
    const gateway = open.use(await startPart('gateway', { DATABASE_URL: database.url }));
    const env = workerEnv(web, database.url);
    const workers: Part[] = await Promise.all([startPart('worker', env), startPart('worker', env)]);
    open.defer(async () => void (await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))));
    const deaths: { runId: string; at: number; who: number }[] = [];
    const topUp = async () => {
      const [alive] = await sql`select count(*)::int as n from run where state in ('queued', 'running')`;
      for (let n = alive?.n ?? 0; n < runs; n++) await startRun(gateway.url);
    };

    for (let n = 0; n < kills; n++) {
      await topUp();
      await until('a worker holds a run', 20_000, () => workers.some(({ held }) => held.size > 0));
      await sleep(everyMs);
      const which = workers[n % 2]?.held.size ? n % 2 : (n + 1) % 2; // they take turns to die, unless one has nothing to lose
      const victim = workers[which] as Part;
      const at = Date.now();
      deaths.push(...[...victim.held].map((runId) => ({ runId, at, who: which })));
      await victim.kill();
      if (size === 'short') await expireHeartbeats(sql, victim.held);
      workers[which] = await startPart('worker', env);
    }

    const damage = await countDamage(sql, pages, 120_000);
    const resumed = await sql<
      { run_id: string; at: string }[]
    >`select run_id, at::text || ':00' as at from event where type = 'run.resumed' order by at`;
    const retakes = deaths.flatMap(({ runId, at }) => {
      const next = resumed.find((event) => event.run_id === runId && Date.parse(event.at) >= at);
      return next ? [Date.parse(next.at) - at] : []; // none: its last event was written just before it died
    });
    const all = await sql`select run_id, type, at::text || ':00' as at, data from event where type like 'run.%' order by at`;
    const t0 = deaths[0]?.at ?? 0;
    for (const { runId, at, who } of deaths) {
      const next = resumed.find((event) => event.run_id === runId && Date.parse(event.at) >= at);
      const took = next ? (Date.parse(next.at) - at) / 1000 : -1;
      console.log('death', ((at - t0) / 1000).toFixed(1), 'worker', who, runId.slice(0, 4), 'retaken after', took, all.filter((e) => e.run_id === runId).map((e) => `${e.type} ${((Date.parse(e.at) - t0) / 1000).toFixed(1)}`).join(', '));
    }
    const p99 = percentile(retakes, 0.99) / 1000;
    const figure = `${kills} kills, ${retakes.length} retakes: p50 ${(percentile(retakes, 0.5) / 1000).toFixed(1)} s, p99 ${p99.toFixed(1)} s; ${wordsOf(damage)}`;
    return { figure, pass: harmless(damage) && retakes.length > 0 && p99 < BAR_SECONDS };
  },
};

console.log(await killWorker.run('full'));
process.exit(0);
