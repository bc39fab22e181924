import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CellState, cellState, missingNote } from '../../src/domain/cell.ts';
import type { RunScope } from '../../src/domain/run-state.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const QUERY = `query ($id: UUID!) { webset(id: $id) { rows { nodes {
  verdicts { criterion { label } state attempts note verdict } values { enrichment { label } state attempts note value }
} } } }`;

async function cellsOf(id: string) {
  const { body } = await service.graphql(QUERY, { id });
  const [row] = body.data.webset.rows.nodes;
  return [...row.verdicts, ...row.values];
}
const criterion = async (sessionId: string, label: string): Promise<string> =>
  (await service.rpc('addCriterion', { sessionId, label })).body.criterion.id;

test('a cell that is missing says why: the run works, it stopped before, or it was added or changed later', async () => {
  const sessionId = await service.createSession();
  const id = await criterion(sessionId, 'A');
  const runId = await beginRun(service.db, sessionId);
  await fillRows(service.db, sessionId, [{}]);

  const working = await cellsOf(sessionId);
  await finishRun(service, sessionId, runId);
  const stopped = await cellsOf(sessionId);
  await service.rpc('addEnrichment', { sessionId, label: 'Licence', format: 'text' });
  const added = await cellsOf(sessionId);
  await service.graphql('mutation ($input: UpdateCriterionInput!) { updateCriterion(input: $input) { criterion { label } } }', {
    input: { id: Buffer.from(`Criterion:${id}`).toString('base64url'), description: 'asked anew' },
  });

  expect(working).toMatchObject([{ state: 'waiting', attempts: 0, verdict: null, note: expect.stringMatching(/not come to it yet/) }]);
  expect(stopped).toMatchObject([{ state: 'stopped', note: expect.stringMatching(/candidates exhausted/) }]);
  expect(added).toMatchObject([{ state: 'stopped' }, { state: 'added_later', note: expect.stringMatching(/the next run/) }]);
});

test('a judged cell counts its attempts, and one that failed keeps its note', async () => {
  const sessionId = await service.createSession();
  const [good, bad] = [await criterion(sessionId, 'A'), await criterion(sessionId, 'B')];
  await fillRows(service.db, sessionId, [{ verdicts: { [good]: 'match', [bad]: null } }]);
  await service.sql`update verdict set note = 'the judge broke', attempts = 2 where criterion_id = ${bad}`;

  const cells = await cellsOf(sessionId);

  expect(cells).toMatchObject([
    { state: 'judged', attempts: 1, verdict: 'match', note: null },
    { state: 'failed', attempts: 2, verdict: null, note: 'the judge broke' },
  ]);
});

const row = { id: 'r', hidden: false };

test('a question that changed after a run ended is asked anew', () => {
  const endedAt = new Date('2026-01-02');
  const run = { state: 'completed', reason: 'page_budget', only: null, endedAt, criterionIds: ['a'], enrichmentIds: [] } as const;
  const result = (changedAt: string): CellState =>
    cellState({
      cell: undefined,
      asked: { id: 'a', changedAt: new Date(changedAt) },
      run: { ...run, criterionIds: ['a'], enrichmentIds: [] },
      row,
    });

  expect(result('2026-01-01')).toBe('stopped');
  expect(result('2026-01-03')).toBe('added_later');
  expect(missingNote({ cell: { reason: 'stated' }, asked: { id: 'a', changedAt: endedAt }, run: null, row })).toBeNull();
});

test('a cell outside the rows and columns of a run does not wait for it', () => {
  const alive = { state: 'running', reason: null, endedAt: null, criterionIds: ['a', 'b'], enrichmentIds: [] } as const;
  const at = (id: string, rowId: string, only: RunScope | null) => {
    const run = { ...alive, criterionIds: ['a', 'b'], enrichmentIds: [], only };
    return { cell: undefined, asked: { id, changedAt: new Date(0) }, run, row: { ...row, id: rowId } };
  };

  expect(cellState(at('a', 'r', null))).toBe('waiting');
  expect(cellState(at('a', 'r', { rowIds: ['r'], columnIds: ['a'] }))).toBe('waiting');
  expect(cellState(at('b', 'r', { columnIds: ['a'] }))).toBe('stopped');
  expect(cellState(at('a', 'q', { rowIds: ['r'] }))).toBe('stopped');
  expect(missingNote(at('a', 'q', { rowIds: ['r'] }))).toMatch(/other rows or columns/);
});
