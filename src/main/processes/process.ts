import type { RestartCount } from '../../domain/work/restart.ts';
import type { Taken } from '../../queue/run-jobs.ts';

/** Messages of a gateway or worker to its parent; `alive` once a second. */
export type ChildMessage =
  | { type: 'ready'; url?: string }
  | { type: 'failed'; message: string }
  | { type: 'alive' }
  | ({ type: 'took' | 'left' } & Taken);

/** Messages of the parent: to a spare that it is needed, to a gateway how often parts were restarted. */
export type Order = { type: 'go' } | { type: 'restarts'; restarts: RestartCount[] };

/** Sends a message to the parent, if there is one and it is alive. */
export function sendToParent(message: ChildMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {}); // 'disconnect' reports one that dies meanwhile
}

const ALIVE_MS = 1000;

/** Reports to the parent at intervals that the event loop of this process is running. */
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

/** The restarts that the parent last reported; none without a parent. */
export function followRestarts(): () => RestartCount[] {
  let latest: RestartCount[] = [];
  process.on('message', (order: Order) => {
    if (order.type === 'restarts') latest = order.restarts;
  });
  return () => latest;
}

/**
 * Whether an error is an unhandled one of a database driver, thrown when a connection breaks while opening or closing; its query has
 * already failed.
 */
export function isDriverNoise(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message, stack = '', code, query } = error as NodeJS.ErrnoException & { query?: string };
  return (
    // the driver's own query for array types on each new connection, recognised by its text: socket errors have no stack frame of the
    // driver
    /\bpg_catalog\.pg_type\b/.test(query ?? '') ||
    (/of null \(reading 'write'\)/.test(message) && /postgres\/src\/connection/.test(stack)) ||
    (/\/(pg|pg-protocol)\/(lib|dist)\//.test(stack) && /^(57P0[1-5]|ECONNRESET|EPIPE)$/.test(String(code)))
  );
}

/** Keeps a long-lived process alive after driver errors; logs any other error and exits. */
export function survive(log: { error(facts: object, message: string): void; fatal(facts: object, message: string): void }): void {
  process.on('uncaughtException', (err) => {
    if (isDriverNoise(err)) return log.error({ err }, 'a database connection broke at a bad moment');
    log.fatal({ err }, 'unexpected error');
    process.exit(1);
  });
}

/** Resolves when this process should end: on SIGINT or SIGTERM, or when its parent has gone. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.env.npm_lifecycle_event) onceOrphaned(resolve);
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  if (process.send) process.once('disconnect', () => resolve());
  if (process.send && !process.connected) resolve(); // the parent died during the start
  return promise;
}

/** Read at start: if the parent ends during the start, it could not be noticed later. */
const PARENT = process.ppid;

/** The shell of an npm script ends at a SIGTERM to npm without forwarding it. */
function onceOrphaned(resolve: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    resolve();
  }, 1000);
  watch.unref();
}
