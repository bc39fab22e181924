import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openProxy } from '../../../bench/faults/black-hole.ts';
import { giveBack } from '../../../src/main/processes/give-back.ts';
import { openDatabase } from '../../support/postgres/database.ts';

// while waiting for a lock without a network, for the whole wait: npm run test:slow

test('the work of a worker that ended is not requeued when the database is silent', async () => {
  await using database = await openDatabase();
  await using proxy = await openProxy(database.url);
  proxy.hole = true;

  const giving = giveBack(proxy.url, [{ jobId: randomUUID(), runId: randomUUID(), taking: 0 }], 200);

  await expect(giving).resolves.toBeUndefined();
});
