import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Ruled } from '../learn/ruled.ts';
import type { Answers, CellAnswer } from './answers.ts';

/** A model's verdict on a cell. */
export interface ModelCell {
  row: number;
  criterion: number;
  verdict: Verdict;
  reason: VerdictReason;
  passage: Span | null;
  /** Whether the rules' match replaced this verdict. */
  wasRegained: boolean;
}

/**
 * A model that leaves open more than `share` of at least `cells` cells that the rules prove confuses silence with text that it misreads.
 */
const WEAK = { cells: 6, share: 0.5 };

/** Whether the model's reason is that the page does not say it, or not clearly. */
export const isLeftOpen = ({ verdict, reason }: ModelCell) => verdict === 'needs_review' && (reason === 'silent' || reason === 'ambiguous');

/** Whether a model leaves open most of the cells that the rules prove. `ruled` is by criterion, then by row. */
export function isWeak(cells: readonly ModelCell[], ruled: readonly (readonly (Ruled | null)[])[]): boolean {
  const proved = cells.filter(({ row, criterion }) => {
    const rule = ruled[criterion]?.[row];
    return rule?.verdict === 'match' && rule.evidence !== null;
  });
  return proved.length >= WEAK.cells && proved.filter(isLeftOpen).length > WEAK.share * proved.length;
}

/** The most model-judged rows to learn from: the time to learn grows with their cube. */
const TAUGHT_MAX = 300;

/**
 * Adds a model's answers on cells without a person's answer (`cells`) to the answers of people, without the cells that a weak model leaves
 * open. Of more than TAUGHT_MAX rows it takes evenly spaced ones.
 */
export function withModel(
  people: Answers,
  cells: readonly ModelCell[],
  { criteria, isWeak }: { criteria: number; isWeak: boolean },
): Answers {
  const wrong = new Set(people.wrongKind);
  const others = cells.filter((cell) => !wrong.has(cell.row) && teaches(cell, isWeak));
  const byRow = [...Map.groupBy(others, ({ row }) => row)];
  const step = Math.max(1, byRow.length / TAUGHT_MAX);
  const taught = Array.from({ length: Math.min(byRow.length, TAUGHT_MAX) }, (_, i) => byRow[Math.floor(i * step)] ?? ([0, []] as const));
  const isOther = ([, said]: (typeof taught)[number]) => said.length === criteria && said.every(({ reason }) => reason === 'unrelated');
  const answerOf = ({ row, criterion, verdict, passage }: ModelCell): CellAnswer => ({ row, criterion, verdict, passage, before: null });
  return {
    ...people,
    cells: [...people.cells, ...taught.filter((row) => !isOther(row)).flatMap(([, said]) => said.map(answerOf))],
    wrongKind: [...people.wrongKind, ...taught.filter(isOther).map(([row]) => row)],
  };
}

export const keyOf = ({ row, criterion }: { row: number; criterion: number }) => `${row} ${criterion}`;

const teaches = ({ verdict, reason }: ModelCell, isWeak: boolean) => verdict !== 'needs_review' || (reason === 'silent' && !isWeak);
