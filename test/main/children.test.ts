import { expect, test } from 'vitest';
import { openChild } from '../../src/main/processes/children.ts';
import { isDriverNoise } from '../../src/main/processes/process.ts';
import { openDatabase } from '../support/database.ts';
import { within } from '../support/embedded.ts';
import { childrenOf } from '../support/service.ts';

test('a connection of the queue that ends where nobody listens is no reason to die; any other error is', () => {
  const at = (code: string, stack: string) => isDriverNoise(Object.assign(new Error('terminating connection'), { code, stack }));

  expect(at('57P01', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(true);
  expect(at('57P01', 'at work (/app/src/runs/work.ts:37:38)')).toBe(false);
  expect(at('42703', 'at Parser.parse (/app/node_modules/pg-protocol/dist/parser.js:37:38)')).toBe(false);
  expect(isDriverNoise(new Error('a bug'))).toBe(false);
});

test('a child that hangs is killed and started again, its death told', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc to find the child');
  await using database = await openDatabase();
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'fatal', SEARCH_PROVIDERS: 'index' };
  const deaths: string[] = [];
  let ready = 0;
  await using child = openChild('worker', {
    env,
    silentMs: 4000,
    onNews: ({ type }) => void (type === 'ready' && ready++),
    onDeath: (how) => void deaths.push(how),
  });
  await child.ready;
  const [worker] = (await childrenOf(process.pid)).filter(({ command }) => command.includes('main.ts worker'));

  process.kill(worker?.pid as number, 'SIGSTOP');
  await within(60_000, () => ready === 2);

  expect(deaths).toEqual(['silent for 4 s']);
}, 120_000);
