import type { Verdict } from '../../../domain/verdict.ts';

/** Probabilities from which on it is decided: a row and its cells together, a cell alone, a cell that is not so, the kind of thing. */
export const CUTS = { row: 0.47, cell: 0.83, no: 0.07, kind: 0.7 };
/**
 * The same before any answer. A match is then one only where a sentence says every word of the label, and a cell is not so only where something else
 * stands, as tellingly as this, where other pages of the run say what is asked: a low probability proves nothing.
 */
export const UNLEARNED = { row: 0.9, cell: 0.78, no: 0.2, contrast: 0.1 };

/** What is likely of a cell. `answer` is what a person or a model said of it. */
export interface LikelyCell {
  /** The probability of a match. */
  p: number;
  answer: Verdict | null;
  /** Whether answers to the criterion were learned from. */
  isLearned: boolean;
  /** Whether enough of the answered cells that were foreseen not to be so were not. */
  isNoTrusted: boolean;
  /** Whether one sentence of the page says every word of the criterion's label. */
  isSaid: boolean;
  /** How telling what stands there in its place is, 0 to 1 (`Contrast.strength`). */
  contrast: number;
  /** Whether the row needs it: one that it does not need is decided alone. */
  isRequired: boolean;
}

/** What is likely of a row. `kind` is the probability that it is the right kind of thing. */
export interface LikelyRow {
  kind: number;
  cells: readonly LikelyCell[];
}

const sureness = ({ p, answer }: LikelyCell) =>
  answer === null ? p : answer === 'match' ? 1 : answer === 'no_match' ? 0 : Math.min(p, 0.5);

/** The likelihood of a row: that it is the right kind of thing and meets every required criterion. */
export const likelihoodOf = ({ kind, cells }: LikelyRow): number =>
  cells.reduce((product, cell) => (cell.isRequired ? product * sureness(cell) : product), kind);

/** The verdicts of a row's required cells, decided together: all match where the row's likelihood says so, else each for itself, and never all match where it does not. */
export function decideRow(row: LikelyRow): Verdict[] {
  const { kind, cells } = row;
  const required = cells.filter(({ isRequired }) => isRequired);
  const isLearned = required.every((cell) => cell.isLearned || cell.answer !== null);
  const isOpen = isLearned || required.every((cell) => cell.isSaid || cell.answer !== null);
  const isMatch: boolean = kind >= CUTS.kind && isOpen && likelihoodOf(row) >= (isLearned ? CUTS : UNLEARNED).row;
  const verdicts = cells.map((cell): Verdict => {
    if (cell.answer !== null) return cell.answer;
    if ((isMatch && cell.isRequired) || (cell.isLearned ? cell.p >= CUTS.cell : cell.isSaid && cell.p >= UNLEARNED.cell)) return 'match';
    const isNot = cell.isLearned ? cell.isNoTrusted && cell.p <= CUTS.no : cell.p <= UNLEARNED.no && cell.contrast >= UNLEARNED.contrast;
    return isNot ? 'no_match' : 'needs_review';
  });
  if (isMatch || verdicts.some((verdict, i) => cells[i]?.isRequired && verdict !== 'match')) return verdicts;
  const open = cells
    .map(({ p, answer, isRequired }, i) => ({ p, i, isOpen: isRequired && answer === null }))
    .filter(({ isOpen }) => isOpen);
  const weakest = open.sort((a, b) => a.p - b.p)[0];
  return verdicts.map((verdict, i) => (i === weakest?.i ? 'needs_review' : verdict));
}
