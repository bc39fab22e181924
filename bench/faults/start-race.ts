import { openClient } from '../../src/db/connection/client.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { openDatabase } from '../shared/database.ts';
import { rpc, startPart } from '../shared/parts.ts';
import type { Fault } from './fault.ts';

const SIZES = { full: 1000, short: 30 };

/** Two startRun of one webset at the same moment, over two gateways. */
export const startRace: Fault = {
  name: 'start-race',
  bar: 'exactly one 200 and one 409 each time, one run, one job',
  async run(size) {
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const { db, sql } = open.use(openClient(database.url, { max: 4 }));
    const env = { DATABASE_URL: database.url };
    const [here, there] = [open.use(await startPart('gateway', env)), open.use(await startPart('gateway', env))];
    const result = new Map<string, number>();
    for (let n = 0; n < SIZES[size]; n++) {
      const { id: sessionId } = await insertWebset(db, { originalQuery: 'a race' }, null);
      const answers = await Promise.all([here, there].map(({ url }) => rpc(url, 'startRun', { sessionId })));
      const outcome = answers
        .map(({ status }) => status)
        .sort()
        .join(' and ');
      result.set(outcome, (result.get(outcome) ?? 0) + 1);
    }
    const [left] = await sql`
      select (select count(*)::int from run) as runs, (select count(*)::int from pgboss.job where name = 'run') as jobs`;
    const figure = `${[...result].map(([outcome, n]) => `${outcome}: ${n}`).join(', ')}; ${left?.runs} runs, ${left?.jobs} jobs`;
    return { figure, pass: result.get('200 and 409') === SIZES[size] && left?.runs === SIZES[size] && left?.jobs === SIZES[size] };
  },
};
