import type { Tx } from '../../db/connection/client.ts';
import { hasAnswers, markRowValueAnswers, markValueAnswers } from '../../db/queries/learning/answers.ts';
import { findSurvivor, lockRow } from '../../db/queries/merges/survivor.ts';
import { findProbability } from '../../db/queries/rows/cell-head.ts';
import { recombineRows } from '../../db/queries/rows/combine.ts';
import { type ChosenPassage, findLastReview, insertReview } from '../../db/queries/rows/review.ts';
import { findRow, updateRow } from '../../db/queries/rows/row.ts';
import { insertRowReview } from '../../db/queries/rows/row-review.ts';
import { insertTitleReview, listTitleReviews } from '../../db/queries/rows/title-review.ts';
import { findLastValueReview, insertValueReview } from '../../db/queries/rows/value-review.ts';
import { listPageTexts } from '../../db/queries/shared/page.ts';
import { findCriterion } from '../../db/queries/websets/criterion.ts';
import { findEnrichment } from '../../db/queries/websets/enrichment.ts';
import { touchWebset } from '../../db/queries/websets/webset.ts';
import { Fault, invalidInput } from '../../domain/errors.ts';
import { evidenceAt, holds, type Span } from '../../domain/page/evidence.ts';
import { type ReviewInput, valueReviewInput } from '../../domain/review/review-input.ts';
import type { Row } from '../../domain/row-state.ts';
import { sendLearning } from '../../queue/keyed-jobs.ts';
import type { Call } from '../call.ts';
import { spendWithin } from '../limits.ts';
import { holdCaller, holdWebset } from '../open.ts';
import { learnAgain } from './learning.ts';

/**
 * Sets or takes back a person's verdict on one row x criterion, also while a run is alive; the same transaction combines the row again and
 * queues learning. An entry that changes nothing is not added. BAD_REQUEST for a passage outside one block of the row's page.
 */
export async function reviewVerdict(
  call: Call,
  at: { rowId: string; criterionId: string },
  { verdict, note, passage }: ReviewInput,
): Promise<void> {
  await changeRow(call, at.rowId, [note], async (tx, row) => {
    const criterion = await findCriterion(tx, at.criterionId);
    if (criterion?.websetId !== row.websetId) throw new Fault('NOT_FOUND', 'Criterion not found');
    const chosen = passage && verdict !== null ? await passageOf(tx, row, passage) : null;
    const last = await findLastReview(tx, row.id, criterion.id);
    const entry = { verdict, note: note || null, reviewerId: call.viewer.userId };
    const isSame = last?.verdict === verdict && last.note === entry.note && last.start === (chosen?.start ?? null);
    if (verdict === null ? (last?.verdict ?? null) === null : isSame && last.reviewerId === entry.reviewerId) return false;
    const before = last?.before ?? (await findProbability(tx, row.id, criterion.id)); // what was shown before anybody answered
    await insertReview(tx, { ...entry, rowId: row.id, criterionId: criterion.id, passage: chosen, before });
    await updateRow(tx, row.id, {});
    await recombineRows(tx, row.websetId, row.id);
    await learnAgain(call, tx, row.websetId);
    return true;
  });
}

/** Says that a row is another kind of thing than what is looked for, which hides it, or takes that back, which shows it again. */
export const reviewRow = (call: Call, rowId: string, wrongKind: boolean): Promise<void> =>
  changeRow(call, rowId, [], async (tx, row) => {
    if (row.wrongKind === wrongKind) return false;
    await insertRowReview(tx, { rowId: row.id, wrongKind, reviewerId: call.viewer.userId });
    await updateRow(tx, row.id, { wrongKind, hidden: wrongKind });
    await markRowValueAnswers(tx, row.id);
    await learnAgain(call, tx, row.websetId);
    return true;
  });

/** Says what a row is called, or takes that back: then it is called as it was found. Saying the same again adds nothing to the history. */
export async function reviewTitle(call: Call, rowId: string, title: string | null): Promise<void> {
  await changeRow(call, rowId, [title], async (tx, row) => {
    const stands = (await listTitleReviews(tx, [row.id]))[0]?.title ?? null;
    if (title === stands || (stands === null && title === row.foundTitle)) return false;
    await insertTitleReview(tx, { rowId: row.id, title, reviewerId: call.viewer.userId });
    await updateRow(tx, row.id, { correctedTitle: title });
    return true;
  });
}

