import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGuard } from '../../../src/db/embedded/guard.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';

test.for([
  ['emitted', 'none'], // ENOENT
  ['thrown', 'program/none'], // ENOTDIR
])('a watchdog that cannot be made is made later, and knows which Postgres it watches (the error is %s)', async ([, failing = '']) => {
  await using folder = await openFolder();
  const heard = join(folder.path, 'heard');
  const program = join(folder.path, 'program');
  await writeFile(heard, '');
  await writeFile(
    program,
    `#!/bin/sh\necho "pid $$" >> '${heard}'\necho "$3" >> '${heard}'\nwhile read -r line; do echo "$line" >> '${heard}'; done\n`,
    {
      mode: 0o755,
    },
  );
  const lines = async () => (await readFile(heard, 'utf8')).split('\n').filter(Boolean);
  const found = Object.getOwnPropertyDescriptor(process, 'execPath') as PropertyDescriptor;
  let [path, tries] = [join(folder.path, failing), 0];
  const get = () => {
    tries++;
    return path;
  };
  Object.defineProperty(process, 'execPath', { get, configurable: true });
  const failThrice = async () => {
    tries = 0;
    path = join(folder.path, failing);
    await until(() => tries >= 3);
    path = program;
  };
  try {
    using guard = openGuard('a cluster', null, 2, 20);
    guard.watch(4711);
    await failThrice();
    await until(async () => (await lines()).includes('4711'));
    const [first = ''] = await lines();

    path = join(folder.path, failing);
    process.kill(Number(first.slice(4)), 'SIGKILL');
    await failThrice();
    await until(async () => (await lines()).filter((line) => line === '4711').length === 2);
    guard.watch(0);
    await until(async () => (await lines()).at(-1) === '0');
  } finally {
    Object.defineProperty(process, 'execPath', found);
  }

  expect((await lines()).filter((line) => line.startsWith('pid'))).toHaveLength(2);
});
