import type { Judge, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { DecidedCell, Why } from './cell.ts';

export interface StoredCell {
  verdict: Verdict;
  reason: VerdictReason;
  judge: Judge;
  hasEvidence: boolean;
}

/** Decisions that rest on what the rules read on the page; all others rest on answers or on the row. */
const READ = new Set<Why>(['language', 'stated', 'contradicted', 'part', 'unproved', 'unclear']);
/** Decisions that need text of the page as evidence. */
const PROVED = new Set<Why>(['stated', 'contradicted', 'presumed', 'part', 'taught_match', 'learned_match']);

const ASIDE: Partial<Record<Why, VerdictReason>> = {
  taught_match: 'resembles',
  taught_open: 'resembles',
  learned_match: 'learned',
  learned_no_match: 'learned',
  learned_open: 'learned',
  unlikely: 'unlikely',
  presumed: 'presumed',
};

/** Returns the stored form of a decided cell, or null to leave the stored cell unchanged. `answers` counts those to its criterion. */
export function storedOf(
  { why, verdict, rule, wasRegained }: DecidedCell,
  { answers, isOnPage }: { answers: number; isOnPage: boolean },
): StoredCell | null {
  if (wasRegained && (why === 'model' || why === 'answered'))
    return { verdict: 'needs_review', reason: 'silent', judge: 'llm', hasEvidence: false };
  if (verdict === null || why === 'answered' || why === 'model') return null;
  if (why === 'regained') return isOnPage ? { verdict, reason: 'regained', judge: 'lexical', hasEvidence: true } : null;
  if (PROVED.has(why) && !isOnPage) return { verdict: 'needs_review', reason: 'unproved', judge: 'lexical', hasEvidence: false };
  if (READ.has(why)) return { verdict, reason: rule?.reason ?? 'ambiguous', judge: 'lexical', hasEvidence: isOnPage };
  return { verdict, reason: ASIDE[why] ?? 'unsupported', judge: answers > 0 ? 'learned' : 'lexical', hasEvidence: isOnPage };
}
