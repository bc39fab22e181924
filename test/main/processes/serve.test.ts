import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { runCommand } from '../../support/service.ts';

// a service that outlives its parts and its own death in the middle of a run, six kills in a row, a stop beside an unfinished request, a port that is taken: npm run test:slow;
// a part that is started again: children.test.ts; a Postgres that ends with its owner: db/embedded/life.test.ts; a run that goes on: runs/resume, runs/hand-over

test('a bad setting and a database that is unavailable each end the start with a clear message', async () => {
  await using folder = await openFolder();
  const start = async (env: Record<string, string>) => {
    const command = runCommand(['serve'], { DATA_DIR: `${folder.path}/data`, SAMPLES: 'off', ...env }, folder.path);
    return { code: await command.ended, said: command.said() };
  };

  const [badly, nowhere] = await Promise.all([
    start({ PORT: 'http', RUN_LANES: '0', SEARXNG_URL: 'searx.local' }),
    start({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }),
  ]);

  expect(badly.code).toBe(1);
  for (const name of ['PORT=http', 'RUN_LANES=0', 'SEARXNG_URL']) expect(badly.said).toContain(name);
  expect(nowhere.code).toBe(1);
  expect(nowhere.said).toMatch(/127\.0\.0\.1:1|ECONNREFUSED/);
  expect(nowhere.said).not.toContain('secret');
});
