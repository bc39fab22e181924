import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../shared/database.ts';
import { rpc, startPart, until } from '../shared/parts.ts';
import { slowness } from '../shared/speed.ts';
import type { Fault } from './fault.ts';
import { countDamage, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './support/load.ts';

// the supervisor gives Postgres up after five deaths in a minute
const SIZES = { full: { restarts: 20, everyMs: 15_500, pages: 150 }, short: { restarts: 2, everyMs: 2500, pages: 15 } };
const BAR_MS = 5000;

/** Postgres is stopped, fast and immediately in turn, under writes and runs; its supervisor starts it again. */
export const restartPostgres: Fault = {
  name: 'restart-postgres',
  bar: `0 acknowledged writes lost, processes stay up, nothing alive retaken, writes again within ${BAR_MS / 1000} s`,
  async run(size) {
    const { restarts, everyMs, pages } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase({ lasting: true }));
    const web = open.use(await openSlowWeb(pages, 150));
    const gateway = open.use(await startPart('gateway', { DATABASE_URL: database.url }));
    const worker = open.use(await startPart('worker', workerEnv(web, database.url)));
    const acknowledged: string[] = [];
    const recoveries: number[] = [];
    let refused = 0;
    let lastWrite = 0;
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const answer = await rpc(gateway.url, 'createSession', { originalQuery: 'kept' }).catch(() => null);
        if (answer?.status === 200) {
          acknowledged.push(answer.body.session.id);
          lastWrite = performance.now();
        } else refused++;
        await sleep(5);
      }
    })();

    for (let n = 0; n < restarts; n++) {
      await startRun(gateway.url);
      await sleep(n === 0 ? 1000 : everyMs - 2000);
      const { pid } = database.embedded;
      process.kill(pid, n % 2 === 0 ? 'SIGINT' : 'SIGQUIT'); // fast, immediate
      const stopped = performance.now();
      await until('another Postgres', 20_000, () => database.embedded.pid !== pid);
      const gone = performance.now();
      await until('a write after the restart', 30_000, () => lastWrite > gone);
      recoveries.push(lastWrite - stopped);
      await sleep(size === 'full' ? 2000 : 300);
    }
    writing = false;
    await writer;

    const { sql } = open.use(openClient(database.url, { max: 2 }));
    await sql`delete from webset w where not exists (select from run r where r.webset_id = w.id) and not w.id = any(${acknowledged})`;
    const [kept] = await sql`select count(*)::int as n from webset where id = any(${acknowledged})`;
    const lost = acknowledged.length - (kept?.n ?? 0);
    await sql`delete from webset w where not exists (select from run r where r.webset_id = w.id)`;
    const damage = await countDamage(sql, pages, 120_000);
    const [retaken] = await sql`select coalesce(sum(attempt - 1), 0)::int as n from run`;
    const up = gateway.child.exitCode === null && worker.child.exitCode === null;
    const slowest = Math.max(...recoveries);
    const figure = `${restarts} restarts, ${acknowledged.length} writes acknowledged, ${lost} lost, ${refused} refused; slowest recovery ${(slowest / 1000).toFixed(1)} s; ${retaken?.n} retaken; ${wordsOf(damage)}`;
    return { figure, pass: lost === 0 && up && slowest < BAR_MS * slowness() && retaken?.n === 0 && harmless(damage) };
  },
};
