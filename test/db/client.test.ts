import { expect, test } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { openDatabase } from '../support/postgres/database.ts';

test('a statement that reads goes to the first connection that is free, not behind one that writes', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url, { max: 2, name: 'test' });
  const ended: string[] = [];
  const run = async (name: string, text: string, seconds: number) => {
    await client.sql.unsafe(text, [seconds]);
    ended.push(name);
  };
  const write = (name: string, seconds: number) => run(name, 'with waiting as (select pg_sleep($1)) select from waiting', seconds);
  const read = (name: string) => run(name, 'select $1::float', 0);
  await Promise.all([write('', 0.05), write('', 0.05)]);
  await Promise.all([read(''), read('')]); // the connections know the statements
  ended.length = 0;

  const writes = [write('long', 1), write('short', 0.1)];
  const reads = ['a', 'b', 'c'].map(read);
  await Promise.all([...writes, ...reads]);

  expect(ended).toEqual(['short', 'a', 'b', 'c', 'long']);
});
