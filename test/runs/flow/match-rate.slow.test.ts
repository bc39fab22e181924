import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { mostly, openRequest, searchBy } from './pages.ts';

// whole runs that end at few matches, and runs that go on; the rule itself: domain/run-state.test.ts

test('a run without any match so far goes on', async () => {
  await using lab = await openLab(mostly(120, 118, 119));
  searchBy(lab, 52, 120);

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: 120, matched: 2 } });
});

test('a run with one match in 52 pages goes on', async () => {
  await using lab = await openLab(mostly(104, 0, 30));

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted', counts: { judged: 104, matched: 2 } });
});

test('a run with hardly any match stops searching after two rounds and 100 pages, with that reason', async () => {
  await using lab = await openLab(mostly(260, 0, 259));
  searchBy(lab, 52, 260);

  const session = await lab.run(await openRequest(lab));

  expect(session.run).toMatchObject({ state: 'completed', reason: 'low_match_rate', counts: { judged: 120, matched: 1 } });
});
