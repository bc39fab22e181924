import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../shared/database.ts';
import { rpc, startPart, until } from '../shared/parts.ts';
import { slowness } from '../shared/speed.ts';
import type { Fault } from './fault.ts';
import { countDamage, harmless, openSlowWeb, startRun, wordsOf, workerEnv } from './support/load.ts';

const SIZES = { full: { holes: 10, pages: 150, forMs: 12_000 }, short: { holes: 1, pages: 12, forMs: 4500 } };
const ERROR_MS = 10_000;
const RECOVERY_MS = 5000;

/** A TCP proxy before a database that can swallow every byte without a word. */
export async function openProxy(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let swallows = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => swallows || to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (!swallows) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  address.port = String((server.address() as { port: number }).port);
  return {
    url: address.href,
    /** From now on nothing goes through; at the end of it, what was open stays dead. */
    set hole(on: boolean) {
      swallows = on;
      if (!on) for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The network to the database swallows everything: no refusal, no reset. */
export const blackHole: Fault = {
  name: 'black-hole',
  bar: `every door answers in its documented shape within ${ERROR_MS / 1000} s, and serves again within ${RECOVERY_MS / 1000} s; the runs end unharmed`,
  async run(size) {
    const { holes, pages, forMs } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const web = open.use(await openSlowWeb(pages, 200));
    const proxy = open.use(await openProxy(database.url));
    const { sql } = open.use(openClient(database.url, { max: 2 }));
    const gateway = open.use(await startPart('gateway', { DATABASE_URL: proxy.url }));
    const worker = open.use(await startPart('worker', workerEnv(web, proxy.url)));
    let slowest = 0;
    let slowestBack = 0;
    const wrong: string[] = [];

    for (let n = 0; n < holes; n++) {
      const sessionId = await startRun(gateway.url);
      await sleep(500);
      proxy.hole = true;
      const began = performance.now();
      const ask = async (name: string, wanted: number | null, shape: RegExp, path: string, init?: RequestInit) => {
        const start = performance.now();
        const response = await fetch(gateway.url + path, { ...init, signal: AbortSignal.timeout(60_000) });
        const text = await response.text();
        slowest = Math.max(slowest, performance.now() - start);
        if ((wanted !== null && response.status !== wanted) || !shape.test(text))
          wrong.push(`${name}: ${response.status} ${text.slice(0, 80)}`);
      };
      const post = (body: object) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const everyEndpoint = () =>
        Promise.all([
          ask('rpc', 503, /(?=.*"code":"SERVICE_UNAVAILABLE")(?=.*"defined":false)/, '/api/v1/search/getSession', post({ sessionId })),
          ask('start', 503, /"code":"SERVICE_UNAVAILABLE"/, '/api/v1/search/startRun', post({ sessionId })),
          ask('graphql', null, /"code":"SERVICE_UNAVAILABLE"/, '/graphql', post({ query: `{ webset(id: "${sessionId}") { title } }` })),
          ask('export', 500, /^\{"error":/, `/api/sessions/${sessionId}/export`),
          ask('stream', 502, /^\{"error":/, `/api/sessions/${sessionId}/stream`),
          ask('readyz', 503, /"unavailable"/, '/readyz'),
          ask('healthz', 200, /"ok"/, '/healthz'),
        ]);
      await everyEndpoint(); // asked before anybody knows
      await everyEndpoint(); // and after
      await sleep(Math.max(0, forMs - (performance.now() - began)));
      proxy.hole = false;
      const back = performance.now();
      await until('the gateway serves again', 30_000, async () => (await rpc(gateway.url, 'getSession', { sessionId })).status === 200);
      slowestBack = Math.max(slowestBack, performance.now() - back);
    }

    const damage = await countDamage(sql, pages, 120_000);
    const up = gateway.child.exitCode === null && worker.child.exitCode === null;
    const times = slowness();
    const figure = `${holes} holes: slowest error ${(slowest / 1000).toFixed(1)} s, slowest recovery ${(slowestBack / 1000).toFixed(1)} s, ${wrong.length} wrong answers${wrong.length > 0 ? ` (${wrong.join('; ')})` : ''}; ${wordsOf(damage)}`;
    return {
      figure,
      pass: up && wrong.length === 0 && slowest < ERROR_MS * times && slowestBack < RECOVERY_MS * times && harmless(damage),
    };
  },
};
