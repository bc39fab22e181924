import type { Verdict } from '../../../domain/verdict.ts';

export const CUTS = { row: 0.5, cell: 0.75, no: 0.1, kind: 0.7 };

/** What is likely of a row: that it is the right kind of thing, and each criterion's match, by the criteria's order; null where a person has answered. */
export interface Likely {
  kind: number;
  cells: { p: number; answer: Verdict | null }[];
  /** Whether enough is known to decide by: without answers a low likelihood is no proof. */
  learned: boolean;
}

/** The likelihood of a row: that it is the right kind of thing and keeps every criterion. */
export const likelihoodOf = ({ kind, cells }: Likely): number =>
  cells.reduce((product, { p, answer }) => product * (answer === null ? p : answer === 'match' ? 1 : answer === 'no_match' ? 0 : Math.min(p, 0.5)), kind);

/** The verdicts of a row's cells, decided together: all match where the row's likelihood says so, else each for itself, and never all match where it does not. */
export function decideRow(likely: Likely): Verdict[] {
  const { kind, cells } = likely;
  const isMatch: boolean = kind >= CUTS.kind && likelihoodOf(likely) >= CUTS.row;
  const verdicts = cells.map(({ p, answer }): Verdict => {
    if (answer !== null) return answer;
    if (isMatch || p >= CUTS.cell) return 'match';
    return p <= CUTS.no && likely.learned ? 'no_match' : 'needs_review';
  });
  if (isMatch || verdicts.some((verdict) => verdict !== 'match')) return verdicts;
  const open = cells.map(({ p, answer }, i) => ({ p, i, answer })).filter(({ answer }) => answer === null);
  const weakest = open.sort((a, b) => a.p - b.p)[0];
  return verdicts.map((verdict, i) => (i === weakest?.i ? 'needs_review' : verdict));
}
