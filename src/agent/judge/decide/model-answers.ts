import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { Ruled } from '../learn/ruled.ts';
import type { Answers, CellAnswer } from './answers.ts';

/** What a model said of a cell. */
export interface ModelCell {
  row: number;
  criterion: number;
  verdict: Verdict;
  reason: VerdictReason;
  passage: Span | null;
  /** Whether the rules' match stands in its place. */
  wasRegained: boolean;
}

/** Of at least so many cells that the rules prove, a model that leaves open more than this share cannot tell silence from what it does not understand. */
const WEAK = { cells: 6, share: 0.5 };

/** That a page does not say it, or not clearly. */
export const isLeftOpen = ({ verdict, reason }: ModelCell) => verdict === 'needs_review' && (reason === 'silent' || reason === 'ambiguous');

/** Whether a model leaves open most of what the rules prove. `ruled`: by criterion and row. */
export function isWeak(cells: readonly ModelCell[], ruled: readonly (readonly (Ruled | null)[])[]): boolean {
  const proved = cells.filter(({ row, criterion }) => {
    const rule = ruled[criterion]?.[row];
    return rule?.verdict === 'match' && rule.evidence !== null;
  });
  return proved.length >= WEAK.cells && proved.filter(isLeftOpen).length > WEAK.share * proved.length;
}

/** So many rows that a model judged are learned from: what it takes to learn grows with their cube. */
const TAUGHT_MAX = 300;

/** People's answers, and what a model says of cells that no person answered (`cells`); what a weak one leaves open is no answer. Of more rows than can be learned from, every so many. */
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
