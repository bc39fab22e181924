import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../src/db/embedded/server.ts';
import { isAlive, openFolder, query } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';

const quiet = () => {};

test('the database of a data directory is there again at the next start', async () => {
  await using folder = await openFolder();
  const dataDir = join(folder.path, 'not made yet');
  const first = await openEmbedded({ dataDir, log: quiet });
  await query(first.url, `create table kept as select 'a word' as word`);

  await first[Symbol.asyncDispose]();
  await using server = await openEmbedded({ dataDir, log: quiet });

  expect(isAlive(first.pid)).toBe(false);
  expect(await query(server.url, 'select word from kept')).toEqual([{ word: 'a word' }]);
});

test('a Postgres that cannot start is quoted', async () => {
  await using folder = await openFolder();
  const dataDir = folder.path;
  await (await openEmbedded({ dataDir, log: quiet }))[Symbol.asyncDispose]();
  const file = join(dataDir, 'postgres', 'postgresql.conf');
  await rename(file, `${file}.away`);

  const start = openEmbedded({ dataDir, log: quiet });

  await expect(start).rejects.toThrow(/did not start \(exit 2\)\n.*could not access the server configuration file/);
  await rename(`${file}.away`, file);
  await using server = await openEmbedded({ dataDir, log: quiet });
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
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

test('an ephemeral database leaves nothing behind', async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, 'mine'), '');

  const taken = await openEmbedded({ dataDir: join(folder.path, 'new'), log: quiet, ephemeral: true });
  await taken[Symbol.asyncDispose]();

  expect(await readdir(folder.path)).toEqual(['mine']);
});

test('a Postgres that is killed again and again is started again each time', async () => {
  await using folder = await openFolder();
  await using server = await openEmbedded({ dataDir: join(folder.path, 'data'), log: () => {} });
  await query(server.url, 'create table survivor as select 1 as one');

  for (let kills = 0; kills < 6; kills++) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await until(() => server.pid !== pid);
  }

  expect(await query(server.url, 'select one from survivor')).toEqual([{ one: 1 }]);
});
