import { expect, test } from 'vitest';
import { disconnects } from '../../../bench/faults/disconnects.ts';
import { races } from '../../../bench/faults/races.ts';
import { startRace } from '../../../bench/faults/start-race.ts';

// each in short; in full: npm run bench:faults. Those of followers hold a bar of milliseconds, and .ci/run has them run alone
test.each([startRace, disconnects, races])('$name: $bar', async ({ run }) => {
  const { figure, pass } = await run('short');

  expect(pass, figure).toBe(true);
});
