import { expect, test } from 'vitest';
import { openMetrics } from '../../src/http/metrics.ts';
import { openWorkerEndpoints } from '../../src/main/processes/worker-endpoints.ts';
import { beginRun, fillRows } from '../support/fill.ts';
import { freePort } from '../support/port.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

test('a gateway reports its health, and no id of a webset', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  await fillRows(service.db, sessionId, [{}]);
  await beginRun(service.db, sessionId);
  const leaving = new AbortController();
  await fetch(`${service.url}/api/sessions/${sessionId}/stream`, { signal: leaving.signal });
  await until(() => service.listener.waiting() === 1);

  await service.graphql('{ __schema { queryType { name } } }');

  const response = await service.get('/metrics');
  const text = await response.text();
  leaving.abort();

  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(text).toContain('webset_runs{state="running",part="gateway"} 1');
  expect(text).toContain('webset_stream_followers{part="gateway"} 1');
  expect(text).toMatch(/webset_queue_jobs\{state="waiting",part="gateway"\} 0/);
  expect(text).toMatch(/webset_table_bytes\{table="event",part="gateway"\} \d+/);
  expect(text).toMatch(/webset_http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/search\/createSession",status="200"\} 1/);
  expect(text).toContain('webset_graphql_uncompiled_total{part="gateway"} 1');
  expect(text).not.toContain(sessionId);
});

test('a worker serves its health and its metrics on a port of its own', async () => {
  const stats = { runs: { states: [], retakes: 0 }, tables: [], queue: { waiting: 0, active: 0, dead: 0 } };
  const metrics = openMetrics('worker', { stats: async () => stats, defaults: false });
  const databaseHealth = { isUp: () => true } as Parameters<typeof openWorkerEndpoints>[0]['databaseHealth'];
  const port = await freePort();
  await using _endpoints = await openWorkerEndpoints(
    { metrics, databaseHealth, ping: async () => {}, stopping: new AbortController().signal },
    '127.0.0.1',
    port,
  );
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  metrics.count('events', 3);

  expect((await get('/healthz')).status).toBe(200);
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  const text = await (await get('/metrics')).text();
  expect(text).toContain('webset_worker_items_total{kind="events",part="worker"} 3');
  expect((await get('/else')).status).toBe(404);
});
