import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openProxy } from '../../../bench/faults/black-hole.ts';
import { giveBack } from '../../../src/main/processes/give-back.ts';
import { openDatabase } from '../../support/postgres/database.ts';

// one that waits for a lock when its network is swallowed, for as long as it is waited for: npm run test:slow

test('the work of a worker that ended is given back no more when the database says nothing', async () => {
  await using database = await openDatabase();
  await using proxy = await openProxy(database.url);
  proxy.hole = true;

  const giving = giveBack(proxy.url, [{ jobId: randomUUID(), runId: randomUUID(), taking: 0 }], 200);

  await expect(giving).resolves.toBeUndefined();
});
