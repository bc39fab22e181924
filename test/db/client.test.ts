import { afterEach, expect, test, vi } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { openSocket } from '../../src/db/connection/socket.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { until } from '../support/until.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a statement that reads goes to the first connection that is free, not behind one that writes', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 2, statementSeconds: 600, name: 'test' });
  await using other = openClient(database.url, { max: 1 });
  const [LONG, SHORT] = [1, 2];
  const ended: string[] = [];
  const run = async (name: string, text: string, lock: number) => {
    await client.sql.unsafe(text, [lock]);
    ended.push(name);
  };
  /** Writes that wait for somebody else's lock. */
  const write = (name: string, lock: number) =>
    run(name, 'with waiting as (select pg_advisory_lock($1), pg_advisory_unlock($1)) select from waiting', lock);
  const read = (name: string) => run(name, 'select $1::float', 0);
  await Promise.all([write('', LONG), write('', SHORT)]);
  await Promise.all([read(''), read('')]); // the connections know the statements
  ended.length = 0;
  await other.sql`select pg_advisory_lock(${LONG}), pg_advisory_lock(${SHORT})`;

  const long = write('long', LONG);
  const rest = [write('short', SHORT), ...['a', 'b', 'c'].map(read)];
  await until(async () => (await countWaiting(other.sql)) === 2);
  await other.sql`select pg_advisory_unlock(${SHORT})`;
  await Promise.all(rest);
  await other.sql`select pg_advisory_unlock(${LONG})`;
  await long;

  expect(ended).toEqual(['short', 'a', 'b', 'c', 'long']);
});

test('a connection that no server answers fails after its seconds of running time, and one that is answered stays', async () => {
  vi.useFakeTimers();
  const [silent, answered] = [openSocket(10), openSocket(10)];
  const errors: unknown[] = [];
  for (const socket of [silent, answered]) socket.on('error', (error) => errors.push(error));
  answered.emit('data', Buffer.from('R'));

  await vi.advanceTimersByTimeAsync(9990);
  const early = silent.destroyed;
  await vi.advanceTimersByTimeAsync(50);
  await vi.waitFor(() => expect(errors).toHaveLength(1));

  expect([early, silent.destroyed, answered.destroyed]).toEqual([false, true, false]);
  expect(errors).toMatchObject([{ code: 'CONNECT_TIMEOUT' }]);
  answered.destroy();
});
