import { connect } from 'node:net';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { endStuckSessions } from '../../src/db/queries/runs/stuck.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { until } from '../support/until.ts';

test('a session whose client stopped in the middle of a statement gives its locks up', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 3, name: 'webset test' });
  await client.sql`create table held (n int)`;
  await client.sql`insert into held values (1)`;
  let stop = () => {};
  const address = new URL(database.url);
  const socket = () => {
    const made = connect(Number(address.port), address.hostname);
    const write = made.write.bind(made) as (...args: unknown[]) => boolean;
    let isStopped = false;
    made.write = (...args: unknown[]) => isStopped || write(...args);
    stop = () => {
      made.once('data', () => {
        isStopped = true;
      });
    };
    return made;
  };
  const stopped = postgres(database.url, { max: 1, connection: { application_name: 'webset worker' }, ...{ socket } });
  const held = await stopped.reserve();
  await held`begin`;
  await held`update held set n = 2`;
  stop();
  const work = held`select n + ${1}::int from held`.execute();
  work.catch(() => {});
  await until(async () => {
    const [found] =
      await client.sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'ClientRead' and pid <> pg_backend_pid()`;
    return found !== undefined;
  });

  const early = await endStuckSessions(client.db, 60);
  await until(async () => (await endStuckSessions(client.db, 0)) === 1);

  expect(early).toBe(0);
  await expect(work).rejects.toThrow();
  await client.sql`update held set n = 3`;
  await stopped.end({ timeout: 1 });
});
