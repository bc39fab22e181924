import { expect, test } from 'vitest';
import { blackHole } from '../../../bench/faults/black-hole.ts';
import { killGateway } from '../../../bench/faults/kill-gateway.ts';
import { restartPostgres } from '../../../bench/faults/restart-postgres.ts';

// short forms; in full: npm run bench -- faults
test.each([killGateway, restartPostgres, blackHole])('$name: $bar', async ({ run }) => {
  const { figure, pass } = await run('short');

  expect(pass, figure).toBe(true);
});
