import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { runCommand } from '../../support/service.ts';

// a service that outlives its parts and its own death in the middle of a run, six kills in a row, a stop beside an unfinished request: npm run test:slow;
// a part that is started again: children.test.ts; a Postgres that ends with its owner: db/embedded/life.test.ts; a run that goes on: runs/resume, runs/hand-over

test('a port that is taken, a bad setting and a database that is unavailable each end the start with a clear message', async () => {
  await using folder = await openFolder();
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const port = String((taken.address() as { port: number }).port);
  const start = async (env: Record<string, string>) => {
    const command = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, SAMPLES: 'off', ...env }, folder.path);
    return { code: await command.ended, said: command.said() };
  };

  const [onPort, badly, nowhere] = await Promise.all([
    start({ PORT: port }), // its Postgres runs by then, and ends with it
    start({ PORT: 'http', RUN_LANES: '0', SEARXNG_URL: 'searx.local' }),
    start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }),
  ]);
  taken.close();

  expect(onPort).toMatchObject({ code: 1, said: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`) });
  expect(badly.code).toBe(1);
  for (const name of ['PORT=http', 'RUN_LANES=0', 'SEARXNG_URL']) expect(badly.said).toContain(name);
  expect(nowhere.code).toBe(1);
  expect(nowhere.said).toMatch(/127\.0\.0\.1:1|ECONNREFUSED/);
  expect(nowhere.said).not.toContain('secret');
});
