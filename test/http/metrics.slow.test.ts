import { expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { freePort } from '../support/port.ts';
import { until } from '../support/until.ts';

test('a worker reports what it did on the port that METRICS_PORT names', async () => {
  const port = await freePort();
  await using lab = await openLab({}, { METRICS_PORT: String(port) });
  const sessionId = await lab.createSession();
  await lab.run(sessionId);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  expect((await get('/healthz')).status).toBe(200);
  await until(async () => (await (await get('/readyz')).json()).status === 'ready');
  const text = await (await get('/metrics')).text();
  expect(text).toMatch(/webset_worker_items_total\{kind="events",part="worker"\} \d+/);
  expect((await get('/else')).status).toBe(404);
});
