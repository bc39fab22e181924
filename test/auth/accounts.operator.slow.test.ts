import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openFolder } from '../support/postgres/embedded.ts';
import { runCommand } from '../support/run-command.ts';
import { openTestService } from '../support/test-service.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('production refuses to start without a secret before anything else is made', async () => {
  await using folder = await openFolder();
  await mkdir(join(folder.path, 'data'));
  const command = runCommand(['serve'], { NODE_ENV: 'production', DATA_DIR: `${folder.path}/data`, PORT: '0' }, folder.path);

  expect(await command.ended).toBe(1);
  expect(command.said()).toMatch(/AUTH_SECRET: production needs one/);
  expect(await readdir(join(folder.path, 'data'))).toEqual([]);
});

test('the command line lists the accounts', async () => {
  await using service = await openTestService();
  await service.createSession('q', await service.as('ann'));

  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'user', 'list'], {
    env: { PATH: process.env.PATH, DATABASE_URL: service.databaseUrl },
  });

  expect(stdout).toMatch(/^ann@example\.org {2}since \d{4}-\d\d-\d\d {2}1 webset\n$/);
});
