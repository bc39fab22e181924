import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../db/connection/client.ts';
import { isUniqueViolation } from '../../db/connection/faults.ts';
import { copyWaiting, insertLines } from '../../db/queries/imports/line.ts';
import { countLines, listLines } from '../../db/queries/imports/report.ts';
import * as runs from '../../db/queries/runs/run.ts';
import { listColumns } from '../../db/queries/websets/columns.ts';
import { insertEnrichment } from '../../db/queries/websets/enrichment.ts';
import { ENRICHMENTS_MAX, type Enrichment, type Format } from '../../domain/enrichment.ts';
import { Fault, labelTaken, tooMany } from '../../domain/errors.ts';
import { type ImportedLine, type LineOutcome, type LineReport, linesOf, type NewImport, type ReadLine } from '../../domain/list/import.ts';
import { misfitOf } from '../../domain/review/review-input.ts';
import type { Run } from '../../domain/run-state.ts';
import type { OpenedWebset, Webset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { spendWithin } from '../limits.ts';
import { openWebset } from '../open.ts';
import { budgetOf, ceilingsOf } from './budget.ts';
import { queueRun } from './queue-run.ts';

/** Cells that are checked between two turns of the event loop. */
const CELLS_A_TURN = 2000;
/** Values of a line of which it is said why they were left out. */
const NOTED = 3;
const SHOWN = 40;

/**
 * Queues a run over a list's lines and adds its columns. A value not of its column's format is left out, and its line says so. CONFLICT
 * while a run is alive or for too many columns; BAD_REQUEST for more lines than pages allowed, and for another webset's columns.
 */
export async function importRows(call: Call, websetId: string, list: NewImport): Promise<OpenedWebset> {
  await openWebset(call, websetId); // a refusal costs nothing of the hour
  await spendWithin(call, call.db, 'run', list.list);
  const read = linesOf(list);
  const { most } = ceilingsOf(call).maxPages;
  if (read.length > most)
    throw new Fault('BAD_REQUEST', `A run may read ${most} pages: bring ${most} of the ${read.length} lines at a time`);
  const formats = await formatsOf(call, websetId, list.values);
  const checked: (ReadLine & { misfits: Map<number, string> })[] = [];
  for (const [i, line] of read.entries()) {
    if ((i * (1 + formats.length)) % CELLS_A_TURN < 1 + formats.length) await nextTurn();
    checked.push({ ...line, misfits: misfitsOf(line.values, formats) });
  }
  return queueRun(call, websetId, async (tx, _, insert) => {
    const columns = await columnsFor(call, tx, websetId, list.values);
    const run = await insert(importOf(call, read.length));
    await insertLines(
      tx,
      run.id,
      checked.map((line) => lineOf(line, columns)),
    );
    return run;
  });
}

/** Queues a run over the lines that the last import left. CONFLICT while a run is alive; BAD_REQUEST where none is left. */
export async function resumeImport(call: Call, websetId: string): Promise<OpenedWebset> {
  return queueRun(call, websetId, async (tx, _, insert) => {
    await spendWithin(call, tx, 'run');
    const last = await runs.findLastRun(tx, websetId, 'import');
    const left = last ? ((await countLines(tx, last.id)).find(({ outcome }) => outcome === 'waiting')?.count ?? 0) : 0;
    if (!last || left === 0) throw new Fault('BAD_REQUEST', 'No line of a list is left to go on with');
    const run = await insert(importOf(call, Math.min(left, ceilingsOf(call).maxPages.most)));
    await copyWaiting(tx, last.id, run.id);
    return run;
  });
}

/** A run that reads a page a line, in as many minutes and searches as the caller may have. */
function importOf(call: Call, lines: number) {
  const { target, maxMinutes, maxSearches } = ceilingsOf(call);
  const limits = { maxPages: lines, maxMinutes: maxMinutes.most, maxSearches: maxSearches.most };
  return { ...budgetOf(call, { target: Math.min(lines, target.most), ...limits }), mode: 'import' as const };
}

/** The formats of the columns that the list's go into. BAD_REQUEST where one is none of the webset. */
async function formatsOf(call: Call, websetId: string, values: NewImport['values']): Promise<Format[]> {
  const { enrichments } = await listColumns(call.db, websetId);
  const known = new Map(enrichments.map((column) => [column.id, column.format]));
  return values.map(({ enrichmentId, format }) => {
    const found = enrichmentId === undefined ? format : known.get(enrichmentId);
    if (found === undefined) throw new Fault('BAD_REQUEST', 'A column that was named is none of this webset');
    return found;
  });
}

/** The columns that the list's go into, those made that are new; of one that was removed meanwhile nothing is kept. */
async function columnsFor(call: Call, tx: Tx, websetId: string, values: NewImport['values']): Promise<(Enrichment | null)[]> {
  const { enrichments } = await listColumns(tx, websetId);
  const known = new Map(enrichments.map((column) => [column.id, column]));
  const columns: (Enrichment | null)[] = [];
  for (const { enrichmentId, label, format } of values) {
    if (enrichmentId !== undefined || label === undefined) columns.push(known.get(enrichmentId ?? '') ?? null);
    else columns.push(await newColumn(call, tx, websetId, { label, format }));
  }
  return columns;
}

async function newColumn(call: Call, tx: Tx, websetId: string, column: Pick<Enrichment, 'label' | 'format'>): Promise<Enrichment> {
  try {
    const made = await insertEnrichment(tx, call.viewer, websetId, column);
    if (!made) throw tooMany('enrichment', ENRICHMENTS_MAX);
    return made;
  } catch (error) {
    if (isUniqueViolation(error)) throw labelTaken('enrichment');
    throw error;
  }
}

/** Which texts of a line are no values of their columns, by their places, and why. */
function misfitsOf(values: readonly string[], formats: readonly Format[]): Map<number, string> {
  const misfits = new Map<number, string>();
  for (const [i, text] of values.entries()) {
    const why = text === '' ? null : misfitOf(formats[i] ?? 'text', text);
    if (why !== null) misfits.set(i, why);
  }
  return misfits;
}

function lineOf(
  { line, address, name, values, misfits }: ReadLine & { misfits: Map<number, string> },
  columns: readonly (Enrichment | null)[],
): ImportedLine {
  const kept = values.flatMap((text, i) => {
    const column = columns[i];
    return column && text !== '' && !misfits.has(i) ? [[column.id, text] as const] : [];
  });
  const said = [...misfits].slice(0, NOTED).map(([i, why]) => `${columns[i]?.label}: “${values[i]?.slice(0, SHOWN)}” was left out. ${why}`);
  const more = misfits.size > NOTED ? [`${misfits.size - NOTED} more were left out`] : [];
  return { line, address, name, values: Object.fromEntries(kept), note: [...said, ...more].join('; ') || null };
}

/** The lines of a run that imports, with what became of each. */
export const listImportedLines = (
  call: Call,
  run: Pick<Run, 'id'>,
  asked: { after: number; limit: number; outcome: LineOutcome | null },
): Promise<LineReport[]> => listLines(call.db, run.id, asked);

export const countImportedLines = (call: Call, run: Pick<Run, 'id'>) => countLines(call.db, run.id);

/** The last run of an opened webset that imported; null when none did. */
export const findLastImport = (call: Call, webset: Pick<Webset, 'id'>) => runs.findLastRun(call.db, webset.id, 'import');
