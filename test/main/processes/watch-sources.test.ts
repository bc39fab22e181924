import { utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { watchSources } from '../../../src/main/processes/watch-sources.ts';
import { within } from '../../support/postgres/embedded.ts';

const source = (path: string) => new URL(`../../../src/${path}`, import.meta.url);

// in full, with the gateway that is started again: npm run test:full

test('a change of several sources is told once, and one of the web app not at all', async () => {
  let changes = 0;
  using _watching = watchSources(() => {
    changes++;
  });
  const touch = (path: string) => utimes(source(path), new Date(), new Date());

  await touch('web/main.tsx');
  await touch('domain/restart.ts');
  await touch('domain/run.ts');
  await within(10_000, () => changes > 0);
  await new Promise((resolve) => setTimeout(resolve, 300));

  expect(changes).toBe(1);
});
