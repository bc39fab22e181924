import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { migrate, NewerDatabase, OlderDatabase } from '../../src/db/connection/migrate.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { readPristine } from '../support/postgres/reset.ts';

const STARTS = 4;

test('no released migration was edited', () => {
  // written by .ci/release, as `git ls-files -s` prints it: mode, hash of the blob, stage, path
  const released = readFileSync('test/fixtures/migrations.released', 'utf8').split('\n').filter(Boolean);

  for (const line of released) {
    const [, hash, , path = ''] = line.split(/\s/);
    const text = readFileSync(path);
    expect([path, createHash('sha1').update(`blob ${text.length}\0`).update(text).digest('hex')]).toEqual([path, hash]);
  }
});

test('many starts at once on an empty database all succeed', async () => {
  await using database = await openDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql`drop schema public cascade`;
  await sql`drop schema drizzle cascade`;
  await sql`create schema public`;

  const done = await Promise.allSettled(Array.from({ length: STARTS }, () => migrate(database.url)));

  expect(done.map(({ status }) => status)).toEqual(Array(STARTS).fill('fulfilled'));
  const [found] = await sql`select count(*)::int as n from drizzle.__drizzle_migrations`;
  expect(found?.n).toBeGreaterThan(0);
  await sql.end();
});

test('a database newer than the code stops the start, and says what to do', async () => {
  await using database = await openDatabase();
  const sql = postgres(database.url, { max: 1 });
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9999999999999)`;
  await sql.end();

  await expect(migrate(database.url)).rejects.toThrow(NewerDatabase);
  await expect(migrate(database.url)).rejects.toThrow(/start the version that made them/);
});

test('a database of before 0.1.0 is refused with what to do, and nothing in it is changed', async () => {
  await using database = await openDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql`create table webset (id int)`;
  await sql`insert into webset values (1)`;
  await sql`delete from drizzle.__drizzle_migrations`;
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of yesterday', 1700000000000)`;
  const held = async () => [await sql`select * from webset`, (await readPristine(sql)).structure];
  const before = await held();

  await expect(migrate(database.url)).rejects.toThrow(OlderDatabase);
  await expect(migrate(database.url)).rejects.toThrow(/before 0\.1\.0.*export.*DATA_DIR.*DATABASE_URL/);

  expect(await held()).toEqual(before);
  await sql.end();
});

test('a database that does not answer is an error, not a hang', async () => {
  const url = new URL(inject('postgresUrl'));
  url.port = '1';

  await expect(migrate(url.href)).rejects.toThrow(/ECONNREFUSED|CONNECT_TIMEOUT/);
});

test.concurrent.each([
  ['answers in another protocol', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['says nothing', () => {}],
])('a server that %s is an error that names its address', async (_, greet) => {
  const server = createServer(greet).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const migrating = migrate(`postgres://webset:secret@127.0.0.1:${port}/webset`, 200);

  await expect(migrating).rejects.toThrow(new RegExp(`127\\.0\\.0\\.1:${port}|CONNECT`));
  server.close();
});

test('a process that is busy for longer than the limit still hears that Postgres answers', async () => {
  await using database = await openDatabase();

  const migrated = migrate(database.url, 4000);
  await turn();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500); // as when it loads its own code on a slow machine

  await expect(migrated).resolves.toBeUndefined();
});
