import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/db/connection/migrate.ts';
import { type Embedded, openEmbedded } from '../../src/db/embedded/server.ts';
import { PATIENCE, type Patience } from '../../src/domain/work/patience.ts';
import { serveBuilt } from '../../src/http/pages/web.ts';
import { openGateway } from '../../src/main/processes/open-gateway.ts';
import type { ChildMessage } from '../../src/main/processes/process.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { slowness } from '../speed.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** One way to break the service: how often in full and in short, and what must hold. `run` answers the figure and whether the bar was met. */
export interface Fault {
  name: string;
  bar: string;
  run(size: 'full' | 'short'): Promise<{ figure: string; pass: boolean }>;
}

/** A database of a fault's own. `lasting`: with every safety on, as in production. */
export async function openDatabase({ lasting = false } = {}): Promise<AsyncDisposable & { url: string; embedded: Embedded }> {
  await using open = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-fault-'));
  open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = open.use(await openEmbedded({ dataDir, ephemeral: !lasting, log: () => {} }));
  await migrate(embedded.url);
  await (await openQueue(embedded.url, { heartbeatSeconds: 10, worker: false, onError: () => {} }))[Symbol.asyncDispose]();
  const close = open.move();
  return { url: embedded.url, embedded, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** A gateway or worker as a process of its own. */
export interface Part extends AsyncDisposable {
  child: ChildProcess;
  /** Where a gateway answers. */
  url: string;
  /** The runs a worker holds. */
  held: Set<string>;
  /** Every taking of a run by a worker, and when (ms since 1970). */
  taken: { runId: string; at: number }[];
  kill(): Promise<void>;
}

/** Starts a part and resolves when it is ready. */
export async function startPart(command: 'gateway' | 'worker', env: Record<string, string>): Promise<Part> {
  const { PATH = '', HOME = '' } = process.env;
  const limits = {
    RUN_LIMIT: '0',
    ANONYMOUS_CREATE_LIMIT: '0',
    RUN_TARGET: '1000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    SAMPLES: 'off',
    PORT: '0',
  };
  const child = fork(MAIN, [command], { env: { PATH, HOME, ...limits, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const held = new Set<string>();
  const taken: Part['taken'] = [];
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = Promise.withResolvers<string>();
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'ready') ready.resolve(message.url ?? '');
    if (message.type === 'failed') ready.reject(new Error(message.message));
    if (message.type === 'took') {
      held.add(message.runId);
      taken.push({ runId: message.runId, at: Date.now() });
    }
    if (message.type === 'left') held.delete(message.runId);
  });
  void gone.then(() => ready.reject(new Error(`the ${command} ended`)));
  return {
    child,
    url: await ready.promise,
    held,
    taken,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A gateway in this process, where its timers and sockets can be counted. `x-user` says who calls. */
export async function openInProcess(databaseUrl: string, patience: Patience = PATIENCE) {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', GRAPHIQL: 'off', SAMPLES: 'off', STREAMS_PER_IP: '0' });
  return openGateway({
    config: { ...config, origins: [], limits: { ...config.limits, createPerHour: 0, runPerHour: 0, reviewPerHour: 0, bytesPerDay: 0 } },
    databaseUrl,
    secret: 'a secret of benches, 0123456789 abcdefghij',
    web: serveBuilt('dist/web'),
    log: pino({ level: 'silent' }),
    processMetrics: false,
    patience,
    replace: (deps) => ({
      ...deps,
      viewerOf: async (req) => ({ userId: req.get('x-user') ?? null }),
      auth: { handler: async () => new Response(null, { status: 404 }), browserOf: () => null },
    }),
  });
}

/** Calls a JSON operation. */
export async function rpc(url: string, operation: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/v1/search/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: await response.json() };
}

let times: number | undefined;

/** Waits until something is true; throws after the limit, which is longer on a slower processor. */
export async function until(what: string, limitMs: number, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  times ??= slowness();
  const limit = limitMs * times;
  for (const end = performance.now() + limit; !(await isTrue()); await sleep(50))
    if (performance.now() > end) throw new Error(`not within ${Math.round(limit / 1000)} s: ${what}`);
}

/** A share of sorted numbers, 0.99 for the 99th percentile. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Numbers from 0 to 1 that are the same in every run of a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
