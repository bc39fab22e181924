import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '../support/postgres/database.ts';
import { readPristine } from '../support/postgres/reset.ts';

async function work<T>(url: string, what: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await what(sql);
  } finally {
    await sql.end();
  }
}

const oidOf = (url: string) =>
  work(url, async (sql) => (await sql`select oid::int from pg_database where datname = current_database()`)[0]?.oid);

test('the next test gets the same database under another name, as the migrations leave it, whatever the test before it did', async () => {
  const left = await openDatabase();
  await work(left.url, async (sql) => {
    await sql`insert into webset (original_query) values ('left behind')`;
    await sql`update pgboss.queue set retry_limit = 77`;
    await sql`delete from drizzle.__drizzle_migrations where id > 3`;
    await sql`select setval('drizzle.__drizzle_migrations_id_seq', 4711)`;
  });
  const oid = await oidOf(left.url);
  await left[Symbol.asyncDispose]();

  await using next = await openDatabase();
  const { bytes: _, ...found } = await work(next.url, readPristine);

  const { bytes: __, ...pristine } = inject('pristine');
  expect(await oidOf(next.url)).toBe(oid);
  expect(next.url).not.toBe(left.url);
  expect(found).toEqual(pristine);
});

test.each(['create table one_more ()', 'alter table webset alter column notes set not null', 'create index one_more on webset (title)'])(
  'a database whose structure was changed is not used again: %s',
  async (change) => {
    const changed = await openDatabase();
    await work(changed.url, (sql) => sql.unsafe(change));
    const oid = await oidOf(changed.url);
    await changed[Symbol.asyncDispose]();

    const left = await work(inject('postgresUrl'), (sql) => sql`select from pg_database where oid = ${oid}`);

    expect(left).toHaveLength(0);
  },
);
