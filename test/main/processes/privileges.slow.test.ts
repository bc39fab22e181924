import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { canEnter, findNamed } from '../../../src/db/embedded/account.ts';
import { builtWeb } from '../../../src/main/web.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { type Command, childrenOf, runProgram } from '../../support/run-command.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const READY = /ready at (http\S+)/;
const isRoot = process.geteuid?.() === 0 && process.platform === 'linux';
const account = isRoot ? await findNamed(['nobody', 'postgres']) : null;

/** The account ids of the gateway, the worker and the spare worker of a service. */
async function accountsOf(service: Command): Promise<number[]> {
  const parts = (await childrenOf(service.child.pid as number)).filter(({ command }) => /main\.ts (gateway|worker)/.test(command));
  const statuses = await Promise.all(parts.map(({ pid }) => readFile(`/proc/${pid}/status`, 'utf8')));
  return statuses.map((status) => Number(/^Uid:\s+\d+\s+(\d+)/m.exec(status)?.[1]));
}

test('started as root, gateway and worker become an unprivileged account and continue to serve the app, accounts and runs', async (context) => {
  if (!account || !(await canEnter(account, ROOT))) return context.skip('needs root on Linux, and a repository that everybody may read');
  await using folder = await openFolder();
  const env = { DATA_DIR: `${folder.path}/data`, PORT: '0' };
  await using service = runProgram(process.execPath, [join(ROOT, 'src/main.ts'), 'serve'], env, folder.path);
  const url = await service.says(READY);
  // new connections: the service closes an idle one after 5 s, which on a busy machine may cross with the next request
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, connection: 'close' } }).catch((error: unknown) => {
      throw new Error(`${path} failed; the service said:\n${service.said()}`, { cause: error });
    });
  const post = async (path: string, body: object) => {
    const response = await ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };

  const uids = await accountsOf(service);
  const page = await ask('/', { headers: { accept: 'text/html' } });
  const signUp = await post('/api/auth/sign-up/email', { name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' });
  const { session } = (await post('/api/v1/search/createSession', { originalQuery: 'databases' })).body;
  await post('/api/v1/search/startRun', { sessionId: session.id });
  const events = await (await ask(`/api/sessions/${session.id}/stream`)).text();

  expect(uids).toContain(account.uid);
  expect(uids.filter((uid) => uid === account.uid)).toHaveLength(2); // an unneeded spare has bound and read nothing
  expect([page.status, signUp.status]).toEqual([200, 200]);
  expect(events).toContain('run.completed');
  expect(service.said()).not.toContain('stays root');
});

test('if only root can read the code, each part logs that and stays root', async (context) => {
  if (!account) return context.skip('needs root on Linux');
  await using folder = await openFolder(); // mode 0700
  const copy = join(folder.path, 'webset');
  await mkdir(copy);
  await builtWeb();
  for (const name of ['dist', 'src', 'drizzle', 'samples', 'package.json', 'vite.config.ts'])
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const env = { DATA_DIR: `${folder.path}/data`, PORT: '0', SAMPLES: 'off' };
  await using service = runProgram(process.execPath, [join(copy, 'src/main.ts'), 'serve'], env, folder.path);

  const url = await service.says(READY);

  expect(new Set(await accountsOf(service))).toEqual(new Set([0]));
  // the worker logs it when it starts, maybe after the gateway
  const lines = () => service.said().match(/stays root: the account \w+ cannot read [^"]*package\.json/g);
  await expect.poll(lines).toHaveLength(2);
  const status = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => null, // on a busy machine a gateway may seem silent and be restarted
    );
  await expect.poll(status).toBe(200);
});
