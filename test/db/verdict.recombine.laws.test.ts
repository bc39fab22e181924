import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recombineRows } from '../../src/db/queries/rows/combine.ts';
import { insertReview } from '../../src/db/queries/rows/review.ts';
import { row } from '../../src/db/tables/row.ts';
import { criterion } from '../../src/db/tables/webset.ts';
import { combineVerdicts, VERDICTS } from '../../src/domain/verdict.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { times } from '../support/run/times.ts';
import { openTestService } from '../support/test-service.ts';

test('SQL combines verdicts by the same rule as the domain, over the criteria that are left', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  const ids: string[] = [];
  for (const label of ['a', 'b', 'c', 'd']) ids.push((await service.rpc('addCriterion', { sessionId, label })).body.criterion.id);
  const runId = await beginRun(service.db, sessionId);
  const cell = fc.constantFrom(...VERDICTS, null, undefined);
  const cases = fc.sample(fc.array(cell, { minLength: 4, maxLength: 4 }), { numRuns: times(30, 200), seed: 7 });
  const rows = cases.map((cells) => ({
    verdicts: Object.fromEntries(ids.flatMap((id, i) => (cells[i] === undefined ? [] : [[id, cells[i] ?? null]]))),
  }));
  const rowIds = await fillRows(service.db, sessionId, rows);
  await service.db.update(row).set({ runId }).where(eq(row.websetId, sessionId));
  await service.db.delete(criterion).where(sql`${criterion.id} = ${ids[3]}`);

  await recombineRows(service.db, sessionId);

  const stored = new Map((await service.db.select().from(row)).map((found) => [found.id, found.matchVerdict]));
  expect(rowIds.map((id) => stored.get(id))).toEqual(
    cases.map((cells) => combineVerdicts(cells.slice(0, 3).map((verdict) => verdict ?? null))),
  );
});

test('criteria that are not required have no part in it, and rows are combined anew when that changes', async () => {
  await using service = await openTestService();
  const ann = await service.as('ann');
  const sessionId = await service.createSession('databases', ann);
  const ids: string[] = [];
  for (const label of ['a', 'b']) ids.push((await service.rpc('addCriterion', { sessionId, label }, ann)).body.criterion.id);
  const runId = await beginRun(service.db, sessionId);
  const pairs = [null, ...VERDICTS].flatMap((a) => [null, ...VERDICTS].map((b) => [a, b] as const));
  const rowIds = await fillRows(
    service.db,
    sessionId,
    pairs.map((pair) => ({ verdicts: Object.fromEntries(ids.map((id, i) => [id, pair[i] ?? null])) })),
  );
  await service.db.update(row).set({ runId }).where(eq(row.websetId, sessionId));
  await finishRun(service, sessionId, runId);
  const combined = async (...required: boolean[]) => {
    for (const [i, id] of ids.entries()) {
      const input = { criterionId: id, required: required[i] };
      const { body } = await service.graphql(
        'mutation ($input: UpdateCriterionInput!) { updateCriterion(input: $input) { criterion { required } } }',
        { input },
        ann,
      );
      expect(body.data.updateCriterion.criterion.required).toBe(required[i]);
    }
    const stored = new Map((await service.db.select().from(row)).map((found) => [found.id, found.matchVerdict]));
    return rowIds.map((id) => stored.get(id));
  };

  expect(await combined(false, true)).toEqual(pairs.map(([, b]) => b));
  expect(await combined(false, false)).toEqual(pairs.map(() => null));
  expect(await combined(true, false)).toEqual(pairs.map(([a]) => a));
  expect(await combined(true, true)).toEqual(pairs.map((pair) => combineVerdicts(pair)));
  const { body } = await service.rpc('getSession', { sessionId }, ann);
  for (const id of ids) expect(JSON.stringify(body)).toContain(id);
  expect(JSON.stringify(body)).not.toContain('"required"');
});

