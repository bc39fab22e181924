import { expect, inject, test } from 'vitest';
import { openProxy } from '../../bench/faults/black-hole.ts';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabaseHealth } from '../../src/db/connection/health.ts';
import { within } from '../support/postgres/embedded.ts';

test('a database that swallows every byte is unavailable within ten seconds, what waits on it fails, and it is there again once it answers', async () => {
  await using proxy = await openProxy(inject('postgresUrl'));
  await using client = openClient(proxy.url, { max: 1 });
  await using health = openDatabaseHealth(proxy.url, 'test');
  let calls = 0;
  health.onUnavailable(() => {
    calls++;
    client.cut();
  });
  await client.sql`select 1`;

  proxy.hole = true;
  const waiting = client.sql`select 1`.then(
    () => 'answered',
    () => 'failed',
  );
  await within(10_000, () => !health.isUp());
  const outcome = await waiting;
  proxy.hole = false;
  await within(5000, () => health.isUp());

  expect(outcome).toBe('failed');
  expect(calls).toBe(1);
  expect(health.upFor()).toBeLessThan(Number.POSITIVE_INFINITY);
  expect((await client.sql`select 1 as one`)[0]).toEqual({ one: 1 });
});
