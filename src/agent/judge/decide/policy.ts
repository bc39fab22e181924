import type { Span } from '../../../domain/page/evidence.ts';
import type { AskType } from '../../../domain/page/grounds.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { DecidedCell, KnownCell, Why } from './cell.ts';

// Decides a cell from what people, a model, the rules and answers on other rows say: the first row of POLICY that returns a result decides.
// Afterwards only decide-row.ts, stored.ts and contradicting pages of the same row can change the verdict.

/**
 * The least probabilities for a match by answers: of a row, a cell, a cell with a sentence like a clicked one, a kind; `no` is the most for
 * `no_match`. `agreed`: none of the most similar answered rows says no; for a row, to no required criterion.
 */
export const CUTS = { row: { agreed: 0.32, split: 0.46 }, cell: { agreed: 0.74, split: 0.86 }, same: 0.4, no: 0.03, kind: 0.7 };
/**
 * The least probability at which a proved match is trusted: with and without answers, for a kind that the page shows, for a fact on a
 * chosen page. A proved contradiction is trusted up to 1 minus the lower of it and `denied`.
 */
const DOUBT = { learned: 0.5, unlearned: 0.2, kind: 0.2, fact: 0.2, denied: 0.1 };
/** The least probability of a fact on a page that a search found. Facts about places and days are always trusted. */
const FACT: Record<AskType, number> = {
  kind: 0.2, place: 0, date: 0, weekday: 0, month: 0, licence: 0, language: 0, number: 0.2, absence: 0.2, quality: 0.5, feature: 0.5,
}; // biome-ignore format: a table
/** The least probability of a match, and 1 minus the most of a contradiction, that the rules prove and answers do not doubt. */
const PROVED = 0.9;

type Said = { verdict: Verdict | null; evidence?: Span | null; probability?: number };

const REVIEW: Said = { verdict: 'needs_review' };
const proves = (cell: KnownCell, verdict: Verdict): Span | null => {
  const { rule, p } = cell;
  if (rule?.verdict !== verdict || (verdict === 'match' && isKindOpen(cell)) || isAside(cell)) return null;
  // on a page that a person chose, another number or place read by words alone is no contradiction
  if (verdict === 'no_match' && cell.isChosen && rule.by?.isWorded) return null;
  return (verdict === 'match' ? p >= doubtOf(cell) : p <= 1 - Math.min(doubtOf(cell), DOUBT.denied)) ? rule.evidence : null;
};

/** On a page that a search found, a feature or quality mentioned in passing is no proof; once answers decide, no mention is. */
const isAside = ({ rule, isChosen, isLearned }: KnownCell) =>
  !isChosen && (isLearned || rule?.by?.rank === 2) && (rule?.by?.type === 'feature' || rule?.by?.type === 'quality');

/** The least probability at which the rules are trusted. */
function doubtOf({ rule, isChosen, isLearned }: KnownCell): number {
  if (rule?.by?.kind && isLearned) return DOUBT.kind;
  if (!rule?.by || rule.by.isWorded) return isLearned ? DOUBT.learned : DOUBT.unlearned;
  if (isChosen) return isLearned ? DOUBT.fact : 0;
  return isLearned ? DOUBT.learned : FACT[rule.by.type];
}

/** Whether the criterion names the kind and the page does not show it. On a page that a search found, words that name the kind suffice. */
const isKindOpen = ({ rule, isChosen }: KnownCell) =>
  (rule?.by?.kind === 'open' || rule?.by?.kind === 'else') && (isChosen || rule.by.type !== 'kind');

