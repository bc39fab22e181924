import type { Tx } from '../../db/connection/client.ts';
import {
  type AnswerVersions,
  holdAnswers,
  holdRows,
  listAnswerVersions,
  saveDecidedValues,
  saveDecisions,
  saveLearned,
  saveLikelihoods,
  saveSuggestions,
} from '../../db/queries/learning/decisions.ts';
import { savePassages } from '../../db/queries/learning/scores.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { lockWebset } from '../../db/queries/websets/webset.ts';
import type { WorkerDeps } from '../worker-deps.ts';
import { cellsOf } from './cells.ts';
import { type DecidedWebset, decideWebset } from './decide.ts';
import { scoreMissing } from './score.ts';
import { candidatesOf, valuesOf } from './values.ts';

/** The rows whose cells are written at a time. */
const BATCH = 250;
/** After this number of tries, answers that arrive faster than they are learned wait for the next job. */
const TRIES = 20;

type Learning = Pick<WorkerDeps, 'db' | 'ports' | 'assessor' | 'learner'>;

/**
 * Decides a webset's rows by scores and answers and writes the changes, unless the versions of the answers changed meanwhile: then it
 * decides again. `always`: also without new answers, for rows that a run added.
 */
export async function learnWebset(deps: Learning, websetId: string, signal: AbortSignal, { always = false } = {}): Promise<void> {
  const { db } = deps;
  for (let tries = 0; tries < TRIES; tries++) {
    signal.throwIfAborted();
    const { answers: versions, isCurrent } = await listAnswerVersions(db, websetId);
    if (versions.size === 0 || (isCurrent && !(always && tries === 0))) return;
    await scoreMissing(deps, websetId, signal);
    const made = await decideWebset(deps, websetId, signal);
    // without rows there is nothing to decide, and all answers count as learned
    const writing = made
      ? write(deps, websetId, { made, versions })
      : fenced(deps, websetId, versions, (tx) => saveLearned(tx, versions, new Map()));
    if (await writing) return;
  }
}

/** Runs work while no answer can arrive. Returns false, without running it, if one arrived before. */
const fenced = ({ db }: Learning, websetId: string, versions: AnswerVersions, work: (tx: Tx) => Promise<unknown>): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await lockWebset(tx, websetId)) || !(await holdAnswers(tx, websetId, versions))) return false;
    await work(tx);
    return true;
  });

/** Returns false if an answer arrived meanwhile: the rest is not written. */
async function write(
  deps: Learning,
  websetId: string,
  { made, versions }: { made: DecidedWebset; versions: AnswerVersions },
): Promise<boolean> {
  const behindFence = (work: (tx: Tx) => Promise<unknown>) => fenced(deps, websetId, versions, work);
  for (let from = 0; from < made.rows.length; from += BATCH) {
    const range = { from, to: from + BATCH };
    const cells = await cellsOf(deps.db, made, range);
    const offered = await candidatesOf(deps.db, made, range);
    const rows = made.rows.slice(from, range.to);
    const isOurs = await behindFence(async (tx) => {
      await holdRows(
        tx,
        rows.map(({ id }) => id),
      );
      await saveDecisions(tx, cells);
      await saveSuggestions(
        tx,
        rows.map(({ id }) => id),
        offered.filter(({ isOffered }) => isOffered),
      );
      await saveDecidedValues(tx, valuesOf(offered, made));
      await saveLikelihoods(
        tx,
        rows.map(({ id }, i) => ({ rowId: id, likelihood: made.decided.rows[from + i]?.likelihood ?? 0 })),
      );
    });
    if (!isOurs) return false;
  }
  return behindFence(async (tx) => {
    await recombineRows(tx, websetId); // locks the rows before their cells are written
    await savePassages(
      tx,
      made.passages.flatMap((row, i) =>
        made.criteria.map(({ id }, c) => ({
          rowId: made.rows[row]?.id as string,
          criterionId: id,
          spans: made.decided.passages[i]?.[c] ?? [],
        })),
      ),
    );
    await saveLearned(
      tx,
      versions,
      new Map(made.criteria.flatMap(({ id }, i) => (made.decided.estimates[i] ? [[id, made.decided.estimates[i]]] : []))),
    );
  });
}
