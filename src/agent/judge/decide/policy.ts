import type { Span } from '../../../domain/page/evidence.ts';
import type { AskType } from '../../../domain/page/grounds.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { DecidedCell, KnownCell, Why } from './cell.ts';

// What a cell says is decided here, from what people, a model, the rules and answers on other rows say of it: the rows of POLICY are tried in their order, and the first
// that speaks decides. After it only stored.ts (its quote is not on the page) and pages of one row that contradict each other have a say.

/**
 * Probabilities from which on it is decided by answers: a row and its cells together, a cell alone, one whose page says the same as a clicked sentence, a cell that is
 * not so, the kind of thing. `agreed`: where none of the answered rows most like it says no, of a row to no criterion.
 */
export const CUTS = { row: { agreed: 0.32, split: 0.46 }, cell: { agreed: 0.74, split: 0.86 }, same: 0.4, no: 0.03, kind: 0.7 };
/** Above (a match) and below (a contradiction) which probability the learner does not doubt the rules: with answers, before any, of a kind that a page shows, of a fact of a page that a person chose, and of what a page denies. */
const DOUBT = { learned: 0.5, unlearned: 0.2, kind: 0.2, fact: 0.2, denied: 0.1 };
/** Where a search brought the pages: how likely what a fact gives is to be at least. What it says of a place or a day stands. */
const FACT: Record<AskType, number> = {
  kind: 0.2, place: 0, date: 0, weekday: 0, month: 0, licence: 0, language: 0, number: 0.2, absence: 0.2, quality: 0.5, feature: 0.5,
}; // biome-ignore format: a table
/** How sure a cell is that the rules prove and answers do not doubt. */
const PROVED = 0.9;

type Said = { verdict: Verdict | null; evidence?: Span | null; probability?: number };

const REVIEW: Said = { verdict: 'needs_review' };
const proves = (cell: KnownCell, verdict: Verdict): Span | null => {
  const { rule, p } = cell;
  if (rule?.verdict !== verdict || (verdict === 'match' && isKindOpen(cell)) || isAside(cell)) return null;
  // of pages that a person chose, another number or place than the fact's is no contradiction
  if (verdict === 'no_match' && cell.isChosen && rule.by?.isWorded) return null;
  return (verdict === 'match' ? p >= doubtOf(cell) : p <= 1 - Math.min(doubtOf(cell), DOUBT.denied)) ? rule.evidence : null;
};

/** Where a search brought the page, what it says somewhere of a feature is no proof, and once answers decide none of what it says of one is. */
const isAside = ({ rule, isChosen, isLearned }: KnownCell) =>
  !isChosen && (isLearned || rule?.by?.rank === 2) && (rule?.by?.type === 'feature' || rule?.by?.type === 'quality');

/** From which probability on the rules are not doubted. */
function doubtOf({ rule, isChosen, isLearned }: KnownCell): number {
  if (rule?.by?.kind && isLearned) return DOUBT.kind;
  if (!rule?.by || rule.by.isWorded) return isLearned ? DOUBT.learned : DOUBT.unlearned;
  if (isChosen) return isLearned ? DOUBT.fact : 0;
  return isLearned ? DOUBT.learned : FACT[rule.by.type];
}

/** Whether it names the kind, and the page does not show that it is one; where a search brought the page, words that name the kind will do. */
const isKindOpen = ({ rule, isChosen }: KnownCell) =>
  (rule?.by?.kind === 'open' || rule?.by?.kind === 'else') && (isChosen || rule.by.type !== 'kind');

/** Each row says what the cell is, or null. `isRowLikely`: answers make the row as a whole likely. */
export const POLICY: readonly [why: Why, says: (cell: KnownCell, isRowLikely: boolean) => Said | null][] = [
  ['answered', ({ answer }) => answer && { verdict: answer.verdict, evidence: answer.passage }],
  ['regained', (cell) => (cell.model?.isWeak ? statedOf(cell) : null)],
  ['model', ({ model }) => model && { verdict: model.verdict, evidence: model.passage }],
  ['unscored', ({ isScored }) => (isScored ? null : { verdict: null })],
  ['language', ({ rule }) => (rule?.reason === 'language' ? REVIEW : null)],
  ['stated', statedOf],
  ['contradicted', contradictedOf],
  [
    'part', // what a page says of a part stays a part
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
/** What speaks for a cell that answers speak against. */
const heldBy = ({ taught, rule }: KnownCell) => taught?.at ?? rule?.evidence ?? null;

function taughtOf({ isLearned, p, taught }: KnownCell): Said | null {
  return isLearned && taught?.isSure && p >= CUTS.same ? { verdict: 'match', evidence: taught.at } : null;
}

/** Whether its page denies it in words. */
const isDenied = ({ rule }: KnownCell) => rule?.verdict === 'no_match' && rule.evidence !== null;

/** A match without a sentence that says it is none, and so is one whose page denies it, or says both. */
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
  throw new Error('the last row of the policy always speaks');
}
