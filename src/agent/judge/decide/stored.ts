import type { Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { DecidedCell, Why } from './policy.ts';

/** A cell as it is stored. */
export interface StoredCell {
  verdict: Verdict;
  reason: VerdictReason;
  judge: 'lexical' | 'learned';
  note: string;
  hasEvidence: boolean;
}

/** By what a cell was decided: what the rules read on its page, or how it is beside the answers so far. */
const READ = new Set<Why>(['language', 'stated', 'contradicted', 'part', 'unclear']);
/** What claims to be proved by the page's words. */
const PROVED = new Set<Why>(['stated', 'part', 'learned_match', 'instead']);

const OPEN = 'Neither the rules nor the answers so far can tell: it needs a model or your answers.';
const LEARNED = 'It follows from answers on other pages.';
const REGAINED = 'The rules read it on the page. A model left it open, as it left open most of what the rules prove.';

const ASIDE: Partial<Record<Why, { reason: VerdictReason; note: string }>> = {
  learned_match: { reason: 'learned', note: LEARNED },
  learned_no_match: { reason: 'learned', note: LEARNED },
  learned_open: { reason: 'learned', note: LEARNED },
  instead: { reason: 'contradicted', note: 'Where other pages say it, this page says something else.' },
};

const NOTES: Partial<Record<VerdictReason, string>> = {
  language: 'The page is written in another language than the request.',
  ambiguous: 'The page’s words allow both.',
  conflict: 'The page says two things.',
  hypothetical: 'The page says it of a plan or a possibility.',
  comparison: 'It is a comparison, which one page cannot prove.',
};

/**
 * How a decided cell is stored; null: what stands, stays. `answers`: to its criterion. `isOnPage`: whether its evidence is. `isRegained`: a model that leaves open
 * most of what is proved left it open; what is not proved against a model is left as it said.
 */
export function storedOf(
  { why, verdict, rule }: DecidedCell,
  { answers, isOnPage, isRegained }: { answers: number; isOnPage: boolean; isRegained: boolean },
): StoredCell | null {
  if (verdict === null || why === 'answered') return null;
  if (isRegained && !(why === 'stated' && isOnPage)) return null;
  if (PROVED.has(why) && !isOnPage)
    return { verdict: 'needs_review', reason: 'unproved', judge: 'lexical', note: OPEN, hasEvidence: false };
  if (READ.has(why)) {
    const reason = rule?.reason ?? 'ambiguous';
    const note = isRegained ? REGAINED : (NOTES[reason] ?? 'The rules read it on the page.');
    return { verdict, reason, judge: 'lexical', note, hasEvidence: isOnPage };
  }
  const { reason, note } = ASIDE[why] ?? { reason: 'unsupported', note: OPEN };
  return { verdict, reason, judge: answers > 0 ? 'learned' : 'lexical', note, hasEvidence: isOnPage };
}
