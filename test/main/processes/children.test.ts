import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLog } from '../../../src/main/log.ts';
import { openChild } from '../../../src/main/processes/children.ts';
import { type ChildMessage, isDriverNoise } from '../../../src/main/processes/process.ts';
import { openFolder } from '../../support/postgres/embedded.ts';
import { until } from '../../support/until.ts';

test('a queue connection that ends without a listener does not end the process; any other error does', () => {
  const at = (code: string, stack: string) => isDriverNoise(Object.assign(new Error('terminating connection'), { code, stack }));

  expect(at('57P01', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(true);
  expect(at('57P01', 'at work (/app/src/runs/work.ts:37:38)')).toBe(false);
  expect(at('42703', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(false);
  expect(isDriverNoise(new Error('a bug'))).toBe(false);
  const asked = (query: string, stack = 'at postgres/src/connection.js:262') =>
    isDriverNoise(Object.assign(new Error('write CONNECT_TIMEOUT'), { code: 'CONNECT_TIMEOUT', stack, query }));
  expect(asked('select b.oid, b.typarray from pg_catalog.pg_type a')).toBe(true); // the driver's own query on each new connection
  expect(asked('select 1')).toBe(false);
  const refused = 'at TCPConnectWrap.afterConnect [as oncomplete] (node:net:2021:16)'; // a socket error, without a frame of the driver
  expect(asked('select b.oid, b.typarray from pg_catalog.pg_type a', refused)).toBe(true);
  expect(asked('select 1', refused)).toBe(false);
});

test('a child that cannot start is not tried again; its own message is the reason', async () => {
  await using _forks = await openForks();
  const env = { FAILS: 'connect ECONNREFUSED 127.0.0.1:1' };
  const causes: string[] = [];

  await using child = openChild('worker', { env, log: openLog('test', 'silent'), onEnd: (cause) => void causes.push(cause) });

  await expect(child.ready).rejects.toThrow('connect ECONNREFUSED 127.0.0.1:1');
  expect(causes).toEqual([]);
});

test('a child that ends without a message before it was ready is restarted', async () => {
  await using forks = await openForks();
  const causes: string[] = [];
  const env = { DIES_IN: forks.folder, DIES: '2' };

  await using child = openChild('worker', { env, log: openLog('test', 'silent'), onEnd: (cause) => void causes.push(cause) });

  expect(Number(await child.ready)).toBeGreaterThan(0);
  expect(causes).toEqual(['SIGKILL', 'SIGKILL']);
});

test('one that ends so each time has failed to start', async () => {
  await using forks = await openForks();
  const env = { DIES_IN: forks.folder, DIES: '99' };

  await using child = openChild('worker', { env, log: openLog('test', 'silent') });

  await expect(child.ready).rejects.toThrow('the worker could not start (SIGKILL)');
});

/**
 * Makes forks start a substitute that answers with its own pid, until `fail` makes them fail: `emitted` by the process, or `thrown` by
 * fork().
 */
async function openForks() {
  const folder = await openFolder();
  const node = process.execPath;
  const script = join(folder.path, 'stand-in.cjs');
  const program = join(folder.path, 'program');
  const say = `const say = () => process.send({ type: 'ready', url: String(process.pid) });`;
  const fail = `if (process.env.FAILS) return void process.send({ type: 'failed', message: process.env.FAILS }, () => process.exit(1));`;
  // as many times as requested, counted by files
  const die = `if (process.env.DIES_IN) { const fs = require('node:fs'); const n = fs.readdirSync(process.env.DIES_IN).filter((name) => name.startsWith('death')).length;
if (n < Number(process.env.DIES)) { fs.writeFileSync(process.env.DIES_IN + '/death' + n, ''); process.kill(process.pid, 'SIGKILL'); } }`;
  await writeFile(script, `${fail}\n${die}\n${say}\nprocess.on('message', say);\nif (!process.env.WEBSET_SPARE) say();\n`);
  await writeFile(program, `#!/bin/sh\nexec "${node}" "${script}"\n`, { mode: 0o755 });
  const failing = { emitted: join(folder.path, 'none'), thrown: join(script, 'none') }; // ENOENT, ENOTDIR
  const work = () => {
    process.execPath = program;
  };
  work();
  return {
    folder: folder.path,
    work,
    fail(how: keyof typeof failing) {
      process.execPath = failing[how];
    },
    async [Symbol.asyncDispose]() {
      process.execPath = node;
      await folder[Symbol.asyncDispose]();
    },
  };
}

test.for(['emitted', 'thrown'] as const)('a child whose first fork fails cannot start, and the parent survives (%s)', async (how) => {
  await using forks = await openForks();
  const causes: string[] = [];
  forks.fail(how);

  await using child = openChild('worker', { env: {}, log: openLog('test', 'silent'), onEnd: (cause) => void causes.push(cause) });

  await expect(child.ready).rejects.toThrow(/no process could be made for the worker: .*(ENOENT|ENOTDIR)/);
  expect(causes).toEqual([]);
});

test.for(['emitted', 'thrown'] as const)('a child whose later fork fails is tried again later (%s)', async (how) => {
  await using forks = await openForks();
  const causes: string[] = [];
  const pids: number[] = [];
  const onMessage = (message: ChildMessage) => void (message.type === 'ready' && pids.push(Number(message.url)));
  const onEnd = (cause: string) => void causes.push(cause);
  await using child = openChild('worker', {
    env: {},
    log: openLog('test', 'silent'),
    spare: true,
    onMessage,
    onEnd,
    patience: { silentMs: 600_000 },
  });
  forks.fail(how); // the first was started, its spare was not

  process.kill(Number(await child.ready), 'SIGKILL');
  await until(() => causes.length >= 3);
  forks.work();
  await until(() => pids.length >= 2);

  expect(causes.slice(0, 3)).toEqual(['SIGKILL', 'fork', 'fork']);
  expect(pids[1]).not.toBe(pids[0]);
});

// a real worker that is restarted and stopped on request: npm run test:slow

test('a silent child is killed and restarted, with that as the reported cause', async () => {
  await using _forks = await openForks();
  const causes: string[] = [];
  const pids: number[] = [];
  const onMessage = (message: ChildMessage) => void (message.type === 'ready' && pids.push(Number(message.url)));
  const log = openLog('test', 'silent');
  await using child = openChild('worker', {
    env: {},
    log,
    onMessage,
    onEnd: (cause) => void causes.push(cause),
    patience: { silentMs: 0 },
  });

  await child.ready;
  await until(() => pids.length >= 2);

  expect(new Set(causes)).toEqual(new Set(['silent']));
  expect(pids[1]).not.toBe(pids[0]);
});

test('a child is restarted on request, and the restart is not reported as an end', async () => {
  await using _forks = await openForks();
  const causes: string[] = [];
  const pids: number[] = [];
  const onMessage = (message: ChildMessage) => void (message.type === 'ready' && pids.push(Number(message.url)));
  const [log, patience] = [openLog('test', 'silent'), { silentMs: 600_000 }];
  await using child = openChild('worker', { env: {}, log, onMessage, onEnd: (cause) => void causes.push(cause), patience });
  await child.ready;

  child.restart();
  await until(() => pids.length === 2);

  expect(causes).toEqual([]);
  expect(pids[1]).not.toBe(pids[0]);
});

test('a child whose work cannot be given back is restarted after a while', async () => {
  await using _forks = await openForks();
  const pids: number[] = [];
  const warned: string[] = [];
  const log = { warn: (...said: unknown[]) => void warned.push(String(said[1])), error() {} };
  const onMessage = (message: ChildMessage) => void (message.type === 'ready' && pids.push(Number(message.url)));
  await using child = openChild('worker', {
    env: {},
    log,
    onMessage,
    onEnd: () => new Promise(() => {}),
    patience: { giveBackMs: 50, silentMs: 600_000 },
  });

  process.kill(Number(await child.ready), 'SIGKILL');
  await until(() => pids.length >= 2);

  expect(warned).toContain('the work of a part that ended is not given back yet');
});
