import type { Span } from '../../../domain/page/evidence.ts';
import { type AnswerCounts, TAUGHT } from '../../../domain/review/learning.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Label } from '../learn/gaussian.ts';
import type { Click } from '../learn/passages.ts';
import type { PreparedCriterion } from '../learn/prepare.ts';
import type { Foreseen } from './estimate.ts';
import { CUTS } from './policy.ts';

/** An answer for a cell. `passage`: the clicked sentence. `before`: the probability predicted before the answer (`foreseen`), or null. */
export interface CellAnswer {
  row: number;
  criterion: number;
  verdict: Verdict;
  passage: Span | null;
  before: number | null;
}

export interface Answers {
  cells: readonly CellAnswer[];
  /** Rows answered as the wrong kind of thing. */
  wrongKind: readonly number[];
  /** Whether the answers may decide other rows as `no_match`; if false, those rows need review. */
  deny?: boolean;
}

/** The answer that a page does not say counts as half a no; a page of the wrong kind counts less. */
const WEIGHTS = { answer: 1, unknown: 0.5, wrongKind: 0.3 };

/** Returns the training labels for a criterion. */
export function labelsOf({ cells, wrongKind }: Answers, criterion: number): Label[] {
  const wrong = new Set(wrongKind);
  const labels: Label[] = cells
    .filter((answer) => answer.criterion === criterion && !wrong.has(answer.row))
    .map(({ row, verdict }) => ({
      row,
      y: verdict === 'match' ? 1 : verdict === 'partial' ? 0.5 : 0,
      weight: verdict === 'needs_review' ? WEIGHTS.unknown : WEIGHTS.answer,
      isOpen: verdict === 'needs_review',
    }));
  return labels.length === 0 ? [] : [...labels, ...[...wrong].map((row) => ({ row, y: 0, weight: WEIGHTS.wrongKind }))];
}

/** Counts the yes and the no answers to a criterion. A row of the wrong kind counts as a no. */
export function countAnswers({ cells, wrongKind }: Answers, criterion: number): AnswerCounts {
  const wrong = new Set(wrongKind);
  const own = cells.filter((answer) => answer.criterion === criterion && !wrong.has(answer.row));
  const count = (verdict: Verdict) => own.filter((answer) => answer.verdict === verdict).length;
  return { yes: count('match'), no: count('no_match') + wrong.size };
}

/** Whether a criterion has enough answers to decide other rows. */
export function isTaught(answers: Answers, criterion: number): boolean {
  const { yes, no } = countAnswers(answers, criterion);
  return yes >= TAUGHT && no >= TAUGHT;
}

/** The no answers needed before similar rows become `no_match`: with fewer, matches in words that no answer contains would be missed. */
const DENIED = 8;

/** Whether answers to a criterion may decide other rows as `no_match`. */
export const mayDeny = (answers: Answers, criterion: number): boolean =>
  answers.deny !== false && countAnswers(answers, criterion).no >= DENIED && isNoTrusted(foreseen(answers, criterion));

/** The probabilities predicted before each answer to a criterion, with the answers. */
export const foreseen = ({ cells }: Answers, criterion: number): Foreseen[] =>
  cells.flatMap(({ criterion: of, verdict, before }) =>
    of === criterion && before !== null ? [{ before, isMatch: verdict === 'match' }] : [],
  );

/** Of the cells predicted at most `before`, at most `share` may match, by the rule of succession. */
const MISSED = { before: CUTS.no, share: 0.2 };

/** Whether silence may decide `no_match`: not if answered cells with such low predictions turned out to match. */
export function isNoTrusted(seen: readonly Foreseen[]): boolean {
  const low = seen.filter(({ before }) => before <= MISSED.before);
  const missed = low.filter(({ isMatch }) => isMatch).length;
  return missed === 0 || (missed + 1) / (low.length + 2) <= MISSED.share;
}

/** The unit that overlaps the clicked passage of an answer; empty if there is none. */
export function clickOf({ units }: PreparedCriterion, { row, passage }: CellAnswer): Click[] {
  if (!passage) return [];
  const unit = (units[row] ?? []).findIndex(({ start, end }) => start < passage.end && end > passage.start);
  return unit < 0 ? [] : [{ row, unit }];
}

/** Training labels for the kind of each row: 0 if answered as the wrong kind, 1 if its criteria were answered. */
export function kindLabels({ cells, wrongKind }: Answers): Label[] {
  const wrong = new Set(wrongKind);
  const right = new Set(cells.map(({ row }) => row).filter((row) => !wrong.has(row)));
  return [...[...wrong].map((row) => ({ row, y: 0, weight: 1 })), ...[...right].map((row) => ({ row, y: 1, weight: 1 }))];
}
