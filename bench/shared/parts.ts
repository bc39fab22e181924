import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChildMessage } from '../../src/main/processes/process.ts';
import { slowness } from './speed.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

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

/** Starts a part, by the service's program or another one, and resolves when it is ready. */
export async function startPart(command: 'gateway' | 'worker', env: Record<string, string>, main = MAIN): Promise<Part> {
  const { PATH = '', HOME = '' } = process.env;
  const limits = {
    RUN_LIMIT: '0',
    ANONYMOUS_CREATE_LIMIT: '0',
    RUN_TARGET: '1000',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    SAMPLES: 'off',
    PORT: '0',
  };
  const child = fork(main, [command], { env: { PATH, HOME, ...limits, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
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