/** Each row returns the cell's verdict, or null to leave it to the next. `isRowLikely`: answers make the row as a whole likely. */
export const POLICY: readonly [why: Why, says: (cell: KnownCell, isRowLikely: boolean) => Said | null][] = [
  ['answered', ({ answer }) => answer && { verdict: answer.verdict, evidence: answer.passage }],
  ['regained', (cell) => (cell.model?.isWeak ? statedOf(cell) : null)],
  ['model', ({ model }) => model && { verdict: model.verdict, evidence: model.passage }],
  ['unscored', ({ isScored }) => (isScored ? null : { verdict: null })],
  ['language', ({ rule }) => (rule?.reason === 'language' ? REVIEW : null)],
  ['stated', statedOf],
  ['contradicted', contradictedOf],
  [
    'part', // proof of a part remains partial
    (cell, isRowLikely) =>
      cell.rule?.verdict === 'partial' &&
      cell.rule.evidence &&
      (!cell.isLearned || isMet(cell, isRowLikely)) &&
      !(cell.rule.by && (isAside(cell) || cell.p < doubtOf(cell)))
        ? { verdict: 'partial', evidence: cell.rule.evidence }
        : null,
  ],
  ['learned_match', learnedOf],
  ['taught_match', taughtOf],
  [
    'taught_open',
    (cell) => (isLikelyNone(cell) && (cell.taught || cell.rule?.verdict === 'match') ? { ...REVIEW, evidence: heldBy(cell) } : null),
  ],
  ['learned_no_match', (cell) => (isLikelyNone(cell) ? { verdict: 'no_match' } : null)],
  ['learned_open', (cell, isRowLikely) => (cell.isLearned && (!isMet(cell, isRowLikely) || isDenied(cell)) ? REVIEW : null)],
  ['unproved', ({ rule }) => (rule?.reason === 'unproved' ? REVIEW : null)],
  ['unclear', ({ rule }) => (rule?.verdict === 'needs_review' && rule.reason !== 'silent' && rule.reason !== 'failed' ? REVIEW : null)],
  ['open', () => REVIEW],
];

function statedOf(cell: KnownCell): Said | null {
  const evidence = proves(cell, 'match');
  return evidence && { verdict: 'match', evidence: cell.clicked ?? evidence, probability: Math.max(cell.p, PROVED) };
}

function contradictedOf(cell: KnownCell): Said | null {
  const evidence = proves(cell, 'no_match');
  return evidence && { verdict: 'no_match', evidence, probability: Math.min(cell.p, 1 - PROVED) };
}

/** Whether none of the answered rows most like it says no. */
export const isAgreed = ({ likest }: KnownCell) => likest?.no === 0;

const isMet = (cell: KnownCell, isRowLikely: boolean) =>
  (isRowLikely && cell.isRequired) || cell.p >= (isAgreed(cell) ? CUTS.cell.agreed : CUTS.cell.split);

const isLikelyNone = ({ isLearned, mayDeny, p }: KnownCell) => isLearned && mayDeny && p <= CUTS.no;
/** The evidence for a cell that answers speak against. */
const heldBy = ({ taught, rule }: KnownCell) => taught?.at ?? rule?.evidence ?? null;

function taughtOf({ isLearned, p, taught }: KnownCell): Said | null {
  return isLearned && taught?.isSure && p >= CUTS.same ? { verdict: 'match', evidence: taught.at } : null;
}

/** Whether the page denies the criterion in words. */
const isDenied = ({ rule }: KnownCell) => rule?.verdict === 'no_match' && rule.evidence !== null;

/** A match by answers needs a sentence that says it, and a page that neither denies the criterion nor contradicts itself. */
function learnedOf(cell: KnownCell, isRowLikely: boolean): Said | null {
  const { rule, isPlain } = cell;
  const isBarred = isDenied(cell) || rule?.reason === 'conflict' || (isPlain && rule?.reason === 'silent') || rule?.by?.kind === 'else';
  if (!cell.isLearned || !isMet(cell, isRowLikely) || isBarred) return null;
  const evidence = cell.sentence();
  return evidence && { verdict: 'match', evidence };
}

export function decideCell(cell: KnownCell, isRowLikely: boolean): DecidedCell {
  const { p, foreseen, rule, likest } = cell;
  const wasRegained = cell.model?.wasRegained ?? false;
  for (const [why, says] of POLICY) {
    const said = says(cell, isRowLikely);
    if (said)
      return {
        why,
        verdict: said.verdict,
        probability: said.probability ?? p,
        foreseen,
        evidence: said.evidence ?? null,
        rule,
        likest,
        wasRegained,
      };
  }
  throw new Error('the last row of the policy always decides');
}
