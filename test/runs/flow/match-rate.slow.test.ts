import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { mostly, openRequest, searchBy } from './pages.ts';

// whole runs that few matches end, and those that few or none do not; the rule by its numbers: domain/run.test.ts

test('a run of which no page matches yet goes on', async () => {
  await using lab = await openLab(mostly(120, 118, 119));
  searchBy(lab, 52, 120);

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: 120, matched: 2 } });
});

test('a run of which one page in fifty-two matches goes on', async () => {
  await using lab = await openLab(mostly(104, 0, 30));

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: 104, matched: 2 } });
});

test('a run of which hardly a page matches searches no further after two rounds and 100 pages, and says so', async () => {
  await using lab = await openLab(mostly(260, 0, 259));
  searchBy(lab, 52, 260);

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'low_match_rate', counts: { judged: 120, matched: 1 } });
});
