import { expect, test } from 'vitest';
import { openLog } from '../../../src/main/log.ts';
import { openChild } from '../../../src/main/processes/children.ts';
import { openDatabase } from '../../support/postgres/database.ts';
import { childrenOf } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';

test('a child is restarted on request, and when it hangs, which is the reported cause', async (context) => {
  if (process.platform !== 'linux') return context.skip('reads /proc to find the child');
  await using database = await openDatabase();
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'fatal', SEARCH_PROVIDERS: 'index' };
  const log = openLog('test', 'silent');
  const causes: string[] = [];
  let ready = 0;
  await using child = openChild('worker', {
    env,
    log,
    patience: { silentMs: 4000 },
    onMessage: ({ type }) => void (type === 'ready' && ready++),
    onEnd: (cause) => void causes.push(cause),
  });
  await child.ready;
  child.restart();
  await until(() => ready === 2);
  const [worker] = (await childrenOf(process.pid)).filter(({ command }) => command.includes('main.ts worker'));

  process.kill(worker?.pid as number, 'SIGSTOP');
  await until(() => ready >= 3);

  expect(causes).toEqual(['silent']);
});
