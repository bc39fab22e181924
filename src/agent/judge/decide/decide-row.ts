import type { Verdict } from '../../../domain/verdict.ts';
import type { DecidedCell, KnownCell } from './cell.ts';
import { CUTS, decideCell, isAgreed } from './policy.ts';

/** The least probability, before any answer, of a row with one required criterion: nothing else indicates that its kind is right. */
const ALONE = 0.9;
/** The probability of a presumed kind. */
const PRESUMED = 0.7;

/**
 * Presumes the kind on a page that a person chose if nothing speaks against it and all other required criteria match. The evidence is the
 * sentence that introduces the page's subject, or the one that proves the rest of the criterion.
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

/** The verdict of a person, or of a model that is not weak: learning never changes it. */
const saidOf = ({ answer, model }: KnownCell): Verdict | null => answer?.verdict ?? (model && !model.isWeak ? model.verdict : null);

/** The probability that a cell matches, given the answer to it. */
const surenessOf = (answer: Verdict | null, p: number) =>
  answer === null ? p : answer === 'match' ? 1 : answer === 'no_match' ? 0 : Math.min(p, 0.5);

/**
 * Decides the cells of a row and the likelihood that it is the right kind (with probability `kind`) and meets every required criterion. If
 * all required cells match but the row is not likely enough, the weakest cell needs review.
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
