import { countLines, insertLines, listLines } from '../../db/queries/imports/line.ts';
import * as runs from '../../db/queries/runs/run.ts';
import { listEnrichments } from '../../db/queries/websets/enrichment.ts';
import { callerOf } from '../../domain/caller/caller.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import { Fault, runAlive } from '../../domain/errors.ts';
import { type ImportedLine, type LineOutcome, type LineReport, linesOf, type NewImport, type ReadLine } from '../../domain/list/import.ts';
import { valueReviewInput } from '../../domain/review/review.ts';
import type { Run } from '../../domain/run.ts';
import type { OpenedWebset } from '../../domain/webset.ts';
import { sendRun } from '../../queue/run-jobs.ts';
import type { Call } from '../call.ts';
import { spend, write } from '../limits.ts';
import { holdWebset, openWebset } from '../open.ts';
import { budgetOf, ceilingsOf } from './budget.ts';

/**
 * Queues a run that makes rows of the things of a list. CONFLICT while a run is alive; BAD_REQUEST for more lines than the caller's runs may read pages, and for columns
 * of another webset. A value that is not of its column's format is left out, and its line says so.
 */
export async function importRows(call: Call, websetId: string, list: NewImport): Promise<OpenedWebset> {
  const lines = linesOf(list);
  const { most } = ceilingsOf(call).maxPages;
  if (lines.length > most) throw new Fault('BAD_REQUEST', `A run may read ${most} pages: bring ${most} lines at a time`);
  const budget = budgetOf(call, { target: Math.min(lines.length, ceilingsOf(call).target.most), maxPages: lines.length });
  await spend(call, 'run');
  await write(call, list.list);
  await openWebset(call, websetId);
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, websetId);
    const known = new Map((await listEnrichments(tx, websetId)).map((column) => [column.id, column]));
    const columns = list.values.map(({ enrichmentId }) => known.get(enrichmentId));
    if (columns.some((column) => column === undefined)) throw new Fault('BAD_REQUEST', 'A column that was named is none of this webset');
    const searches = Math.max(budget.maxSearches, Math.min(lines.length, ceilingsOf(call).maxSearches.most));
    const named = { ...budget, maxSearches: searches, mode: 'import' as const };
    const run = await runs.insertRun(tx, websetId, named, callerOf(call.viewer.userId, call.client));
    if (!run) throw runAlive();
    await insertLines(
      tx,
      run.id,
      lines.map((line) => lineOf(line, columns as Enrichment[])),
    );
    if (!(await sendRun(call.queue, tx, run.id))) throw new Error('a new run has a job already');
  });
  call.listener.notify(websetId);
  return openWebset(call, websetId);
}

function lineOf({ line, address, name, values }: ReadLine, columns: readonly Enrichment[]): ImportedLine {
  const kept: Record<string, string> = {};
  const misfits: string[] = [];
  for (const [i, text] of values.entries()) {
    const column = columns[i];
    if (!column || text === '') continue;
    const { success, error } = valueReviewInput(column.format).safeParse({ value: text });
    if (success) kept[column.id] = text;
    else misfits.push(`${column.label}: “${text.slice(0, SHOWN)}” was left out. ${error.issues[0]?.message ?? ''}`);
  }
  return { line, address, name, values: kept, note: misfits.join('; ') || null };
}

const SHOWN = 40;

/** The lines of a run that imports, with what became of each. */
export const listImportedLines = (
  call: Call,
  run: Pick<Run, 'id'>,
  asked: { after: number; limit: number; outcome: LineOutcome | null },
): Promise<LineReport[]> => listLines(call.db, run.id, asked);

export const countImportedLines = (call: Call, run: Pick<Run, 'id'>) => countLines(call.db, run.id);
