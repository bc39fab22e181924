import { expect, test } from 'vitest';
import { disconnects } from '../../../bench/faults/disconnects.ts';
import { fairness } from '../../../bench/faults/fairness.ts';
import { followersGraphql, followersNdjson } from '../../../bench/faults/followers.ts';
import { races } from '../../../bench/faults/races.ts';
import { startRace } from '../../../bench/faults/start-race.ts';

// each in short, with slack for the tests beside it; in full: npm run bench:faults
test.each([startRace, disconnects, followersNdjson, followersGraphql, races, fairness])(
  '$name: $bar',
  { timeout: 240_000 },
  async ({ run }) => {
    const { figure, pass } = await run('short');

    expect(pass, figure).toBe(true);
  },
);
