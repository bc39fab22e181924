import { expect, test } from 'vitest';
import { openLab } from '../../support/lab.ts';
import { until } from '../../support/until.ts';
import { CRITERION, type Decided, isNonprofit, organisation, organisations, QUEUE, ROWS, SAY, START } from './organisations.ts';

test('a worker learns answers as they come, also three at a time, and judges the pages of a later run by them', async () => {
  const count = 36;
  await using lab = await openLab(organisations(count), {}, { judge: 'real', patience: { learned: { withinMs: 600_000 } } });
  const sessionId = await lab.createSession('organisations');
  await lab.rpc('addCriterion', { sessionId, label: CRITERION });
  await lab.graphql(START, { input: { websetId: sessionId, target: 500 } });
  await lab.ended(sessionId);
  const webset = async (query: string) => (await lab.graphql(query, { id: sessionId })).body.data.webset;
  const asked = new Set<string>();
  const answer = async () => {
    const { row, cells } = (await webset(QUEUE)).reviewQueue[0];
    asked.add(row.title);
    const verdict = isNonprofit(row.title) ? 'match' : 'no_match';
    await lab.graphql(SAY, { input: { rowId: row.uuid, criterionId: cells[0].criterion.uuid, verdict } });
  };

  for (let i = 0; i < 8; i++) await answer();
  await Promise.all([answer(), answer(), answer()]);
  await until(async () => (await webset(QUEUE)).criteria[0].learning.current);
  const { criteria } = await webset(QUEUE);
  const rows: Decided[] = (await webset(ROWS)).rows.nodes;
  lab.web.put('/late', organisation(40));
  await lab.run(sessionId);
  const late = (await webset(ROWS)).rows.nodes.find(({ title }: Decided) => title === 'Org40');

  expect(rows).toHaveLength(count);
  expect(criteria[0].learning).toMatchObject({ answers: asked.size, current: true });
  const decided = rows.filter(({ title, verdicts: [cell] }) => !asked.has(title) && cell.effective !== 'needs_review');
  const met = rows.filter(({ title }) => !asked.has(title) && isNonprofit(title));
  expect(decided.length).toBeGreaterThanOrEqual(met.length * 0.8);
  for (const { title, verdicts } of decided) expect(verdicts[0].effective).toBe(isNonprofit(title) ? 'match' : 'no_match');
  expect(late.verdicts[0]).toMatchObject({ effective: 'match', judge: 'learned' });
});
