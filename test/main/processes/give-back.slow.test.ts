import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openProxy } from '../../../bench/faults/black-hole.ts';
import { openClient } from '../../../src/db/connection/client.ts';
import { giveBack } from '../../../src/main/processes/give-back.ts';
import { openDatabase } from '../../support/postgres/database.ts';
import { until } from '../../support/until.ts';

test('the work of a worker that ended is no longer waited for when the database stops answering, and no connection remains', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { idleInTransactionMs: 600_000 });
  await using proxy = await openProxy(database.url);
  const connected = () =>
    client.sql`select wait_event_type from pg_stat_activity where application_name = 'webset serve' and datname = current_database()`;
  let giving: Promise<void> | undefined;

  await client.sql.begin(async (tx) => {
    await tx`lock table pgboss.job in access exclusive mode`;
    giving = giveBack(proxy.url, [{ jobId: randomUUID(), runId: randomUUID(), taking: 0 }]);
    await until(async () => (await connected())[0]?.wait_event_type === 'Lock');
    proxy.hole = true;
  });
  await giving;
  proxy.hole = false;

  await until(async () => (await connected()).length === 0);
  await expect(giving).resolves.toBeUndefined();
});
