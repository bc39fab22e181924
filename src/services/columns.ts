import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../db/connection/client.ts';
import { isUniqueViolation } from '../db/connection/faults.ts';
import { forgetLearning } from '../db/queries/learning/answers.ts';
import { dropColumnScores, dropCriterionScores } from '../db/queries/learning/scores.ts';
import { combinePages } from '../db/queries/merges/merged-cell.ts';
import { deleteValues, dropValues, dropVerdicts, listImportedValues } from '../db/queries/rows/cell.ts';
import { recombineRows } from '../db/queries/rows/combine.ts';
import { withdrawReviews } from '../db/queries/rows/review.ts';
import { withdrawValueReviews } from '../db/queries/rows/value-review.ts';
import type { Allowance } from '../db/queries/shared/rate-limit.ts';
import { listColumns } from '../db/queries/websets/columns.ts';
import * as criteria from '../db/queries/websets/criterion.ts';
import * as enrichments from '../db/queries/websets/enrichment.ts';
import { touchWebset } from '../db/queries/websets/webset.ts';
import { CRITERIA_MAX, type CriterionChange, type CriterionInput } from '../domain/criterion.ts';
import { ENRICHMENTS_MAX, type EnrichmentChange, type EnrichmentInput, type Format } from '../domain/enrichment.ts';
import { Fault, labelTaken, tooMany } from '../domain/errors.ts';
import { misfitOf } from '../domain/review/review-input.ts';
import type { Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';
import { usedUp, write, writingOf } from './limits.ts';
import { holdCaller, holdRestingWebset, openWebset } from './open.ts';
import { learnAgain } from './review/learning.ts';

export type { PlacedCriterion } from '../db/queries/websets/criterion.ts';
export type { PlacedEnrichment } from '../db/queries/websets/enrichment.ts';

type What = 'criterion' | 'enrichment';
const NOUN = { criterion: 'Criterion', enrichment: 'Enrichment' };
const MOST = { criterion: CRITERIA_MAX, enrichment: ENRICHMENTS_MAX };
const COUNT = { criterion: criteria.countCriteria, enrichment: enrichments.countEnrichments };
const missing = (what: What) => new Fault('NOT_FOUND', `${NOUN[what]} not found`);

/** The criteria and columns of an opened webset. */
export const columnsOf = (call: Call, webset: Pick<Webset, 'id'>) => listColumns(call.db, webset.id);

export const getCriterion = (call: Call, id: string) => opened(call, 'criterion', criteria.findCriterion(call.db, id));
export const getEnrichment = (call: Call, id: string) => opened(call, 'enrichment', enrichments.findEnrichment(call.db, id));

/** Adds a criterion; results are judged by it from the next run on. CONFLICT when the webset has one of that label, or 100. */
export const addCriterion = (call: Call, websetId: string, input: CriterionInput) =>
  add(call, 'criterion', { ...input, websetId }, (bytes) => criteria.insertCriterionWithin(call.db, call.viewer, websetId, input, bytes));

/** Adds a column; results get values from the next run on. CONFLICT when the webset has one of that label, or 100. */
export const addEnrichment = (call: Call, websetId: string, input: EnrichmentInput) =>
  add(call, 'enrichment', { ...input, websetId }, (bytes) =>
    enrichments.insertEnrichmentWithin(call.db, call.viewer, websetId, input, bytes),
  );

/**
 * Changes a criterion. Another label or description deletes its verdicts and takes back those of people, which stay in the history.
 * CONFLICT while a run is alive or when the label is taken.
 */
export const updateCriterion = (call: Call, id: string, change: CriterionChange) =>
  edit(
    call,
    'criterion',
    [change.label, change.description],
    (tx) => criteria.findCriterion(tx, id),
    async (tx, old) => {
      const changed = await criteria.updateCriterion(tx, id, change);
      if (changed && differs(old, changed)) {
        await dropVerdicts(tx, id);
        await dropCriterionScores(tx, id);
        await forgetLearning(tx, id);
        await withdrawReviews(tx, id, { reviewerId: call.viewer.userId, note: 'The criterion was changed' });
      }
      if (changed && !isDeepStrictEqual(old, changed)) await recombineRows(tx, old.websetId);
      if (changed && changed.required !== old.required) await learnAgain(call, tx, old.websetId);
      return changed;
    },
  );

/** Changes a column; its values answered another question and go. CONFLICT while a run is alive or when the label is taken. */
export const updateEnrichment = (call: Call, id: string, change: EnrichmentChange) =>
  edit(
    call,
    'enrichment',
    [change.label, change.description],
    (tx) => enrichments.findEnrichment(tx, id),
    async (tx, old) => {
      const changed = await enrichments.updateEnrichment(tx, id, change);
      if (changed && differs(old, changed)) {
        await dropValues(tx, id);
        if (changed.format !== old.format) await dropMisfits(tx, changed);
        await combinePages(tx, old.websetId, null); // what a list brought may be of a merged page
        await dropColumnScores(tx, id);
        await withdrawValueReviews(tx, id, call.viewer.userId);
      }
      return changed;
    },
  );

/** Removes a criterion with its verdicts. CONFLICT while a run is alive. */
export const removeCriterion = (call: Call, id: string) =>
  edit(
    call,
    'criterion',
    null,
    (tx) => criteria.findCriterion(tx, id),
    async (tx, { websetId }) => {
      const removed = await criteria.deleteCriterion(tx, websetId, id);
      await recombineRows(tx, websetId);
      return removed || null;
    },
  );

export const removeEnrichment = (call: Call, id: string) =>
  edit(
    call,
    'enrichment',
    null,
    (tx) => enrichments.findEnrichment(tx, id),
    async (tx, { websetId }) => (await enrichments.deleteEnrichment(tx, websetId, id)) || null,
  );

async function opened<T extends { websetId: string }>(call: Call, what: What, finding: Promise<T | null>): Promise<T> {
  const found = await finding;
  if (!found) throw missing(what);
  await openWebset(call, found.websetId);
  return found;
}

type Added = { websetId: string } & Pick<CriterionInput, 'label' | 'description'>;

/** `insert` answers null of a webset that is full or not the caller's to open: opening it says why, unless it changed hands meanwhile. */
async function add<T extends object>(
  call: Call,
  what: What,
  { websetId, label, description }: Added,
  insert: (bytes: Allowance | null) => Promise<T | { wait: number } | null>,
): Promise<T> {
  const bytes = writingOf(call, label, description);
  return refusing(what, async () => {
    for (;;) {
      const made = await insert(bytes);
      if (made && 'wait' in made) throw usedUp(made.wait);
      if (made) return made;
      await openWebset(call, websetId);
      if ((await COUNT[what](call.db, websetId)) >= MOST[what]) throw tooMany(what, MOST[what]);
    }
  });
}

/** Changes what `find` finds; it is found again once its webset is held. `texts` count as written; null: nothing is written. */
async function edit<O extends { websetId: string }, T>(
  call: Call,
  what: What,
  texts: readonly (string | null | undefined)[] | null,
  find: (tx: Tx) => Promise<O | null>,
  change: (tx: Tx, old: O) => Promise<T | null>,
): Promise<T> {
  const found = await find(call.db);
  if (!found) throw missing(what);
  const { websetId } = found;
  if (texts) await write(call, ...texts); // not in the transaction: it may take seconds, and the caller's other writes would wait
  return refusing(what, () =>
    call.db.transaction(async (tx) => {
      await holdCaller(call, tx);
      await holdRestingWebset(call, tx, websetId);
      const old = await find(tx);
      const changed = old && (await change(tx, old));
      if (changed === null) throw missing(what);
      await touchWebset(tx, websetId);
      return changed;
    }),
  );
}

/** Whether a change asks another question; a column's format is part of it. */
const differs = (old: object, changed: object) => !isDeepStrictEqual({ ...old, required: null }, { ...changed, required: null });

/** Takes values that a list brought away where they are none of the column's format. */
async function dropMisfits(tx: Tx, { id, format }: { id: string; format: Format }): Promise<void> {
  const misfits = (await listImportedValues(tx, id)).filter(({ value }) => misfitOf(format, value) !== null);
  await deleteValues(
    tx,
    id,
    misfits.map(({ rowId }) => rowId),
  );
}

/** What the database refuses, in a caller's words: a label in use. */
async function refusing<T>(what: What, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw labelTaken(what);
    throw error;
  }
}
