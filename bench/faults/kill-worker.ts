import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../shared/database.ts';
import { percentile } from '../shared/figures.ts';
import { type Part, startPart, until } from '../shared/parts.ts';
import { slowness } from '../shared/speed.ts';
import type { Fault } from './fault.ts';
import { countDamage, expireHeartbeats, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './support/load.ts';
import { describeLoss } from './support/loss.ts';

const SIZES = { full: { kills: 100, everyMs: 4000, pages: 120, runs: 6 }, short: { kills: 2, everyMs: 500, pages: 40, runs: 2 } };
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
    const env = { ...workerEnv(web, database.url), LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' }; // it says why a candidate failed
    const parts: Part[] = [];
    const startWorker = async () => {
      const part = await startPart('worker', env);
      parts.push(part);
      return part;
    };
    const workers: Part[] = await Promise.all([startWorker(), startWorker()]);
    open.defer(async () => void (await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()))));
    const deaths: { runId: string; at: number }[] = [];
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
      deaths.push(...[...victim.held].map((runId) => ({ runId, at })));
      await victim.kill();
      if (size === 'short') await expireHeartbeats(sql, victim.held);
      workers[which] = await startWorker();
    }

    const damage = await countDamage(sql, pages, 120_000);
    const takings = parts.flatMap(({ taken }) => taken).sort((one, other) => one.at - other.at);
    const resumed = (
      await sql<{ run_id: string; at: string }[]>`select run_id, at::text || ':00' as at from event where type = 'run.resumed' order by at`
    ).map(({ run_id, at }) => ({ runId: run_id, at: Date.parse(at) }));
    // none: its last event was written just before it died
    const after = (list: typeof takings) =>
      deaths.flatMap(({ runId, at }) => {
        const next = list.find((one) => one.runId === runId && one.at >= at);
        return next ? [next.at - at] : [];
      });
    const retakes = after(takings);
    const p99 = percentile(retakes, 0.99) / 1000;
    const seconds = (times: number[]) =>
      `p50 ${(percentile(times, 0.5) / 1000).toFixed(1)} s, p99 ${(percentile(times, 0.99) / 1000).toFixed(1)} s`;
    // a peer that is killed between the two has another death of the same run, and a wait of its own
    if (damage.lost > 0) for (const words of await describeLoss(sql, { url: web.url, pages }, deaths)) console.error(words);
    const figure = `${kills} kills, ${retakes.length} retakes: ${seconds(retakes)}; its next work: ${seconds(after(resumed))}; ${wordsOf(damage)}`;
    return { figure, pass: harmless(damage) && retakes.length > 0 && p99 < BAR_SECONDS * slowness() };
  },
};
