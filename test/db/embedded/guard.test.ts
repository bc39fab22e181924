import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openGuard } from '../../../src/db/embedded/guard.ts';
import { openFolder, within } from '../../support/postgres/embedded.ts';

test.for([
  ['emitted', 'none'], // ENOENT
  ['thrown', 'program/none'], // ENOTDIR
])('a watchdog that cannot be made is made later, and hears which Postgres it watches (the error is %s)', async ([, failing = '']) => {
  await using folder = await openFolder();
  const heard = join(folder.path, 'heard');
  const program = join(folder.path, 'program');
  await writeFile(heard, '');
  await writeFile(program, `#!/bin/sh\necho "pid $$" >> '${heard}'\nwhile read -r line; do echo "$line" >> '${heard}'; done\n`, {
    mode: 0o755,
  });
  const lines = async () => (await readFile(heard, 'utf8')).split('\n').filter(Boolean);
  const node = process.execPath;
  try {
    process.execPath = join(folder.path, failing);
    using guard = openGuard('a cluster', null, 2);
    guard.watch(4711);
    await sleep(700);
    process.execPath = program;
    await within(5000, async () => (await lines()).includes('4711'));
    const [first = ''] = await lines();

    process.execPath = join(folder.path, failing);
    process.kill(Number(first.slice(4)), 'SIGKILL');
    await sleep(1200);
    process.execPath = program;
    await within(5000, async () => (await lines()).filter((line) => line === '4711').length === 2);
    guard.watch(0);
    await within(5000, async () => (await lines()).at(-1) === '0');
  } finally {
    process.execPath = node;
  }

  expect((await lines()).filter((line) => line.startsWith('pid'))).toHaveLength(2);
});
