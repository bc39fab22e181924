import express from 'express';
import { PATIENCE } from '../../domain/work/patience.ts';
import type { GatewayDeps } from '../../http/gateway-deps.ts';
import { readiness } from '../../http/health.ts';
import { closeServer, listen } from '../../http/listen.ts';
import type { Metrics } from '../../http/metrics.ts';

/** A worker's endpoints for monitoring: /healthz, /readyz and /metrics. */
export async function openWorkerEndpoints(
  { metrics, stopping, ...database }: Pick<GatewayDeps, 'ping' | 'databaseHealth'> & { metrics: Metrics; stopping: AbortSignal },
  host: string,
  port: number,
): Promise<AsyncDisposable> {
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  app.get('/readyz', readiness(database, stopping));
  app.get('/metrics', metrics.serve);
  app.use((_req, res) => void res.status(404).json({ error: 'Not Found' }));
  const server = await listen(app, host, port, { ...PATIENCE.connections, requestMs: 20_000 });
  return { [Symbol.asyncDispose]: () => closeServer(server) };
}
