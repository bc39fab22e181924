import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { isAlive, openFolder, within } from '../../support/postgres/embedded.ts';
import { childrenOf, runCommand, runScript } from '../../support/service.ts';

const READY = /ready at (http\S+)/;
const WAIT_MS = 30_000; // how fast is a matter of the benches
const LINUX = process.platform === 'linux';

/** All processes that one has started, and those that these have. */
async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children.map((child) => child.pid), ...(await Promise.all(children.map((child) => descendantsOf(child.pid)))).flat()];
}

// a service that outlives its parts and finds its data again: serve.test.ts

test('npm start that is told to stop beside an unfinished request ends all that it started', async () => {
  await using folder = await openFolder();
  const command = runScript('start', { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' });
  const url = await command.says(READY);
  const started = LINUX ? await descendantsOf(command.child.pid as number) : [];
  const { port, host } = new URL(url);
  const endless = createConnection(Number(port), '127.0.0.1').on('error', () => {});
  endless.write(`POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
  await fetch(`${url}/healthz`);

  const start = performance.now();
  command.child.kill('SIGTERM');
  await command.ended; // when the last one that holds its output ends

  expect(performance.now() - start).toBeLessThan(12_000);
  await within(5000, () => started.every((pid) => !isAlive(pid))); // the watchdog of Postgres sees it end
  await expect(fetch(url)).rejects.toThrow();
  expect(started.length).toBeGreaterThan(LINUX ? 3 : -1); // the gateway, the worker, Postgres and its watchdog among them
  expect(command.said()).toContain('Stopping');
}, 120_000);

test('a gateway that is killed six times within a minute is started again each time, and its metrics count the restarts by cause', async (context) => {
  if (!LINUX) return context.skip('reads /proc to find the parts');
  await using folder = await openFolder();
  await using serve = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' }, folder.path);
  const url = await serve.says(READY);
  const part = async (name: string) =>
    (await childrenOf(serve.child.pid as number)).find(({ command }) => command.includes(name))?.pid as number;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  for (let kills = 0; kills < 6; kills++) {
    process.kill(await part('main.ts gateway'), 'SIGKILL');
    await within(WAIT_MS, async () => !(await answers()));
    await within(WAIT_MS, answers);
  }
  process.kill(await part('main.ts worker'), 'SIGKILL');
  process.kill(await part('/postgres'), 'SIGKILL');
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  const counted = ['part="gateway",cause="SIGKILL"} 6', 'part="worker",cause="SIGKILL"} 1', 'part="postgres",cause="SIGKILL"} 1'];
  await within(WAIT_MS, async () => {
    const text = await metrics();
    return counted.every((line) => text.includes(`webset_part_restarts_total{${line}`));
  });

  expect(serve.said()).toMatch(/"child":"gateway","cause":"SIGKILL"/);
  expect(serve.child.exitCode).toBeNull();
}, 180_000);
