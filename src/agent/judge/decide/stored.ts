import type { Judge, Verdict, VerdictReason } from '../../../domain/verdict.ts';
import type { DecidedCell, Why } from './cell.ts';

/** A cell as it is stored. */
export interface StoredCell {
  verdict: Verdict;
  reason: VerdictReason;
  judge: Judge;
  hasEvidence: boolean;
}

/** By what a cell was decided: what the rules read on its page, or how it is beside the answers so far. */
const READ = new Set<Why>(['language', 'stated', 'contradicted', 'part', 'unproved', 'unclear']);
/** What claims to be proved by the page's words. */
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

/** How a decided cell is stored; null: what stands, stays. `answers`: to its criterion. `isOnPage`: whether its evidence is. */
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
