import type { Span } from '../../../domain/page/evidence.ts';
import { type AnswerCounts, TAUGHT } from '../../../domain/review/learning.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Label } from '../learn/gaussian.ts';
import type { Click } from '../learn/passages.ts';
import type { PreparedCriterion } from '../learn/prepare.ts';
import type { Foreseen } from './estimate.ts';
import { CUTS } from './policy.ts';

/** An answer for a cell. `passage` is what was clicked; `before` what was foreseen before it (`CellDecision.foreseen`), null where nothing was. */
export interface CellAnswer {
  row: number;
  criterion: number;
  verdict: Verdict;
  passage: Span | null;
  before: number | null;
}

export interface Answers {
  cells: readonly CellAnswer[];
  /** Rows that are the wrong kind of thing. */
  wrongKind: readonly number[];
  /** Whether they decide other rows to be no match; else these need review. */
  deny?: boolean;
}

/** A page that does not say is half a no; a page of the wrong kind less. */
const WEIGHTS = { answer: 1, unknown: 0.5, wrongKind: 0.3 };

/** What the answers say of a criterion. */
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

/** How many answers to a criterion say yes, and how many no; a row of the wrong kind counts as a no. */
export function countAnswers({ cells, wrongKind }: Answers, criterion: number): AnswerCounts {
  const wrong = new Set(wrongKind);
  const own = cells.filter((answer) => answer.criterion === criterion && !wrong.has(answer.row));
  const count = (verdict: Verdict) => own.filter((answer) => answer.verdict === verdict).length;
  return { yes: count('match'), no: count('no_match') + wrong.size };
}

/** Whether there are answers enough to a criterion to decide other rows by. */
export function isTaught(answers: Answers, criterion: number): boolean {
  const { yes, no } = countAnswers(answers, criterion);
  return yes >= TAUGHT && no >= TAUGHT;
}

/** So many answered rows that are not so it takes before others are called not so for being like them: what a page says in words that no answer holds is seldom seen. */
const DENIED = 8;

/** Whether answers to a criterion may make other rows no match. */
export const mayDeny = (answers: Answers, criterion: number): boolean =>
  answers.deny !== false && countAnswers(answers, criterion).no >= DENIED && isNoTrusted(foreseen(answers, criterion));

/** What was foreseen before the answers to a criterion. */
export const foreseen = ({ cells }: Answers, criterion: number): Foreseen[] =>
  cells.flatMap(({ criterion: of, verdict, before }) =>
    of === criterion && before !== null ? [{ before, isMatch: verdict === 'match' }] : [],
  );

/** Of cells that were foreseen not to be so as surely as `before`, at most this share may be so, with a doubt of one more in two. */
const MISSED = { before: CUTS.no, share: 0.2 };

/** Whether silence may be taken for a no: not where answered cells that were foreseen not to be so turned out to be so. */
export function isNoTrusted(seen: readonly Foreseen[]): boolean {
  const low = seen.filter(({ before }) => before <= MISSED.before);
  const missed = low.filter(({ isMatch }) => isMatch).length;
  return missed === 0 || (missed + 1) / (low.length + 2) <= MISSED.share;
}

/** The unit that was clicked with an answer. */
export function clickOf({ units }: PreparedCriterion, { row, passage }: CellAnswer): Click[] {
  if (!passage) return [];
  const unit = (units[row] ?? []).findIndex(({ start, end }) => start < passage.end && end > passage.start);
  return unit < 0 ? [] : [{ row, unit }];
}

/** What the answers say of the kind of each row: a wrong one, or a right one since its criteria were judged. */
export function kindLabels({ cells, wrongKind }: Answers): Label[] {
  const wrong = new Set(wrongKind);
  const right = new Set(cells.map(({ row }) => row).filter((row) => !wrong.has(row)));
  return [...[...wrong].map((row) => ({ row, y: 0, weight: 1 })), ...[...right].map((row) => ({ row, y: 1, weight: 1 }))];
}
