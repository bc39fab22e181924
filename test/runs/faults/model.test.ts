import { expect, test } from 'vitest';
import { model, playHistories } from '../../../bench/faults/model.ts';
import { patienceWith } from '../../support/patience.ts';
import { openDatabase } from '../../support/postgres/database.ts';

// a few histories; in full: npm run bench -- faults
test(`${model.name}: ${model.bar}`, async () => {
  await using database = await openDatabase();

  const { figure, pass } = await playHistories(database.url, { runs: 5, commands: 20, patience: patienceWith() });

  expect(pass, figure).toBe(true);
});
