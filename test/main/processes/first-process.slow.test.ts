import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { childrenOf, runProgram } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
/** Makes a process number 1 of its own namespace. */
const ALONE = ['--pid', '--fork', '--kill-child', '--mount-proc'];

const stateOf = async (pid: number) => /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))?.[1];

test('as process 1 a service reaps orphans, stops on request, and passes its exit code on', async (context) => {
  if (spawnSync('unshare', [...ALONE, 'true']).status !== 0) return context.skip('needs a namespace of processes (Linux, root)');
  await using folder = await openFolder();
  const env = { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' };
  await using service = runProgram('unshare', [...ALONE, process.execPath, MAIN, 'serve'], env, folder.path);
  await service.says(/ready at (http\S+)/);
  const [first] = await childrenOf(service.child.pid as number);
  const children = await childrenOf(first?.pid as number);
  const [serve] = children.filter(({ command }) => command.includes('main.ts serve'));
  const [server] = (await childrenOf(serve?.pid as number)).filter(({ command }) => command.includes('/postgres'));
  const backends = await childrenOf(server?.pid as number);

  process.kill(server?.pid as number, 'SIGKILL'); // orphans its processes, which go to process 1
  const states = () => Promise.all(backends.map(({ pid }) => stateOf(pid)));
  await until(async () => (await states()).every((state) => state === undefined));
  process.kill(first?.pid as number, 'SIGTERM');

  expect(backends.length).toBeGreaterThan(3);
  expect(await service.ended).toBe(0);
  expect(service.said()).toContain('Stopping');
  expect(service.said()).not.toContain('ExperimentalWarning');
});

test('as process 1 a failing command exits with its own code and message', async (context) => {
  if (spawnSync('unshare', [...ALONE, 'true']).status !== 0) return context.skip('needs a namespace of processes (Linux, root)');
  await using folder = await openFolder();
  await using command = runProgram('unshare', [...ALONE, process.execPath, MAIN, 'serve'], { PORT: 'http' }, folder.path);

  expect(await command.ended).toBe(1);
  expect(command.said()).toContain('PORT=http');
});
