import { expect, test } from 'vitest';
import { disconnects } from '../../../bench/faults/disconnects.ts';
import { races } from '../../../bench/faults/races.ts';
import { startRace } from '../../../bench/faults/start-race.ts';

// short forms; in full: npm run bench -- faults. Those of followers have a bar in milliseconds, so .ci/run runs them alone
test.each([startRace, disconnects, races])('$name: $bar', async ({ run }) => {
  const { figure, pass } = await run('short');

  expect(pass, figure).toBe(true);
});
