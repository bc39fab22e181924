import { appendFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogFile } from '../../../src/db/embedded/logfile.ts';
import { type Embedded, openEmbedded } from '../../../src/db/embedded/server.ts';
import { openFolder, query } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';

const quiet = () => {};

// One cluster for the file. Starts again, moves and ephemeral databases: npm run test:slow
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

test('a data directory whose password file is gone stops the start and says so', async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, 'postgres'));
  await writeFile(join(folder.path, 'postgres', 'PG_VERSION'), '18\n');

  const start = openEmbedded({ dataDir: folder.path, log: quiet });

  await expect(start).rejects.toThrow(/postgres\.password is missing/);
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
    if (i % 10 === 9) await until(() => log.size() <= 1000);
  }

  expect(log.size()).toBeLessThanOrEqual(1000);
  expect((await readdir(folder.path)).sort()).toEqual(['postgres.log', 'postgres.log.1']);
  expect((await stat(`${path}.1`)).size).toBeGreaterThan(1000);
});

test('a Postgres that is killed comes back on the same address with all that was committed', async () => {
  await query(server.url, `create table survivor as select 1 as one`);
  const before = server.pid;

  process.kill(before, 'SIGKILL');
  await until(() => server.pid !== before);

  expect(await query(server.url, 'select one from survivor')).toEqual([{ one: 1 }]);
});

test('an ephemeral database never takes a folder that holds something', async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, 'mine'), '');

  const refused = openEmbedded({ dataDir: folder.path, log: quiet, ephemeral: true });

  await expect(refused).rejects.toThrow('is not empty');
  expect(await readdir(folder.path)).toEqual(['mine']);
});
