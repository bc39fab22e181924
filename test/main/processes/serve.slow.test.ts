import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { canEnter, findNamed } from '../../../src/db/embedded/account.ts';
import { isAlive, openFolder } from '../../support/postgres/embedded.ts';
import { childrenOf, runCommand, runScript } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';
import { htmlPage, openWeb, slowly } from '../../support/web.ts';

const READY = /ready at (http\S+)/;
const LINUX = process.platform === 'linux';
const isRoot = LINUX && process.geteuid?.() === 0;
const ROOT = new URL('../../../', import.meta.url).pathname;
const PAGES = 24;

async function call(url: string, operation: string, body: object) {
  const response = await fetch(`${url}/api/v1/search/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()).session;
}

const uidOf = async (pid: number) => Number(/^Uid:\s+\d+\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** The processes that a process has started, and their descendants. */
async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children.map((child) => child.pid), ...(await Promise.all(children.map((child) => descendantsOf(child.pid)))).flat()];
}

test('a service survives the end of each part and its own death during a run, keeps acknowledged data, and stops with all its processes', async (context) => {
  if (!LINUX) return context.skip('reads /proc to find the parts');
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, i) => [`/db${i}`, slowly(htmlPage(`Db${i}`, `Db${i} is a database written in Rust.`), 300)]),
  );
  await using web = await openWeb(pages);
  await using folder = await openFolder();
  const search = { SEARXNG_URL: web.url, FETCH_ALLOW_PRIVATE: web.host, RUN_LANES: '2', RUN_TARGET: '100' };
  const env = { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off', ...search };
  const first = runCommand(['serve'], env, folder.path);
  const url = await first.says(READY);
  const parts = () => childrenOf(first.child.pid as number);
  const part = async (name: string) => (await parts()).find(({ command }) => command.includes(name))?.pid as number;
  const rowsOf = async (at: string, id: string): Promise<string[]> =>
    (await call(at, 'getSession', { sessionId: id })).rows.map((row: { id: string }) => row.id);
  const answers = (id: string) =>
    rowsOf(url, id).then(
      () => true,
      () => false,
    );
  const account = isRoot ? await findNamed(['nobody', 'postgres']) : null;
  const becomes = account && (await canEnter(account, ROOT)) ? account.uid : process.geteuid?.();
  const uids = await Promise.all([uidOf(await part('main.ts gateway')), uidOf(await part('main.ts worker'))]);
  const refused = runCommand(['serve'], env, folder.path);
  const { id } = await call(url, 'createSession', { originalQuery: 'databases' });
  await call(url, 'addCriterion', { sessionId: id, label: 'Written in Rust' });
  await call(url, 'startRun', { sessionId: id });
  await until(async () => (await rowsOf(url, id)).length >= 1);

  const kept = await rowsOf(url, id);
  process.kill(await part('main.ts worker'), 'SIGKILL');
  await until(async () => (await rowsOf(url, id)).length > kept.length);
  const gateway = await part('main.ts gateway');
  process.kill(gateway, 'SIGKILL');
  await until(async () => (await part('main.ts gateway')) !== gateway && (await answers(id)));
  process.kill(await part('/postgres'), 'SIGKILL');
  const counted = ['gateway', 'worker', 'postgres'].map((name) => `webset_part_restarts_total{part="${name}",cause="SIGKILL"} 1`);
  await until(async () => {
    const text = await fetch(`${url}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    return counted.every((line) => text.includes(line)) && (await answers(id));
  });
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toMatch(new RegExp(`another \`serve\` \\(pid ${first.child.pid}\\)`));
  const orphans = await parts();
  await first.killGroup();
  await until(() => orphans.every(({ pid }) => !isAlive(pid)));

  const again = runCommand(['serve'], env, folder.path);
  const back = await again.says(READY);
  await until(async () => !(await call(back, 'getSession', { sessionId: id })).runAlive);
  const session = await call(back, 'getSession', { sessionId: id });
  const events = (await (await fetch(`${back}/api/sessions/${id}/stream`)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const children = await childrenOf(again.child.pid as number);
  again.child.kill('SIGINT');

  expect(await again.ended).toBe(0);
  await until(() => children.every(({ pid }) => !isAlive(pid))); // the watchdog of Postgres notices its end
  expect(orphans.some(({ command }) => command.includes('postgres'))).toBe(true);
  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { found: PAGES, judged: PAGES } });
  expect(new Set(session.rows.map((row: { url: string }) => row.url)).size).toBe(PAGES);
  expect(session.rows.slice(0, kept.length).map((row: { id: string }) => row.id)).toEqual(kept);
  expect(events.map(({ index }) => index)).toEqual(events.map((_, i) => i));
  expect(uids).toEqual([becomes, becomes]);
});

test('npm start that is stopped during a request ends all that it started', async () => {
  await using folder = await openFolder();
  const command = runScript('start', { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' });
  const url = await command.says(READY);
  const started = LINUX ? await descendantsOf(command.child.pid as number) : [];
  const { port, host } = new URL(url);
  const endless = createConnection(Number(port), '127.0.0.1').on('error', () => {});
  endless.write(`POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
  await fetch(`${url}/healthz`);

  command.child.kill('SIGTERM');
  await command.ended; // when the last process that holds its output ends

  await until(() => started.every((pid) => !isAlive(pid))); // the watchdog of Postgres notices its end
  await expect(fetch(url)).rejects.toThrow();
  expect(started.length).toBeGreaterThan(LINUX ? 3 : -1); // including the gateway, the worker, Postgres and its watchdog
  expect(command.said()).toContain('Stopping');
});

test('a gateway that is killed six times in a row is restarted each time, and its metrics count the restarts by cause', async (context) => {
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
    const killed = await part('main.ts gateway');
    process.kill(killed, 'SIGKILL');
    await until(async () => ![killed, undefined].includes(await part('main.ts gateway')) && (await answers()));
  }
  process.kill(await part('main.ts worker'), 'SIGKILL');
  process.kill(await part('/postgres'), 'SIGKILL');
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  const counted = ['part="gateway",cause="SIGKILL"} 6', 'part="worker",cause="SIGKILL"} 1', 'part="postgres",cause="SIGKILL"} 1'];
  await until(async () => {
    const text = await metrics();
    return counted.every((line) => text.includes(`webset_part_restarts_total{${line}`));
  });

  expect(serve.said()).toMatch(/"child":"gateway","cause":"SIGKILL"/);
  expect(serve.child.exitCode).toBeNull();
});

test('a port in use ends the start with a clear message, and stops Postgres', async () => {
  await using folder = await openFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);

  const command = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, SAMPLES: 'off', PORT: port }, folder.path);
  const code = await command.ended; // when the last process that holds its output ends
  taken.close();

  expect({ code, said: command.said() }).toMatchObject({ code: 1, said: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`) });
});
