import type { Span } from '../../../domain/page/evidence.ts';
import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import { CUTS, UNLEARNED } from './decide.ts';
import type { CellDecision, CellReason, RowDecision } from './run.ts';

/** What the rules read on a page for a criterion, behind the guard. */
export interface Ruled {
  verdict: Verdict;
  reason: VerdictReason;
  evidence: Span | null;
}

/** A cell as it is decided; `rules` where what the rules read stands. */
export interface DecidedCell extends Omit<CellDecision, 'reason'> {
  reason: CellReason | 'rules';
}

/** How sure a row is of a match that the rules prove and the learner does not doubt. */
const PROVED = 0.9;
const DOUBT = 0.5;

/**
 * What the rules prove with the page's words stands where the learner does not doubt it: a match above, a contradiction below one half. All
 * else is as it was decided; and where all criteria then pass but the row as a whole is not likely enough, the weakest needs review.
 */
export function withRules(
  row: RowDecision,
  ruled: readonly (Ruled | null)[],
  isLearned: readonly boolean[],
): { likelihood: number; cells: DecidedCell[] } {
  const cells = row.cells.map((cell, i): DecidedCell => {
    const rule = ruled[i];
    if (cell.reason === 'answered' || !rule?.evidence) return cell;
    const p = cell.probability;
    const stands =
      (rule.verdict === 'match' && p > DOUBT) ||
      (rule.verdict === 'no_match' && p < DOUBT) ||
      (rule.verdict === 'partial' && !isLearned[i] && cell.verdict !== 'match');
    if (!stands) return cell;
    const probability = rule.verdict === 'match' ? Math.max(p, PROVED) : rule.verdict === 'no_match' ? Math.min(p, 1 - PROVED) : p;
    return { ...cell, verdict: rule.verdict, reason: 'rules', probability, evidence: rule.evidence };
  });
  const surenesses = cells.map(({ verdict, reason, probability }) =>
    reason !== 'answered' ? probability : verdict === 'match' ? 1 : verdict === 'no_match' ? 0 : Math.min(probability, DOUBT),
  );
  const likelihood = surenesses.reduce((product, sureness) => product * sureness, row.kind);
  const cut = isLearned.every(Boolean) || cells.every(({ reason }) => reason === 'rules') ? CUTS.row : UNLEARNED.row;
  const isMatch = cells.every(({ verdict }) => verdict === 'match');
  if (!isMatch || (row.kind >= CUTS.kind && likelihood >= cut)) return { likelihood, cells };
  const open = cells.map(({ reason, probability }, i) => ({ i, reason, probability })).filter(({ reason }) => reason !== 'answered');
  const weakest = open.sort((a, b) => a.probability - b.probability)[0]?.i;
  return {
    likelihood,
    cells: cells.map((cell, i) => (i === weakest ? { ...cell, verdict: 'needs_review', reason: 'unsupported', evidence: null } : cell)),
  };
}
