import { Session } from 'node:inspector/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { openDatabase } from '../shared/database.ts';
import type { Fault } from './fault.ts';
import { openInProcess } from './support/in-process.ts';
import { beginRun } from './support/log.ts';
import { countResources, left } from './support/resources.ts';

const SIZES = { full: { times: 10_000, atOnce: 100, warmUp: 1000 }, short: { times: 200, atOnce: 20, warmUp: 100 } };
const BAR_MB = 10;

/** Followers of both kinds that come, hear something and leave, half of them with a reset. */
export const disconnects: Fault = {
  name: 'disconnects',
  bar: `0 listeners, timers and sockets left; heap < +${BAR_MB} MB`,
  run: (size) => countLeft(size),
};

/** The same, with something that is done at each visit: a test of the count leaks there. */
export async function countLeft(size: 'full' | 'short', onVisit: (n: number) => void = () => {}): ReturnType<Fault['run']> {
  const { times, atOnce, warmUp } = SIZES[size];
  await using open = new AsyncDisposableStack();
  const inspector = open.adopt(new Session(), (session) => session.disconnect()); // a flag of V8 would change the cache of code
  inspector.connect();
  const database = open.use(await openDatabase());
  const gateway = open.use(await openInProcess(database.url));
  const { websetId, runId } = await beginRun(gateway.db);
  await appendEvents(gateway.db, websetId, runId, [{ type: 'narration', data: { text: 'hear this' } }]);
  const { hostname, port } = new URL(gateway.url);
  const query = encodeURIComponent(`subscription { runEvents(websetId: "${websetId}") { index data } }`);
  const requests = [`GET /api/sessions/${websetId}/stream HTTP/1.1`, `GET /graphql?query=${query} HTTP/1.1`];

  const visit = async (n: number) => {
    onVisit(n);
    const socket: Socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(`${requests[n % 2]}\r\nHost: ${hostname}:${port}\r\nAccept: text/event-stream\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
        if (heard.includes('hear this')) resolve();
      });
      socket.on('close', () => reject(new Error(`closed, having said: ${heard.slice(0, 200)}`)));
    });
    socket.removeAllListeners('close');
    if (n % 4 < 2) socket.destroy();
    else socket.resetAndDestroy();
  };
  const visits = async (count: number) => {
    for (let n = 0; n < count; n += atOnce) await Promise.all(Array.from({ length: Math.min(atOnce, count - n) }, (_, i) => visit(n + i)));
  };
  const settle = async () => {
    for (let n = 0; n < 40 && gateway.listener.waiting() > 0; n++) await sleep(100);
    await sleep(size === 'full' ? 6000 : 1500); // connections that are kept alive for the next request go after five seconds
    await inspector.post('HeapProfiler.collectGarbage');
    return {
      heap: process.memoryUsage().heapUsed,
      counts: await countResources(async () => {
        const [pool] =
          await gateway.sql`select count(*)::int as n from pg_stat_activity where application_name in ('webset gateway', 'webset queue')`;
        return Number(pool?.n); // a socket and an idle timer each
      }),
      waiting: gateway.listener.waiting(),
    };
  };

  await visits(warmUp);
  const before = await settle();
  await visits(times);
  const after = await settle();

  const grown = (after.heap - before.heap) / 2 ** 20;
  const [sockets, timers] = [left(before.counts, after.counts, 'sockets'), left(before.counts, after.counts, 'timers')];
  const figure = `${times} disconnects: ${after.waiting} listeners, ${timers} timers, ${sockets} sockets left; heap ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB`;
  return { figure, pass: after.waiting === 0 && timers === 0 && sockets === 0 && grown < BAR_MB };
}
