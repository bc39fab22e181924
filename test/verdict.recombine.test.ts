import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recombineRows } from '../src/db/combine.ts';
import { row } from '../src/db/tables/row.ts';
import { criterion } from '../src/db/tables/webset.ts';
import { combineVerdicts, VERDICTS } from '../src/domain/verdict.ts';
import { beginRun, fillRows } from './house/fill.ts';
import { openHouse } from './house/house.ts';

test('SQL combines verdicts by the same rule as the domain, over the criteria that are left', async () => {
  await using house = await openHouse();
  const sessionId = await house.createSession();
  const ids: string[] = [];
  for (const label of ['a', 'b', 'c', 'd']) ids.push((await house.rpc('addCriterion', { sessionId, label })).body.criterion.id);
  const runId = await beginRun(house.db, sessionId);
  const cell = fc.constantFrom(...VERDICTS, null, undefined);
  const cases = fc.sample(fc.array(cell, { minLength: 4, maxLength: 4 }), { numRuns: 200, seed: 7 });
  const rows = cases.map((cells) => ({
    verdicts: Object.fromEntries(ids.flatMap((id, i) => (cells[i] === undefined ? [] : [[id, cells[i] ?? null]]))),
  }));
  const rowIds = await fillRows(house.db, sessionId, rows);
  await house.db.update(row).set({ runId }).where(eq(row.websetId, sessionId));
  await house.db.delete(criterion).where(sql`${criterion.id} = ${ids[3]}`);

  await recombineRows(house.db, sessionId);

  const stored = new Map((await house.db.select().from(row)).map((found) => [found.id, found.matchVerdict]));
  expect(rowIds.map((id) => stored.get(id))).toEqual(
    cases.map((cells) => combineVerdicts(cells.slice(0, 3).map((verdict) => verdict ?? null))),
  );
});
