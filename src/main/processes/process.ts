import type { RestartCount } from '../../domain/work/restart.ts';
import type { Taken } from '../../queue/run-jobs.ts';

/** What the parent of a gateway or worker hears from it; `alive` once a second. */
export type ChildMessage =
  | { type: 'ready'; url?: string }
  | { type: 'failed'; message: string }
  | { type: 'alive' }
  | ({ type: 'took' | 'left' } & Taken);

/** What a gateway or worker hears from its parent: a spare that it is needed, a gateway how often parts were started again. */
export type Order = { type: 'go' } | { type: 'restarts'; restarts: RestartCount[] };

/** Tells the parent, when there is one and it still lives. */
export function sendToParent(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {}); // one that dies meanwhile is heard of by 'disconnect'
}

const ALIVE_MS = 1000;

/** Tells the parent again and again that this process gets round to it. */
export function sendHeartbeats(): void {
  if (process.send) setInterval(() => sendToParent({ type: 'alive' }), ALIVE_MS).unref();
}

export const SPARE = 'WEBSET_SPARE';

/** A spare process waits here until its parent needs it. */
export async function untilNeeded(): Promise<void> {
  if (process.env[SPARE] !== 'on') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => process.exit(0);
  process.once('message', () => resolve());
  process.once('disconnect', leave);
  await promise;
  process.off('disconnect', leave);
}

/** How often the parent started parts again, as it last told; nothing without a parent. */
export function followRestarts(): () => RestartCount[] {
  let latest: RestartCount[] = [];
  process.on('message', (order: Order) => {
    if (order.type === 'restarts') latest = order.restarts;
  });
  return () => latest;
}

/**
 * What the database drivers throw into the void when a connection breaks at a bad moment, such as the queue's listener that is just closing
 * or connecting; its query has failed already.
 */
export function isDriverNoise(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message, stack = '', code, query } = error as NodeJS.ErrnoException & { query?: string };
  return (
    // what the driver asks about arrays on each new connection: nobody waits for that answer. Told by its query alone: an error of the socket has no frame of the driver
    /\bpg_catalog\.pg_type\b/.test(query ?? '') ||
    (/of null \(reading 'write'\)/.test(message) && /postgres\/src\/connection/.test(stack)) ||
    (/\/(pg|pg-protocol)\/(lib|dist)\//.test(stack) && /^(57P0[1-5]|ECONNRESET|EPIPE)$/.test(String(code)))
  );
}

/** A long-lived process does not die of the driver's noise; of anything else it does, having said what. */
export function survive(log: { error(facts: object, message: string): void; fatal(facts: object, message: string): void }): void {
  process.on('uncaughtException', (err) => {
    if (isDriverNoise(err)) return log.error({ err }, 'a database connection broke at a bad moment');
    log.fatal({ err }, 'unexpected error');
    process.exit(1);
  });
}

/** Resolves when this process should end: SIGINT, SIGTERM, or the parent that started it is gone. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.env.npm_lifecycle_event) onceOrphaned(resolve);
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  if (process.send) process.once('disconnect', () => resolve());
  if (process.send && !process.connected) resolve(); // the parent died while we started
  return promise;
}

/** Known from the start: a parent that ends while we start would not be missed later. */
const PARENT = process.ppid;

/** The shell that npm runs a script in ends at a SIGTERM to npm without handing it on. */
function onceOrphaned(resolve: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    resolve();
  }, 1000);
  watch.unref();
}
