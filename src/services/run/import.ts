import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../db/connection/client.ts';
import { isUniqueViolation } from '../../db/connection/faults.ts';
import { copyWaiting, insertLines } from '../../db/queries/imports/line.ts';
import { countLines, listLines } from '../../db/queries/imports/report.ts';
import * as runs from '../../db/queries/runs/run.ts';
import { insertEnrichment, listEnrichments } from '../../db/queries/websets/enrichment.ts';
import { callerOf } from '../../domain/caller/caller.ts';
import { ENRICHMENTS_MAX, type Enrichment, type Format } from '../../domain/enrichment.ts';
import { Fault, labelTaken, runAlive, tooMany } from '../../domain/errors.ts';
import { type ImportedLine, type LineOutcome, type LineReport, linesOf, type NewImport, type ReadLine } from '../../domain/list/import.ts';
import { misfitOf } from '../../domain/review/review.ts';
import type { Run } from '../../domain/run.ts';
import type { OpenedWebset, Webset } from '../../domain/webset.ts';
import { sendRun } from '../../queue/run-jobs.ts';
import type { Call } from '../call.ts';
import { spend, write } from '../limits.ts';
import { holdWebset, openWebset } from '../open.ts';
import { budgetOf, ceilingsOf } from './budget.ts';

/** Cells that are checked between two turns of the event loop. */
const CELLS_A_TURN = 2000;
/** Values of a line of which it is said why they were left out. */
const NOTED = 3;
const SHOWN = 40;

/**
 * Queues a run that makes rows of the things of a list, and makes the columns that the list has and the webset lacks. CONFLICT while a run is alive, or where there is no room for
 * the columns; BAD_REQUEST for more lines than the caller's runs may read pages, and for columns of another webset. A value that is not of its column's format is left out, and its line says so.
 */
export async function importRows(call: Call, websetId: string, list: NewImport): Promise<OpenedWebset> {
  await spend(call, 'run');
  await write(call, list.list);
  await openWebset(call, websetId);
  const read = linesOf(list);
  const { most, setting } = ceilingsOf(call).maxPages;
  if (read.length > most)
    throw new Fault('BAD_REQUEST', `A run may read ${most} pages (${setting}): bring ${most} of the ${read.length} lines at a time`);
  const formats = await formatsOf(call, websetId, list.values);
  const checked: (ReadLine & { misfits: Map<number, string> })[] = [];
  for (const [i, line] of read.entries()) {
    if ((i * (1 + formats.length)) % CELLS_A_TURN < 1 + formats.length) await nextTurn();
    checked.push({ ...line, misfits: misfitsOf(line.values, formats) });
  }
  return queueImport(call, websetId, read.length, async (tx, runIn) => {
    const columns = await columnsFor(call, tx, websetId, list.values);
    const run = await runIn();
    await insertLines(
      tx,
      run.id,
      checked.map((line) => lineOf(line, columns)),
    );
  });
}

/** Queues a run that goes on with the lines that the last list's run left. CONFLICT while a run is alive; BAD_REQUEST where no line is left. */
export async function resumeImport(call: Call, websetId: string): Promise<OpenedWebset> {
  await spend(call, 'run');
  await write(call);
  await openWebset(call, websetId);
  const last = await runs.findLastRun(call.db, websetId, 'import');
  const left = last ? ((await countLines(call.db, last.id)).find(({ outcome }) => outcome === 'waiting')?.count ?? 0) : 0;
  if (!last || left === 0) throw new Fault('BAD_REQUEST', 'No line of a list is left to go on with');
  return queueImport(call, websetId, Math.min(left, ceilingsOf(call).maxPages.most), async (tx, runIn) => {
    await copyWaiting(tx, last.id, (await runIn()).id);
  });
}

/** Makes the run and its job with what it is about, in one transaction. It reads a page a line, in as many minutes and searches as the caller may have. */
async function queueImport(
  call: Call,
  websetId: string,
  lines: number,
  fill: (tx: Tx, runIn: () => Promise<Run>) => Promise<void>,
): Promise<OpenedWebset> {
  const { target, maxMinutes, maxSearches } = ceilingsOf(call);
  const budget = budgetOf(call, {
    target: Math.min(lines, target.most),
    maxPages: lines,
    maxMinutes: maxMinutes.most,
    maxSearches: maxSearches.most,
  });
  await call.db.transaction(async (tx) => {
    await holdWebset(call, tx, websetId);
    await fill(tx, async () => {
      const run = await runs.insertRun(tx, websetId, { ...budget, mode: 'import' }, callerOf(call.viewer.userId, call.client));
      if (!run) throw runAlive();
      if (!(await sendRun(call.queue, tx, run.id))) throw new Error('a new run has a job already');
      return run;
    });
  });
  call.listener.notify(websetId);
  return openWebset(call, websetId);
}

/** The formats of the columns that the list's go into. BAD_REQUEST where one is none of the webset. */
async function formatsOf(call: Call, websetId: string, values: NewImport['values']): Promise<Format[]> {
  const known = new Map((await listEnrichments(call.db, websetId)).map((column) => [column.id, column.format]));
  return values.map(({ enrichmentId, format }) => {
    const found = enrichmentId === undefined ? format : known.get(enrichmentId);
    if (found === undefined) throw new Fault('BAD_REQUEST', 'A column that was named is none of this webset');
    return found;
  });
}

/** The columns that the list's go into, those made that are new; of one that was removed meanwhile nothing is kept. */
async function columnsFor(call: Call, tx: Tx, websetId: string, values: NewImport['values']): Promise<(Enrichment | null)[]> {
  const known = new Map((await listEnrichments(tx, websetId)).map((column) => [column.id, column]));
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
