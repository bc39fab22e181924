import type { RequestHandler } from 'express';
import type { GatewayDeps } from './gateway-deps.ts';

const PATIENCE_MS = 2000;

/** Whether this process should be sent work: its database answers in time and it is not shutting down. */
export const readiness =
  ({ ping, databaseHealth }: Pick<GatewayDeps, 'ping' | 'databaseHealth'>, stopping: AbortSignal): RequestHandler =>
  async (_req, res) => {
    const ready = !stopping.aborted && databaseHealth.isUp() && (await answers(ping));
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : stopping.aborted ? 'stopping' : 'unavailable' });
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
