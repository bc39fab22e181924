import { EventEmitter } from 'node:events';
import { utimesSync, type watch } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { watchSources } from '../../../src/main/processes/watch-sources.ts';
import { until } from '../../support/until.ts';

afterEach(() => {
  vi.useRealTimers();
});

// with a gateway that restarts: npm run test:slow

test('a changed source is reported', async () => {
  let changes = 0;
  using _watching = watchSources(() => {
    changes++;
  });

  utimesSync(new URL('../../../src/domain/work/restart.ts', import.meta.url), new Date(), new Date());

  await until(() => changes > 0);
});

test('changes of several sources are reported once they settle; changes of the web app or of other file types are not', () => {
  vi.useFakeTimers();
  let changes = 0;
  const played = Object.assign(new EventEmitter(), { close() {} });
  let touch = (_file: string | null) => {};
  const play = (_folder: unknown, _options: unknown, listener: (event: string, file: string | null) => void) => {
    touch = (file) => listener('change', file);
    return played;
  };
  const watching = watchSources(() => void changes++, play as unknown as typeof watch);

  for (const file of ['web/main.tsx', 'web\\app.ts', 'domain/notes.md', null]) touch(file);
  vi.advanceTimersByTime(10_000);
  const none = changes;
  for (let n = 0; n < 5; n++) {
    touch(n % 2 ? 'domain/run-state.ts' : 'domain/work/restart.ts');
    vi.advanceTimersByTime(199);
  }
  const moving = changes;
  vi.advanceTimersByTime(1);
  const still = changes;
  touch('config.ts');
  watching[Symbol.dispose]();
  vi.advanceTimersByTime(10_000);

  expect([none, moving, still, changes]).toEqual([0, 0, 1, 1]);
});
