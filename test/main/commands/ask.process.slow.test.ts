import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isAlive, openFolder } from '../../support/postgres/embedded.ts';
import { childrenOf, runCommand } from '../../support/run-command.ts';
import { until } from '../../support/until.ts';
import { htmlPage, openWeb, slowly } from '../../support/web.ts';

const LINUX = process.platform === 'linux';

test('ask starts a service if none runs, a second one joins it, and Ctrl-C cancels the run, writes what was found and ends all processes', async () => {
  const page = (name: string) => slowly(htmlPage(name, `${name} is a database. It is written in Rust.`), 700);
  await using web = await openWeb(Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`/db${i}`, page(`Db${i}`)])));
  await using folder = await openFolder();
  const env = {
    DATA_DIR: `${folder.path}/data`,
    PORT: '0',
    SAMPLES: 'off',
    SEARCH_PROVIDERS: 'searxng',
    SEARXNG_URL: web.url,
    FETCH_ALLOW_PRIVATE: web.host,
  };
  await using first = runCommand(['ask', '100 databases written in Rust', '--csv', 'rows.csv'], env, folder.path);
  await first.says(/^match +Db/m);
  const parts = LINUX ? await childrenOf(first.child.pid as number) : [];

  const second = runCommand(['ask', 'databases written in Rust', '--target', '1'], env, folder.path);
  expect({ code: await second.ended, said: second.said() }).toEqual({
    code: 0,
    said: expect.stringMatching(/Open it at http\S+\/w\/[0-9a-f-]{36}\n$/),
  });
  process.kill(-(first.child.pid as number), 'SIGINT'); // as a terminal does, to the whole group

  expect(await first.ended).toBe(130);
  expect(first.said()).toMatch(/^Starting the service\n/);
  expect(first.said()).toMatch(/^[1-9]\d* pages? checked: [1-9]\d* match/m);
  expect(first.said()).toMatch(/It stopped: it was cancelled/);
  expect(await readFile(`${folder.path}/rows.csv`, 'utf8')).toMatch(/\/db\d+,Db\d+,Rust,,match,match,match\r\n/);
  await until(() => parts.every(({ pid }) => !isAlive(pid))); // the watchdog of Postgres notices its end
  expect(second.said()).not.toContain('Starting the service');
  expect(first.said() + second.said()).not.toContain('\u001b');
});
