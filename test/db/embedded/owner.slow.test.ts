import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachEmbedded } from '../../../src/db/embedded/attach.ts';
import { isAlive, openFolder, openOwner, query } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';

// One data directory for the file: made by the race of the first test, and without an owner after each.
let folder: Awaited<ReturnType<typeof openFolder>>;

beforeAll(async () => {
  folder = await openFolder();
});

afterAll(() => folder[Symbol.asyncDispose]());

test('of starts at the same moment exactly one wins', async () => {
  const starts = await Promise.allSettled([openOwner(folder.path), openOwner(folder.path), openOwner(folder.path)]);

  const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  for (const winner of winners) await winner[Symbol.asyncDispose]();
  expect(winners).toHaveLength(1);
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) expect(refusal).toContain(`pid ${winners[0]?.pid}`);
});

test('killing the owner, even with its whole group, stops its Postgres, and the next start goes on', async () => {
  const first = await openOwner(folder.path);
  await query(first.url, 'create table kept as select 1 as one');

  await first.kill('group');
  await until(() => !isAlive(first.postgres));
  await using second = await openOwner(folder.path);

  expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
});

test.skipIf(process.platform !== 'linux')('a Postgres left behind by an owner and its watchdog is replaced, with its data', async () => {
  const first = await openOwner(folder.path);
  await query(first.url, 'create table left_behind as select 1 as one');
  const [watchdog = 0] = await watchdogsOf(first.pid);
  process.kill(first.pid, 'SIGSTOP'); // or it starts another watchdog
  process.kill(watchdog, 'SIGKILL');
  await first.kill();

  const left = isAlive(first.postgres);
  await using second = await openOwner(folder.path);

  expect(left).toBe(true);
  expect(isAlive(first.postgres)).toBe(false);
  expect(second.said()).toContain(`pid ${first.postgres}`);
  expect(await query(second.url, 'select one from left_behind')).toEqual([{ one: 1 }]);
});

test.skipIf(process.platform !== 'linux')('a watchdog that dies is replaced', async () => {
  const owner = await openOwner(folder.path);
  const [watchdog = 0] = await watchdogsOf(owner.pid);

  process.kill(watchdog, 'SIGKILL');
  await until(async () => (await watchdogsOf(owner.pid)).some((pid) => pid !== watchdog && isAlive(pid)));
  await owner.kill();

  await until(() => !isAlive(owner.postgres));
});

test('a second owner is refused with the pid of the first', async () => {
  await using owner = await openOwner(folder.path);

  const second = openOwner(folder.path);

  await expect(second).rejects.toThrow(`another \`serve\` (pid ${owner.pid}) uses ${folder.path}`);
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a pid file whose pid now belongs to another process does not keep Postgres from starting', async () => {
  const first = await openOwner(folder.path);
  const path = join(folder.path, 'postgres', 'postmaster.pid');
  const lines = (await readFile(path, 'utf8')).split('\n');
  await first[Symbol.asyncDispose]();
  await writeFile(path, [process.pid, ...lines.slice(1)].join('\n'));

  const attached = await attachEmbedded({ dataDir: folder.path });
  await using second = await openOwner(folder.path);

  expect(attached).toBeNull();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('other commands find the living database, and none when nobody runs one', async () => {
  const owner = await openOwner(folder.path);

  const attached = await attachEmbedded({ dataDir: folder.path });
  await owner[Symbol.asyncDispose]();

  expect(attached).toEqual({ url: owner.url });
  expect(await attachEmbedded({ dataDir: folder.path })).toBeNull();
  expect(await attachEmbedded({ dataDir: join(folder.path, 'never made') })).toBeNull();
});

async function watchdogsOf(owner: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  return pids.filter((pid) => {
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
      return parent === owner && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('watchdog.ts');
    } catch {
      return false; // it ended while we looked
    }
  });
}
