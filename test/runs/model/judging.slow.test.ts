import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openWorker } from '../../../src/main/processes/worker-process.ts';
import { openModelServer } from '../../support/agent/model-server.ts';
import { openLab, sharedThreads } from '../../support/lab.ts';
import { patienceWith } from '../../support/patience.ts';
import { pages, sensible, settings } from './databases.ts';

test('two workers together stay within the daily cap', async () => {
  await using server = await openModelServer(sensible);
  const env = settings(server, { LLM_DAILY_CAP: '0.12' });
  await using lab = await openLab(pages, env);
  await using _peer = await openWorker({
    config: readConfig({ SEARXNG_URL: lab.web.url, FETCH_ALLOW_PRIVATE: lab.web.host, SEARCH_PROVIDERS: 'searxng', ...env }),
    databaseUrl: lab.databaseUrl,
    log: pino({ level: 'silent' }),
    threads: sharedThreads(),
    patience: patienceWith(),
  });
  const requests = ['databases in Rust', 'Rust stores', 'stores of data in Rust'];
  const ids = await Promise.all(requests.map((query) => lab.createSession(query)));

  await Promise.all(ids.map((id) => lab.run(id)));

  const runs = await lab.sql`select state, reason, cost_nano_usd::float8 as cost from run`;
  const [day] = await lab.sql`select cost_nano_usd::float8 as cost from spend_day`;
  expect(runs.every(({ state }) => state === 'completed')).toBe(true);
  expect(runs.some(({ reason }) => reason === 'cost_budget')).toBe(true);
  expect(day?.cost).toBeLessThanOrEqual(0.12e9);
  expect(runs.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(day?.cost, 0);
});
