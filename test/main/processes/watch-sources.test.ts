import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { watchSources } from '../../../src/main/processes/watch-sources.ts';
import { within } from '../../support/postgres/embedded.ts';

const source = (path: string) => new URL(`../../../src/${path}`, import.meta.url);

// in full, with the gateway that is started again: npm run test:slow

test('a change of several sources is told once, and one of the web app not at all', async () => {
  let changes = 0;
  using _watching = watchSources(() => {
    changes++;
  });
  const touch = (path: string) => utimesSync(source(path), new Date(), new Date());

  touch('web/main.tsx');
  touch('domain/work/restart.ts');
  touch('domain/run.ts');
  await within(10_000, () => changes > 0);
  await new Promise((resolve) => setTimeout(resolve, 300));

  expect(changes).toBe(1);
});
