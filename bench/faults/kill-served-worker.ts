import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { childrenOf, runCommand } from '../../test/support/run-command.ts';
import { openDatabase } from '../shared/database.ts';
import { percentile } from '../shared/figures.ts';
import { until } from '../shared/parts.ts';
import { slowness } from '../shared/speed.ts';
import type { Fault } from './fault.ts';
import { countDamage, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './support/load.ts';

const SIZES = { full: { kills: 20, everyMs: 15_500, pages: 150 }, short: { kills: 1, everyMs: 1000, pages: 20 } };
const BAR_MS = 2000;

/**
 * kill -9 of the worker of a `serve`, which starts it again and gives its runs back at once. After a life of 10 s the pause before a start
 * is the shortest.
 */
export const killServedWorker: Fault = {
  name: 'kill-served-worker',
  bar: `0 lost, 0 duplicates, every run ends, gapless; going again under serve within ${BAR_MS / 1000} s (p99)`,
  async run(size) {
    const { kills, everyMs, pages } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const web = open.use(await openSlowWeb(pages, 150));
    const { sql } = open.use(openClient(database.url, { max: 3 }));
    const folder = await mkdtemp(join(tmpdir(), 'webset-serve-'));
    open.defer(() => rm(folder, { recursive: true, force: true }));
    const env = { ...workerEnv(web, database.url), PORT: '0', SAMPLES: 'off', LOG_LEVEL: 'fatal', RUN_LIMIT: '0', RUN_TARGET: '1000' };
    const serve = open.use(runCommand(['serve'], env, folder));
    const url = await serve.says(/ready at (http\S+)/);
    const workerPid = async () =>
      (await childrenOf(serve.child.pid as number)).find(({ command }) => command.includes('main.ts worker'))?.pid; // the spare is younger
    const retakes: number[] = [];

    for (let n = 0; n < kills; n++) {
      await startRun(url);
      await until(
        'a run is at work',
        20_000,
        async () => (await sql`select 1 from run where state = 'running' and judged between 1 and 20`).length > 0,
      );
      const pid = await workerPid();
      if (!pid) throw new Error('no worker under serve');
      const held = await sql<{ id: string; attempt: number }[]>`select id, attempt from run where state = 'running'`;
      const killedAt = Date.now();
      process.kill(pid, 'SIGKILL');
      for (const { id, attempt } of held) {
        await until(
          'the run goes on',
          30_000,
          async () => (await sql`select 1 from run where id = ${id} and attempt > ${attempt}`).length > 0,
        );
        const [resumed] = await sql<
          { at: string }[]
        >`select max(at)::text || ':00' as at from event where run_id = ${id} and type = 'run.resumed'`;
        retakes.push(Date.parse((resumed as { at: string }).at) - killedAt);
      }
      if (n < kills - 1) await sleep(Math.max(0, everyMs - (Date.now() - killedAt)));
    }

    const damage = await countDamage(sql, pages, 120_000);
    const p99 = percentile(retakes, 0.99);
    const times = slowness();
    const figure = `${kills} kills, ${retakes.length} retakes: p50 ${Math.round(percentile(retakes, 0.5))} ms, p99 ${Math.round(p99)} ms (the bar ${times} times: so slow is this processor); ${wordsOf(damage)}`;
    return { figure, pass: harmless(damage) && retakes.length > 0 && p99 < BAR_MS * times };
  },
};