/**
 * Confirms, corrects, empties or, with `withdraw`, takes back a person's value for one row and one column. BAD_REQUEST when it is not of
 * the column's format, or the passage is not a part of one block of the row's page.
 */
export async function reviewValue(
  call: Call,
  at: { rowId: string; enrichmentId: string },
  input: { value: string | null; passage?: Span; withdraw?: boolean },
): Promise<void> {
  await changeRow(call, at.rowId, [input.value], async (tx, row) => {
    const enrichment = await findEnrichment(tx, at.enrichmentId);
    if (enrichment?.websetId !== row.websetId) throw new Fault('NOT_FOUND', 'Enrichment not found');
    const checked = valueReviewInput(enrichment.format).safeParse(input);
    if (!checked.success)
      throw invalidInput(checked.error.issues.map(({ code, path, message }) => ({ code, path: path.map(String), message })));
    const { value, passage, withdraw: withdrawn = false } = checked.data;
    const chosen = passage && !withdrawn ? await passageOf(tx, row, passage) : null;
    const last = await findLastValueReview(tx, row.id, enrichment.id);
    const entry = { value: withdrawn ? null : value, withdrawn, reviewerId: call.viewer.userId };
    const stands = last !== null && !last.withdrawn;
    const isSame = stands && last.value === value && last.start === (chosen?.start ?? null) && last.reviewerId === entry.reviewerId;
    if (withdrawn ? !stands : isSame) return false;
    await insertValueReview(tx, { ...entry, rowId: row.id, enrichmentId: enrichment.id, passage: chosen });
    await updateRow(tx, row.id, {});
    await markValueAnswers(tx, enrichment.id);
    await sendLearning(call.queue, tx, row.websetId);
    return true;
  });
}

/** Sets a row aside, or takes it back among the others; also while a run is alive, which knows it all the same. */
export const hideRow = (call: Call, rowId: string, hidden: boolean): Promise<void> =>
  changeRow(call, rowId, [], async (tx, row) => {
    if (row.hidden === hidden) return false;
    if (!hidden && row.wrongKind) await insertRowReview(tx, { rowId: row.id, wrongKind: false, reviewerId: call.viewer.userId });
    await updateRow(tx, row.id, { hidden, ...(!hidden && { wrongKind: false }) });
    // a hidden row's answers teach nothing
    await markRowValueAnswers(tx, row.id);
    if (row.wrongKind || (await hasAnswers(tx, row.id))) await learnAgain(call, tx, row.websetId);
    return true;
  });

/** The chosen sentence as the row's page has it. */
async function passageOf(tx: Tx, { pageId }: Row, span: Span): Promise<ChosenPassage> {
  const [page] = await listPageTexts(tx, [pageId]);
  const evidence = evidenceAt(page?.text ?? '', span);
  if (!page || !holds(page.text, evidence)) throw new Fault('BAD_REQUEST', 'The passage is no part of one block of the row’s page');
  return { ...evidence, pageId };
}

/** Changes a row that is held, of a webset that the caller may open and that is held, too. `change` answers whether it changed anything. */
async function changeRow(
  call: Call,
  rowId: string,
  texts: readonly (string | null | undefined)[],
  change: (tx: Tx, row: Row) => Promise<boolean>,
): Promise<void> {
  const missing = () => new Fault('NOT_FOUND', 'Row not found');
  const found = await findRow(call.db, rowId);
  if (!found) throw missing();
  await call.db.transaction(async (tx) => {
    await holdCaller(call, tx);
    await holdWebset(call, tx, found.websetId);
    await spendWithin(call, tx, 'review', ...texts);
    const survivor = await findSurvivor(tx, rowId); // what is said of a row that was merged is said of the one that shows it
    const row = survivor && (await lockRow(tx, survivor.id));
    if (!row) throw missing();
    if (await change(tx, row)) await touchWebset(tx, found.websetId);
  });
}
