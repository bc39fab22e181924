import { createConnection, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { isAlive, openFolder, within } from '../../support/postgres/embedded.ts';
import { childrenOf, runCommand, runScript } from '../../support/service.ts';
import { htmlPage, openWeb } from '../../support/web.ts';

const READY = /ready at (http\S+)/;
const WAIT_MS = 30_000; // how fast is a matter of the benches
const LINUX = process.platform === 'linux';

async function call(url: string, operation: string, body: object) {
  const response = await fetch(`${url}/api/v1/search/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()).session;
}

test('a service starts, stops with everything it started, and finds its data again', async () => {
  await using folder = await openFolder();
  const env = { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' };
  const first = runCommand(['serve'], env, folder.path);
  const url = await first.says(READY);
  const { id } = await call(url, 'createSession', { originalQuery: 'kept' });
  const children = LINUX ? await childrenOf(first.child.pid as number) : [];
  const second = runCommand(['serve'], env, folder.path);

  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(new RegExp(`another \`serve\` \\(pid ${first.child.pid}\\)`));
  const { port, host } = new URL(url);
  const endless = createConnection(Number(port), '127.0.0.1').on('error', () => {});
  endless.write(`POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
  await call(url, 'getSession', { sessionId: id });
  const start = performance.now();
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(performance.now() - start).toBeLessThan(12_000);
  expect(children.filter(({ pid }) => isAlive(pid))).toEqual([]);
  await using again = runCommand(['serve'], env, folder.path);
  expect(await call(await again.says(READY), 'getSession', { sessionId: id })).toMatchObject({ originalQuery: 'kept' });
}, 120_000);

test('npm start that is told to stop leaves nothing running', async () => {
  await using folder = await openFolder();
  const command = runScript('start', { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' });
  const url = await command.says(READY);

  command.child.kill('SIGTERM');
  await command.ended; // when the last one that holds its output ends

  await expect(fetch(url)).rejects.toThrow();
  expect(command.said()).toContain('Stopping');
}, 120_000);

test('a port that is taken, a bad setting and a database that is unavailable each end the start with a clear message', async () => {
  await using folder = await openFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as { port: number }).port);
  const start = async (env: Record<string, string>) => {
    const command = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, SAMPLES: 'off', ...env }, folder.path);
    return { code: await command.ended, said: command.said() };
  };

  const onPort = await start({ PORT: port });
  const badly = await start({ PORT: 'http', RUN_LANES: '0', SEARXNG_URL: 'searx.local' });
  const nowhere = await start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
  taken.close();

  expect(onPort).toMatchObject({ code: 1, said: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`) });
  expect(badly.code).toBe(1);
  for (const name of ['PORT=http', 'RUN_LANES=0', 'SEARXNG_URL']) expect(badly.said).toContain(name);
  expect(nowhere.code).toBe(1);
  expect(nowhere.said).toMatch(/127\.0\.0\.1:1|ECONNREFUSED/);
  expect(nowhere.said).not.toContain('secret');
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

test('whatever part of a service is killed in the middle of a run, nothing acknowledged is lost, no Postgres is left behind and the run goes on', async (context) => {
  if (!LINUX) return context.skip('reads /proc to find the parts');
  const slowly = (html: string) => (_req: unknown, res: import('node:http').ServerResponse) =>
    setTimeout(() => res.writeHead(200, { 'content-type': 'text/html' }).end(html), 150);
  const pages = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`/db${i}`, slowly(htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`))]),
  );
  await using web = await openWeb(pages);
  await using folder = await openFolder();
  const env = {
    DATA_DIR: `${folder.path}/data`,
    PORT: '0',
    SAMPLES: 'off',
    SEARXNG_URL: web.url,
    FETCH_ALLOW_PRIVATE: web.host,
    RUN_LANES: '2',
    RUN_TARGET: '100',
  };
  const first = runCommand(['serve'], env, folder.path);
  const url = await first.says(READY);
  const { id: sessionId } = await call(url, 'createSession', { originalQuery: 'databases' });
  await call(url, 'addCriterion', { sessionId, label: 'Written in Rust' });
  await call(url, 'startRun', { sessionId });
  const rowsOf = async (at: string) => (await call(at, 'getSession', { sessionId })).rows.map((row: { id: string }) => row.id);
  const part = async (name: string) =>
    (await childrenOf(first.child.pid as number)).find(({ command }) => command.includes(name))?.pid as number;
  await within(WAIT_MS, async () => (await rowsOf(url)).length >= 3);

  const beforeWorker = await rowsOf(url);
  process.kill(await part('main.ts worker'), 'SIGKILL');
  await within(WAIT_MS, async () => (await rowsOf(url)).length > beforeWorker.length + 2);
  expect((await rowsOf(url)).slice(0, beforeWorker.length)).toEqual(beforeWorker);

  const gateway = await part('main.ts gateway');
  process.kill(gateway, 'SIGKILL');
  await within(WAIT_MS, () =>
    rowsOf(url).then(
      (rows) => rows.length > 0,
      () => false,
    ),
  );
  expect(await part('main.ts gateway')).not.toBe(gateway);

  const parts = await childrenOf(first.child.pid as number);
  await first.killGroup();
  expect(parts.some(({ command }) => command.includes('postgres'))).toBe(true);
  await vi.waitFor(() => expect(parts.filter(({ pid }) => isAlive(pid))).toEqual([]), { timeout: WAIT_MS, interval: 20 });
  await using again = runCommand(['serve'], env, folder.path);
  const back = await again.says(READY);
  await within(WAIT_MS, async () => !(await call(back, 'getSession', { sessionId })).runAlive);

  const session = await call(back, 'getSession', { sessionId });
  const events = (await (await fetch(`${back}/api/sessions/${sessionId}/stream`)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { found: 40, judged: 40 } });
  expect(session.rows).toHaveLength(40);
  expect(new Set(session.rows.map((row: { url: string }) => row.url)).size).toBe(40);
  expect(session.rows.slice(0, beforeWorker.length).map((row: { id: string }) => row.id)).toEqual(beforeWorker);
  expect(events.map(({ index }) => index)).toEqual(events.map((_, i) => i));
}, 120_000);
