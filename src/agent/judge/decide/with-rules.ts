import type { VerdictReason } from '../../../domain/verdict.ts';
import type { Ruled } from '../learn/ruled.ts';
import { CUTS } from './decide.ts';
import type { CellDecision, CellReason, RowDecision } from './run.ts';

/** A cell as it is decided; `rules` where what the rules read stands, for `ruled`. */
export interface DecidedCell extends Omit<CellDecision, 'reason'> {
  reason: CellReason | 'rules';
  ruled?: VerdictReason;
}

/** Above (a match) and below (a contradiction) which probability the learner does not doubt the rules: with answers, and before any. */
const DOUBT = { learned: 0.5, unlearned: 0.2 };
/** Where one criterion is all that a row needs, nothing else tells that it is the right kind of thing: before an answer that is to be as likely as this. */
const ALONE = 0.9;
/** How sure a cell is that the rules prove and answers do not doubt. */
const PROVED = 0.9;

/**
 * What the rules prove with the page's words stands where the learner does not doubt it. All else is as it was decided; and where all criteria
 * then pass but the row as a whole is not likely enough, the weakest needs review. Before any answer the page's words alone
 * rank a row and match nothing; what stands in the place of what is asked speaks against it.
 */
export function withRules(
  row: RowDecision,
  ruled: readonly (Ruled | null)[],
  isLearned: readonly boolean[],
  required: readonly boolean[] = [],
): { likelihood: number; cells: DecidedCell[] } {
  const cells = row.cells.map((cell, i) => withRule(cell, ruled[i] ?? null, isLearned[i] === true));
  const isRequired = (i: number) => required[i] ?? true;
  const likelihood = cells.reduce((product, cell, i) => (isRequired(i) ? product * surenessOf(cell) : product), row.kind);
  const needed = row.cells.filter((_, i) => isRequired(i));
  const isDecided = isLearned.every((learned, i) => learned || !isRequired(i))
    ? row.kind >= CUTS.kind && likelihood >= CUTS.row
    : needed.length > 1 || needed.every(({ reason, probability }) => reason === 'answered' || probability >= ALONE);
  if (isDecided || cells.some(({ verdict }, i) => isRequired(i) && verdict !== 'match')) return { likelihood, cells };
  const open = cells
    .map(({ reason, probability }, i) => ({ i, reason, probability }))
    .filter(({ i, reason }) => isRequired(i) && reason !== 'answered');
  const weakest = open.sort((a, b) => a.probability - b.probability)[0]?.i;
  return {
    likelihood,
    cells: cells.map((cell, i) => (i === weakest ? { ...cell, verdict: 'needs_review', reason: 'unsupported', evidence: null } : cell)),
  };
}

function withRule(decided: CellDecision, rule: Ruled | null, isLearned: boolean): DecidedCell {
  const cell: CellDecision =
    decided.reason === 'likely' && decided.verdict === 'match'
      ? { ...decided, verdict: 'needs_review', reason: 'unsupported', evidence: null }
      : decided;
  if (cell.reason === 'answered' || !rule) return cell;
  if (rule.reason === 'language' || (cell.reason === 'unsupported' && isOpen(rule)))
    return { ...cell, verdict: 'needs_review', reason: 'rules', ruled: rule.reason, evidence: null };
  if (!rule.evidence) return cell;
  const { probability: p, clicked } = cell;
  const doubt = isLearned ? DOUBT.learned : DOUBT.unlearned;
  const stands =
    (rule.verdict === 'match' && p > doubt) ||
    (rule.verdict === 'no_match' && p < 1 - doubt) ||
    (rule.verdict === 'partial' && !isLearned && cell.verdict !== 'match');
  if (!stands) return cell;
  const probability = rule.verdict === 'match' ? Math.max(p, PROVED) : rule.verdict === 'no_match' ? Math.min(p, 1 - PROVED) : p;
  const evidence = rule.verdict === 'match' ? (clicked ?? rule.evidence) : rule.evidence;
  return { ...cell, verdict: rule.verdict, reason: 'rules', ruled: rule.reason, probability, evidence };
}

/** The rules say why it cannot be told, in better words than that nobody can. */
const isOpen = ({ verdict, reason }: Ruled) => verdict === 'needs_review' && reason !== 'silent' && reason !== 'failed';

const surenessOf = ({ verdict, reason, probability }: DecidedCell) =>
  reason !== 'answered' ? probability : verdict === 'match' ? 1 : verdict === 'no_match' ? 0 : Math.min(probability, 0.5);
