import type { Finding } from './finding.ts';
import { tokenize } from './lexicon.ts';
import { isNegation } from './negation.ts';
import type { Reading } from './reading.ts';
import { supportOf } from './support.ts';

/** Shorter labels name a property; from here on they are a sentence of their own. */
const SENTENCE_WORDS = 9;
/** Support from which a sentence counts as said, and from which a part of it does; found on human-judged claims (docs/agent.md). */
const SAID = 0.68;
const PART = 0.06;

/** The sentence that a criterion asserts, and what it is about; null for one that names a property. A label that was cut short is read on in its description. */
export function statementOf(label: string, description: string | null): { sentence: string; about: string } | null {
  const [, about = '', told = description ?? ''] = /^About ([^:]{2,80}): (.+)$/su.exec(description ?? '') ?? [];
  const head = label.trim().slice(0, 40);
  const sentence = head.length === 40 && told.startsWith(head) ? told : label.trim();
  return tokenize(sentence).length >= SENTENCE_WORDS ? { sentence, about } : null;
}

const negated = (text: string) => tokenize(text).some(({ word }) => isNegation(word));

/** A whole sentence is said by a page whose few best passages hold its words, its names and all its numbers; a page that holds some of them says a part. */
export function judgeStatement(reading: Reading, sentence: string): Finding {
  const { best, near, lacking, passages } = supportOf(reading, sentence, '');
  const score = 0.7 * best + 0.3 * near - 0.1 * lacking.numbers - 0.03 * lacking.names;
  const [first] = passages;
  if (!first || score < PART)
    return { verdict: 'no_match', reason: 'silent', quote: null, note: 'The page holds too few words of this statement.' };
  const quote = first.text;
  if (score < SAID) return { verdict: 'partial', reason: 'part', quote, note: 'The page says a part of this statement.' };
  if (negated(quote) !== negated(sentence))
    return { verdict: 'needs_review', reason: 'ambiguous', quote, note: 'The page speaks of it, but one of the two is negated.' };
  return { verdict: 'match', reason: 'stated', quote, note: 'The page says what this statement says.' };
}
