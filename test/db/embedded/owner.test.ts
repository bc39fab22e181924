import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attachEmbedded } from '../../../src/db/embedded/attach.ts';
import { lockDataDir } from '../../../src/db/embedded/lock.ts';
import { openFolder } from '../../support/postgres/embedded.ts';

// owners that race, are killed, and leave a Postgres behind: npm run test:slow

test('a lock is freed when it is let go, and is not taken twice by one process', async () => {
  await using folder = await openFolder();
  const lock = await lockDataDir(folder.path);
  const again = lockDataDir(folder.path);
  await expect(again).rejects.toThrow(`pid ${process.pid}`);
  lock[Symbol.dispose]();

  using free = await lockDataDir(folder.path);
  expect(free).toBeDefined();
});

test('other commands find no database where nobody runs one', async () => {
  await using folder = await openFolder();

  expect(await attachEmbedded({ dataDir: folder.path })).toBeNull();
  expect(await attachEmbedded({ dataDir: join(folder.path, 'never made') })).toBeNull();
});