test('a person’s verdict goes before the reasoner’s, for one row as for all, and counts for a criterion that no run asked', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  const ids: string[] = [];
  for (const label of ['a', 'b', 'c']) ids.push((await service.rpc('addCriterion', { sessionId, label })).body.criterion.id);
  const runId = await beginRun(service.db, sessionId);
  const later = (await service.rpc('addCriterion', { sessionId, label: 'later' })).body.criterion.id as string;
  const cell = fc.constantFrom(...VERDICTS, null, undefined);
  const said = fc.constantFrom(...VERDICTS, null, undefined, undefined); // null: taken back
  const one = fc.record({
    cells: fc.tuple(cell, cell, cell),
    reviews: fc.array(fc.tuple(fc.nat(3), said), { maxLength: 6 }),
  });
  const cases = fc.sample(one, { numRuns: times(30, 150), seed: 8 });
  const rowIds = await fillRows(
    service.db,
    sessionId,
    cases.map(({ cells }) => ({
      verdicts: Object.fromEntries(ids.flatMap((id, i) => (cells[i] === undefined ? [] : [[id, cells[i] ?? null]]))),
    })),
  );
  await service.db.update(row).set({ runId }).where(eq(row.websetId, sessionId));
  for (const [i, { reviews }] of cases.entries())
    for (const [criterion, verdict] of reviews)
      if (verdict !== undefined)
        await insertReview(service.db, {
          rowId: rowIds[i] ?? '',
          criterionId: ids[criterion] ?? later,
          verdict,
          note: null,
          reviewerId: null,
          passage: null,
          before: null,
        });
  const stored = async () => {
    const found = new Map((await service.db.select().from(row)).map((r) => [r.id, r.matchVerdict]));
    return rowIds.map((id) => found.get(id));
  };
  const expected = cases.map(({ cells, reviews }) => {
    const standing = new Map(reviews.filter(([, verdict]) => verdict !== undefined).map(([criterion, verdict]) => [criterion, verdict]));
    const asked = cells.map((verdict, i) => standing.get(i) ?? verdict ?? null);
    return combineVerdicts(standing.get(3) ? [...asked, standing.get(3) ?? null] : asked);
  });

  await recombineRows(service.db, sessionId);
  const together = await stored();
  await service.db.update(row).set({ matchVerdict: null });
  for (const id of rowIds) await recombineRows(service.db, sessionId, id);

  expect(together).toEqual(expected);
  expect(await stored()).toEqual(expected);
});

test('a row is no match by answers alone where every no of it was learned, and no person said one', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  const ids: string[] = [];
  for (const label of ['a', 'b']) ids.push((await service.rpc('addCriterion', { sessionId, label })).body.criterion.id);
  const runId = await beginRun(service.db, sessionId);
  const verdicts = Object.fromEntries(ids.map((id) => [id, 'no_match' as const]));
  const [learned = '', proved = '', reviewed = '', merged = ''] = await fillRows(
    service.db,
    sessionId,
    Array.from({ length: 4 }, () => ({ verdicts })),
  );
  await service.db.update(row).set({ runId }).where(eq(row.websetId, sessionId));
  await service.sql`update verdict set judge = 'learned', reason = 'learned' where row_id <> ${proved} or criterion_id = ${ids[0] ?? ''}`;
  await service.sql`insert into merged_verdict (row_id, criterion_id, from_row_id, verdict, reason)
    values (${merged}, ${ids[0] ?? ''}, ${learned}, 'no_match', 'learned'), (${merged}, ${ids[1] ?? ''}, ${learned}, 'no_match', 'contradicted')`;
  const review = (verdict: 'no_match' | null) =>
    insertReview(service.db, {
      rowId: reviewed,
      criterionId: ids[1] ?? '',
      verdict,
      note: null,
      reviewerId: null,
      passage: null,
      before: null,
    });
  const byAnswers = async () => {
    await recombineRows(service.db, sessionId);
    const found = await service.db.select().from(row);
    return Object.fromEntries(found.map(({ id, noByAnswers }) => [id, noByAnswers]));
  };

  await review('no_match');
  const before = await byAnswers();
  await review(null);
  const after = await byAnswers();

  expect([learned, proved, reviewed, merged].map((id) => before[id])).toEqual([true, false, false, false]);
  expect([learned, proved, reviewed, merged].map((id) => after[id])).toEqual([true, false, true, false]);
});
