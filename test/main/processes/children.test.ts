import { expect, test } from 'vitest';
import { openLog } from '../../../src/main/log.ts';
import { openChild } from '../../../src/main/processes/children.ts';
import { isDriverNoise } from '../../../src/main/processes/process.ts';
import { openDatabase } from '../../support/postgres/database.ts';
import { within } from '../../support/postgres/embedded.ts';
import { childrenOf } from '../../support/service.ts';

test('a connection of the queue that ends where nobody listens is no reason to die; any other error is', () => {
  const at = (code: string, stack: string) => isDriverNoise(Object.assign(new Error('terminating connection'), { code, stack }));

  expect(at('57P01', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(true);
  expect(at('57P01', 'at work (/app/src/runs/work.ts:37:38)')).toBe(false);
  expect(at('42703', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(false);
  expect(isDriverNoise(new Error('a bug'))).toBe(false);
});

test('a child is started again when it is told to, and when it hangs, which is told as the cause', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc to find the child');
  await using database = await openDatabase();
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'fatal', SEARCH_PROVIDERS: 'index' };
  const log = openLog('test', 'silent');
  const causes: string[] = [];
  let ready = 0;
  await using child = openChild('worker', {
    env,
    log,
    silentMs: 4000,
    onMessage: ({ type }) => void (type === 'ready' && ready++),
    onEnd: (cause) => void causes.push(cause),
  });
  await child.ready;
  child.restart();
  await within(60_000, () => ready === 2);
  const [worker] = (await childrenOf(process.pid)).filter(({ command }) => command.includes('main.ts worker'));

  process.kill(worker?.pid as number, 'SIGSTOP');
  await within(60_000, () => ready === 3);

  expect(causes).toEqual(['silent']);
}, 120_000);

test('a child that cannot start is not tried again: its own words say why', async () => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'fatal' };
  const causes: string[] = [];

  await using child = openChild('worker', { env, log: openLog('test', 'silent'), onEnd: (cause) => void causes.push(cause) });

  await expect(child.ready).rejects.toThrow(/127\.0\.0\.1:1|ECONNREFUSED/);
  expect(causes).toEqual([]);
}, 120_000);
