import { keepLines } from '../../db/queries/imports/keep.ts';
import { countLines } from '../../db/queries/imports/report.ts';
import { listWaiting } from '../../db/queries/runs/candidate.ts';
import { LINE_OUTCOMES, type LineOutcome } from '../../domain/list/import.ts';
import type { StopReason } from '../../domain/run-state.ts';
import { LISTING_DEPTH } from '../candidate/candidate.ts';
import { workAll } from '../candidate/work-all.ts';
import { emit } from '../checkpoint.ts';
import { decideRows } from '../learning/during-run.ts';
import { goOn, type Scope, stopReason } from '../scope.ts';
import { resolveAddresses, resolveNames } from './resolve.ts';

/** The candidates that are fetched at a time. */
const BATCH = 20;

/**
 * Reads the things of a list, judges them, and saves the list's values with each row. Lines with addresses come first, as they need no
 * search. Each step is a checkpoint: a retaken run continues there.
 */
export async function importRun(scope: Scope): Promise<{ reason: StopReason; detail: string | null }> {
  const { deps, run } = scope;
  scope.afterCandidate = (tx, key) => keepLines(tx, run, key);
  await emit(deps, run, { type: 'step.started', data: { step: 'import' } });
  await resolveAddresses(scope);
  await readAll(scope);
  await resolveNames(scope);
  await readAll(scope);
  await emit(deps, run, { type: 'step.completed', data: { step: 'import' } });
  await decideRows(scope);
  const counts = new Map((await countLines(deps.db, run.id)).map(({ outcome, count }) => [outcome, count]));
  const reason = counts.has('waiting') ? stopReason(scope) : scope.capped === null ? null : 'cost_budget';
  const searches = counts.has('waiting') && reason === null ? `: a run makes ${run.maxSearches} searches for names` : '';
  return { reason: reason ?? 'rows_done', detail: reason === 'cost_budget' ? scope.capped : wordsOf(counts) + searches };
}

const WORDS: Record<LineOutcome, string> = {
  row: 'became rows',
  duplicate: 'already there',
  unresolved: 'not found',
  unreadable: 'not readable',
  waiting: 'not reached',
};

/** The results of the lines: “94 of 100 lines became rows; 4 already there, 2 not readable”. */
function wordsOf(counts: ReadonlyMap<LineOutcome, number>): string {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const others = LINE_OUTCOMES.flatMap((outcome) =>
    outcome !== 'row' && counts.has(outcome) ? `${counts.get(outcome)} ${WORDS[outcome]}` : [],
  );
  const rows = `${counts.get('row') ?? 0} of ${all} lines ${WORDS.row}`;
  return others.length === 0 ? rows : `${rows}; ${others.join(', ')}`;
}

/** Reads waiting candidates until there are none, or a budget is used up. */
async function readAll(scope: Scope): Promise<void> {
  const { deps, run, signal, leave } = scope;
  const isOver = () => signal.aborted || leave.aborted || stopReason(scope) !== null;
  for (;;) {
    goOn(scope);
    const waiting = await listWaiting(deps.db, run.id, BATCH, LISTING_DEPTH);
    if (waiting.length === 0 || isOver()) return;
    await workAll(scope, waiting, isOver);
  }
}
