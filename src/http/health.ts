import type { RequestHandler } from 'express';
import type { GatewayDeps } from './gateway-deps.ts';

const PATIENCE_MS = 2000;
/** However often it is asked, the database is asked once in so long. */
const FRESH_MS = 1000;

/** Whether this process should be sent work: its database answers in time and it is not shutting down. */
export const readiness = (
  { ping, databaseHealth }: Pick<GatewayDeps, 'ping' | 'databaseHealth'>,
  stopping: AbortSignal,
): RequestHandler => {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answered = Promise.resolve(false);
  const isAnswered = () => {
    if (performance.now() - askedAt < FRESH_MS) return answered;
    askedAt = performance.now();
    answered = answers(ping);
    return answered;
  };
  return async (_req, res) => {
    const ready = !stopping.aborted && databaseHealth.isUp() && (await isAnswered());
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : stopping.aborted ? 'stopping' : 'unavailable' });
  };
};

function answers(ping: () => Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PATIENCE_MS);
  ping().then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(timer));
}
