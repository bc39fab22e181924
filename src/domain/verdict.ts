export const VERDICTS = ['match', 'partial', 'no_match', 'needs_review'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is what it is; beside it stands a note in words. */
export const VERDICT_REASONS = [
  'stated', // the page says so
  'contradicted', // the page says otherwise
  'silent', // the page does not say
  'unrelated', // the page is about something else
  'part', // the page says a part of it
  'unproved', // a claim without words of the page that bear on it
  'ambiguous', // the words allow both
  'conflict', // the page says two things, or two pages of a row contradict each other
  'hypothetical', // planned, possible or wished for
  'comparison', // a superlative or comparison, which one page cannot prove
  'language', // the page is written in another language
  'disputed', // the words that the model names hold a number or date that says otherwise
  'unanswered', // the model gave no answer that could be read
  'failed', // judging it broke
  'learned', // learned from people's answers on other pages
  'resembles', // the page holds a sentence like one that proves it on an answered page, or the rules read it
  'unlikely', // its row as a whole is not likely enough
  'presumed', // nothing speaks against the kind, and the page was chosen by a person and meets all else
  'regained', // the page says so, and a model that leaves most of such open left it open
  'unsupported', // neither the rules nor the answers so far can tell
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

/** Why a column has no value, or how it got one. */
export const VALUE_REASONS = [
  'stated',
  'alike', // it stands where the values of the other pages stand
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

/** Who judged: the rules without any answer of a person, the learner from people's answers, a model, or for values nobody: a person's list has them. */
export const JUDGES = ['lexical', 'llm', 'learned', 'imported'] as const;
export type Judge = (typeof JUDGES)[number];

/** match and partial say that the page proves something; they need its words. */
export const claims = (verdict: Verdict) => verdict === 'match' || verdict === 'partial';

/** A row's verdict over the required criteria of its last run and those that a person has judged; null stands for one not evaluated. No criteria: null. */
export function combineVerdicts(verdicts: readonly (Verdict | null)[]): Verdict | null {
  if (verdicts.length === 0) return null;
  if (verdicts.includes('no_match')) return 'no_match';
  if (verdicts.includes(null)) return null;
  if (verdicts.includes('needs_review')) return 'needs_review';
  if (verdicts.includes('partial')) return 'partial';
  return 'match';
}
