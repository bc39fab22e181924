import { expect, test } from 'vitest';
import { openFolder } from '../../support/postgres/embedded.ts';
import { runCommand } from '../../support/run-command.ts';

// test:slow has the deaths of parts and of the service, stops and used ports. Restarts: children.test.ts; a Postgres that ends with its
// owner: db/embedded/life.test.ts; continued runs: runs/resume, runs/hand-over.

test('a bad setting and an unavailable database each end the start with a clear message', async () => {
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
