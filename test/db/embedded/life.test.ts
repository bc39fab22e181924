import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from '../../../src/db/embedded/logfile.ts';
import { type Embedded, openEmbedded } from '../../../src/db/embedded/server.ts';
import { isAlive, openFolder, query, within } from '../../support/postgres/embedded.ts';

const quiet = () => {};

// One cluster for the file, made by the first start; each test leaves `server` running.
let folder: Awaited<ReturnType<typeof openFolder>>;
let dataDir: string;
let server: Embedded;

beforeAll(async () => {
  folder = await openFolder();
  dataDir = join(folder.path, 'not made yet');
  server = await openEmbedded({ dataDir, log: quiet });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('the database of a data directory is there again at the next start', async () => {
  const first = server;
  await query(first.url, `create table kept as select 'a word' as word`);

  await first[Symbol.asyncDispose]();
  server = await openEmbedded({ dataDir, log: quiet });

  expect(isAlive(first.pid)).toBe(false);
  expect(await query(server.url, 'select word from kept')).toEqual([{ word: 'a word' }]);
});

test('the server listens on 127.0.0.1 only, writes to disk, and sorts and folds alike on every machine', async () => {
  const [settings] = await query(
    server.url,
    `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, lower('ŻÓŁW') as folded,
      array(select word from unnest(array['b', 'ä', 'Z']) word order by word) as sorted`,
  );

  expect(settings).toEqual({ addresses: '127.0.0.1', sockets: '', fsync: 'on', encoding: 'UTF8', folded: 'żółw', sorted: ['Z', 'b', 'ä'] });
});

test('the password is long, needed, and in a file that only its owner may read', async () => {
  const file = join(dataDir, 'postgres.password');

  const wrong = query(server.url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1');

  await expect(wrong).rejects.toThrow('password authentication failed');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toMatch(/^[0-9a-f]{48}$/);
});

test('a data directory of another Postgres version stops the start and says what to do', async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, 'postgres'));
  await writeFile(join(folder.path, 'postgres', 'PG_VERSION'), '16\n');

  const start = openEmbedded({ dataDir: folder.path, log: quiet });

  await expect(start).rejects.toThrow(/made by Postgres 16, and this is Postgres 18.*DATABASE_URL.*pg_dump/s);
});

test('a Postgres that cannot start is quoted', async () => {
  await server[Symbol.asyncDispose]();
  const file = join(dataDir, 'postgres', 'postgresql.conf');
  await rename(file, `${file}.away`);

  const start = openEmbedded({ dataDir, log: quiet });

  await expect(start).rejects.toThrow(/did not start \(exit 2\)\n.*could not access the server configuration file/);
  await rename(`${file}.away`, file);
  server = await openEmbedded({ dataDir, log: quiet });
});

test('a data directory whose password file is gone stops the start and says so', async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, 'postgres'));
  await writeFile(join(folder.path, 'postgres', 'PG_VERSION'), '18\n');

  const start = openEmbedded({ dataDir: folder.path, log: quiet });

  await expect(start).rejects.toThrow(/postgres\.password is missing/);
});

test('a database that was moved away opens again: its password file is never written anew', async () => {
  await using folder = await openFolder();
  const [cluster, elsewhere] = [join(folder.path, 'postgres'), join(folder.path, 'postgres.elsewhere')];
  const first = await openEmbedded({ dataDir: folder.path, log: quiet });
  await query(first.url, 'create table moved as select 1 as one');
  await first[Symbol.asyncDispose]();
  const password = await readFile(join(folder.path, 'postgres.password'), 'utf8');

  await rename(cluster, elsewhere);
  await (await openEmbedded({ dataDir: folder.path, log: quiet }))[Symbol.asyncDispose]();
  await rm(cluster, { recursive: true });
  await rename(elsewhere, cluster);
  await using again = await openEmbedded({ dataDir: folder.path, log: quiet });

  expect(await readFile(join(folder.path, 'postgres.password'), 'utf8')).toBe(password);
  expect(await query(again.url, 'select one from moved')).toEqual([{ one: 1 }]);
});

test('the advice on a folder that is no database names all that has to move', async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, 'postgres'));

  const start = openEmbedded({ dataDir: folder.path, log: quiet });

  await expect(start).rejects.toThrow(`move the whole of ${folder.path} away and start again`);
});

test('the log keeps its size, with one older part', async () => {
  await using folder = await openFolder();
  const path = join(folder.path, 'postgres.log');
  using log = openLogFile(path, { limit: 1000, everyMs: 10 });

  for (let i = 0; i < 50; i++) {
    await appendFile(path, 'x'.repeat(100));
    if (i % 10 === 9) await within(1000, () => log.size() <= 1000);
  }

  expect(log.size()).toBeLessThanOrEqual(1000);
  expect((await readdir(folder.path)).sort()).toEqual(['postgres.log', 'postgres.log.1']);
  expect((await stat(`${path}.1`)).size).toBeGreaterThan(1000);
});

test('an ephemeral database leaves nothing behind, and never takes a folder that holds something', async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, 'mine'), '');

  const refused = await openEmbedded({ dataDir: folder.path, log: quiet, ephemeral: true }).catch((error: Error) => error.message);
  const taken = await openEmbedded({ dataDir: join(folder.path, 'new'), log: quiet, ephemeral: true });
  await taken[Symbol.asyncDispose]();

  expect(refused).toContain('is not empty');
  expect(await readdir(folder.path)).toEqual(['mine']);
});

test('a Postgres that is killed comes back on the same address with all that was committed', async () => {
  await query(server.url, `create table survivor as select 1 as one`);
  const before = server.pid;

  process.kill(before, 'SIGKILL');
  await within(5000, () => server.pid !== before);

  expect(await query(server.url, 'select one from survivor')).toEqual([{ one: 1 }]);
});
