import { utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { childrenOf, runScript } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';

const SOURCE = new URL('../../../src/domain/work/restart.ts', import.meta.url);

test('npm run dev restarts the gateway when a source changes, and keeps Postgres and the worker', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc to find the processes');
  await using folder = await openFolder();
  await using command = runScript('dev', { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' });
  const url = await command.says(/ready at (http\S+)/);
  const serve = await findServe(command.child.pid as number);
  const partsNow = async () => {
    const children = await childrenOf(serve);
    const pidOf = (words: string) => children.find(({ command }) => command.includes(words))?.pid;
    return { gateway: pidOf('main.ts gateway'), worker: pidOf('main.ts worker'), postgres: pidOf('/postgres') };
  };
  const before = await partsNow();

  await utimes(SOURCE, new Date(), new Date());
  await until(async () => {
    const { gateway } = await partsNow();
    return gateway !== undefined && gateway !== before.gateway && (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  });
  const after = await partsNow();

  expect(before.gateway).toBeDefined();
  expect(after).toEqual({ ...before, gateway: expect.any(Number) });
});

/** npm runs a script in a shell. */
async function findServe(pid: number): Promise<number> {
  for (const child of await childrenOf(pid)) {
    if (/^\S*node\S* .*main\.ts serve/.test(child.command)) return child.pid;
    const found = await findServe(child.pid).catch(() => 0);
    if (found) return found;
  }
  return 0;
}
