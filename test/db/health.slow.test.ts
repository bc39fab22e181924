import { setImmediate as turn } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { openDatabaseHealth } from '../../src/db/connection/health.ts';
import { until } from '../support/until.ts';

const stopped = new Int32Array(new SharedArrayBuffer(4));

test('a process that is stopped for seconds, again and again, does not take the database for unavailable', async () => {
  await using health = openDatabaseHealth(inject('postgresUrl'), 'test');
  const causes: string[] = [];
  health.onUnavailable((cause) => causes.push(cause));

  for (let n = 0; n < 4; n++) {
    Atomics.wait(stopped, 0, 0, 3500);
    for (let i = 0; i < 3; i++) await turn();
  }

  await until(() => health.isUp());
  expect(causes).toEqual([]);
});
