export const VERDICTS = ['match', 'partial', 'no_match', 'needs_review'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The reason for a verdict; the cell also has a note in words. */
export const VERDICT_REASONS = [
  'stated', // the page says so
  'contradicted', // the page says otherwise
  'silent', // the page does not say
  'unrelated', // the page is about something else
  'part', // the page says part of it
  'unproved', // a claim without words of the page to support it
  'ambiguous', // the words allow both readings
  'conflict', // the page says two things, or two pages of a row contradict each other
  'hypothetical', // planned, possible or wished for
  'comparison', // a superlative or comparison, which one page cannot prove
  'language', // the page is written in another language
  'disputed', // the words that the model quotes hold a number or date that contradicts it
  'unanswered', // the model's answer could not be read
  'failed', // judging failed
  'learned', // learned from people's answers on other pages
  'resembles', // the page holds a sentence like one that proves it on an answered page, or the rules read it
  'unlikely', // the row as a whole is not likely enough
  'presumed', // a person chose the page, it meets all else, and nothing contradicts the kind
  'regained', // the page says so; the model left it open, as it does with most such pages
  'unsupported', // neither the rules nor the answers so far decide it
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

/** Why a column has no value, or where the value comes from. */
export const VALUE_REASONS = [
  'stated',
  'alike', // found where the other pages have theirs
  'silent',
  'unproved',
  'ambiguous',
  'range',
  'conflict',
  'language',
  'unanswered',
  'failed',
  'imported', // a person's list has it
] as const;
export type ValueReason = (typeof VALUE_REASONS)[number];

/** Who judged: the rules alone, the learner from people's answers, a model, or, for values, nobody: a person's list contained them. */
export const JUDGES = ['lexical', 'llm', 'learned', 'imported'] as const;
export type Judge = (typeof JUDGES)[number];

/** match and partial claim that the page proves something, so they need its words. */
export const claims = (verdict: Verdict) => verdict === 'match' || verdict === 'partial';

/**
 * A row's verdict over the required criteria of its last run and those that a person judged. In `verdicts`, null is not evaluated; no
 * criteria: null.
 */
export function combineVerdicts(verdicts: readonly (Verdict | null)[]): Verdict | null {
  if (verdicts.length === 0) return null;
  if (verdicts.includes('no_match')) return 'no_match';
  if (verdicts.includes(null)) return null;
  if (verdicts.includes('needs_review')) return 'needs_review';
  if (verdicts.includes('partial')) return 'partial';
  return 'match';
}
