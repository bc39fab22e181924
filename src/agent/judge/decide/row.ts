import type { Verdict } from '../../../domain/verdict.ts';
import type { DecidedCell, KnownCell } from './cell.ts';
import { CUTS, decideCell, isAgreed } from './policy.ts';

/** Where one criterion is all that a row needs, nothing else tells that it is the right kind of thing: before any answer it is to be as likely as this. */
const ALONE = 0.9;
/** How sure a kind is that is presumed. */
const PRESUMED = 0.7;

/**
 * Of pages that a person chose, the kind is presumed where nothing speaks against it and all else that is required is met. Its evidence is the sentence that introduces
 * the page's subject, or what says the rest of the criterion.
 */
function presumed(cells: readonly KnownCell[], decided: DecidedCell[]): DecidedCell[] {
  const others = cells.filter((cell) => cell.isRequired && !cell.rule?.by?.kind).length;
  return decided.map((made, i) => {
    const cell = cells[i];
    const isOpen =
      made.why === 'open' && cell?.isChosen && !cell.isLearned && cell.rule?.by?.kind === 'open' && cell.rule.evidence !== null;
    if (!isOpen) return made;
    const isSaid = cell.rule?.verdict === 'match' || (cell.rule?.by?.type === 'kind' && others > 0);
    const isElseMet = decided.every((one, k) => k === i || !cells[k]?.isRequired || one.verdict === 'match');
    return isSaid && isElseMet
      ? { ...made, verdict: 'match', why: 'presumed', evidence: cell.rule?.evidence ?? null, probability: PRESUMED }
      : made;
  });
}

/** What a person or a model said that stands whatever is learned. */
const saidOf = ({ answer, model }: KnownCell): Verdict | null => answer?.verdict ?? (model && !model.isWeak ? model.verdict : null);

/** How surely a cell is met. */
const surenessOf = (answer: Verdict | null, p: number) =>
  answer === null ? p : answer === 'match' ? 1 : answer === 'no_match' ? 0 : Math.min(p, 0.5);

/**
 * Decides the cells of a row, and how likely it is to be the right kind of thing and to meet every required criterion; `kind`: the probability of the
 * former. Where every required cell passes but the row as a whole is not likely enough, the weakest needs review.
 */
export function decideRow({ kind, cells }: { kind: number; cells: readonly KnownCell[] }): { likelihood: number; cells: DecidedCell[] } {
  const required = cells.flatMap((cell, i) => (cell.isRequired ? [i] : []));
  const said = cells.map(saidOf);
  const isLearned = required.every((i) => cells[i]?.isLearned || said[i]);
  const likelihoodBy = (p: (i: number) => number) => kind * required.reduce((product, i) => product * surenessOf(said[i] ?? null, p(i)), 1);
  const cut = required.every((i) => said[i] || (cells[i] && isAgreed(cells[i]))) ? CUTS.row.agreed : CUTS.row.split;
  const isEnough = (likelihood: number) => kind >= CUTS.kind && likelihood >= cut;
  const isRowLikely = isLearned && isEnough(likelihoodBy((i) => cells[i]?.p ?? 0));
  const decided = presumed(
    cells,
    cells.map((cell) => decideCell(cell, isRowLikely)),
  );
  const likelihood = likelihoodBy((i) => decided[i]?.probability ?? 0);
  const isChosen = cells.every((cell) => cell.isChosen);
  const isDecided = isLearned
    ? isEnough(likelihood)
    : isChosen || required.length > 1 || required.every((i) => said[i] || (cells[i]?.p ?? 0) >= ALONE);
  if (isDecided || required.some((i) => decided[i]?.verdict !== 'match')) return { likelihood, cells: decided };
  const open = required.filter((i) => !said[i]).sort((a, b) => (decided[a]?.probability ?? 0) - (decided[b]?.probability ?? 0));
  return {
    likelihood,
    cells: decided.map((cell, i) => (i === open[0] ? { ...cell, verdict: 'needs_review', why: 'unlikely', evidence: null } : cell)),
  };
}
