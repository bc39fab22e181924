import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { runProgram } from '../../support/run-command.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** Makes a process number 1 of its own namespace. */
const ALONE = ['--pid', '--fork', '--kill-child', '--mount-proc'];
/** Runs before our code, in the process that is not number 1: a child leaves an orphan, and what became of it is printed. */
const LEAVES_ONE_BEHIND = `
  import { spawnSync } from 'node:child_process';
  import { existsSync } from 'node:fs';
  if (process.pid !== 1) {
    const left = spawnSync('/bin/sh', ['-c', 'sleep 0.1 >&- & echo $!']).stdout.toString().trim();
    while (existsSync('/proc/' + left)) spawnSync('sleep', ['0.02']);
    console.log('reaped');
  }`;

// of a whole service whose Postgres is killed: npm run test:slow

test('as process 1 a command runs below a process that reaps orphans, and exits with its own code and message', async (context) => {
  if (spawnSync('unshare', [...ALONE, 'true']).status !== 0) return context.skip('needs a namespace of processes (Linux, root)');
  await using folder = await openFolder();
  const program = [process.execPath, `--import=data:text/javascript,${encodeURIComponent(LEAVES_ONE_BEHIND)}`, MAIN, 'serve'];
  await using command = runProgram('unshare', [...ALONE, ...program], { PORT: 'http' }, folder.path);

  expect(await command.ended).toBe(1);
  expect(command.said()).toMatch(/^reaped$/m);
  expect(command.said()).toContain('PORT=http');
});
