import type { RequestHandler } from 'express';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';
import { sleepWhileRunning } from '../domain/work/running-time.ts';
import type { GatewayDeps } from './gateway-deps.ts';

/**
 * /readyz: 200 while the database answers in time and the process is not shutting down.
 * The database is asked at most once in `freshMs`.
 */
export const readiness = (
  { ping, databaseHealth }: Pick<GatewayDeps, 'ping' | 'databaseHealth'>,
  stopping: AbortSignal,
  { answerMs, freshMs }: Patience['readiness'] = PATIENCE.readiness,
): RequestHandler => {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answered = Promise.resolve(false);
  const isAnswered = () => {
    if (performance.now() - askedAt < freshMs) return answered;
    askedAt = performance.now();
    answered = answers(ping, answerMs);
    return answered;
  };
  return async (_req, res) => {
    const ready = !stopping.aborted && databaseHealth.isUp() && (await isAnswered());
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : stopping.aborted ? 'stopping' : 'unavailable' });
  };
};

function answers(ping: () => Promise<unknown>, answerMs: number): Promise<boolean> {
  const late = new AbortController();
  const silence = sleepWhileRunning(answerMs, late.signal).then(() => false);
  const answer = ping().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, silence]).finally(() => late.abort());
}
