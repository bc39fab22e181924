import { type Assertion, assertionOf, asserts } from '../../../language/english/negation.ts';
import { isRaised, isStruck, type Passage, type Reading } from '../text/reading.ts';
import { isOldRow } from '../text/rows.ts';
import { assertionAt } from '../text/statements.ts';
import { isForeignRow, sectionOf } from '../text/subject.ts';
import type { FactPage, FactUnit } from './fact-page.ts';

/** How a unit asserts some of its words: as true, as false, or neither. */
export type Polarity = 'yes' | 'no' | 'maybe';

/** “Free of”, “no”, “zero” and the like before the words, with at most three words between. */
const NONE_BEFORE =
  /\b(?:zero|no|without(?: any)?|free (?:of|from)(?! charge)|sorry(?: that)? we (?:cannot|can['’]t)|unable to|refuses?)[\s-](?:\p{L}+[\s-]){0,3}$/iu;
const TROUBLE_BEHIND = /^\s(?:costs?|exceeds?|problems?|issues?|troubles?|conflicts?|complaints?|difficult(?:y|ies)|bugs?)\b/iu;
const ELSE_BEFORE = /\b(?:except|optional(?:ly)?|unless|planned|soon)\s(?:\p{L}+\s){0,3}$/iu;

/** The sentence of the page that contains an offset; null if none does. */
export function passageAt(reading: Reading, at: number): Passage | null {
  let [low, high] = [0, reading.views.length - 1];
  while (low < high) {
    const mid = (low + high + 1) >> 1;
    if ((reading.views[mid]?.start ?? 0) <= at) low = mid;
    else high = mid - 1;
  }
  const view = reading.views[low];
  return (view && reading.passages(view).find(({ start, end }) => start <= at && at < end)) ?? null;
}

/** A sentence with more parts between semicolons is a CV in one sentence: “born in Graz; attended …; died in Linz”. */
const LINES = 3;
const isLine = ({ text }: Passage) => text.split(';').length > LINES;

/** A unit as a sentence of its own. */
const lineOf = (passage: Passage, { start, end, text }: FactUnit): Passage => ({
  ...passage,
  start,
  end,
  text,
  tokens: passage.tokens.filter((token) => token.start >= start && token.end <= end),
});

/** “Until 2019: Apache 2.0”. */
const OLD_LABEL = /^(?:until|till|up to|before|formerly|previously|originally|initially|at first)\b/iu;

/** The assertion status of the words from `start` to `end` of a unit; null if they are not asserted of the page's subject. */
export function assertedAt({ reading }: FactPage, unit: FactUnit, start: number, end: number): Assertion | null {
  const sentence = passageAt(reading, unit.start + start);
  if (!sentence) return null;
  const passage = isLine(sentence) ? lineOf(sentence, unit) : sentence;
  // a labelled value is about the page's subject, unless its table row belongs to another thing
  if (OLD_LABEL.test(unit.label)) return 'past';
  const isLabelled = unit.label !== '' && !unit.isUnderName && !isForeignRow(reading, passage);
  return isLabelled ? plainlyAt(reading, unit, passage, start, end) : assertionAt(reading, passage, unit.start + start, unit.start + end);
}

/** The assertion status of words whatever their subject; null in a section on others. */
function plainlyAt(
  reading: Reading,
  { text, tokens, start: at }: FactUnit,
  passage: Passage,
  start: number,
  end: number,
): Assertion | null {
  if (isStruck(passage.view, at + start, at + end) || !asserts(text) || sectionOf(reading, passage) === 'others') return null;
  const from = tokens.findIndex((token) => token.end > start);
  const to = tokens.findLastIndex((token) => token.start < end);
  if (from < 0 || to < from) return null;
  return isOldRow(reading, passage.view) ? 'past' : assertionOf(text, tokens, from, to);
}

/** Like `assertedAt`, but on a short page a first sentence with “it”, “we” or no subject is about the page's subject. */
export const saidAt = (read: FactPage, unit: FactUnit, start: number, end: number): Assertion | null => {
  const said = assertedAt(read, unit, start, end);
  const isOfSubject =
    said === null && unit.isLead && read.isShort && /^(?:It|They|We|He|She|Founded|Established|Opened|Built|Since|Born)\b/u.test(unit.text);
  const passage = isOfSubject ? passageAt(read.reading, unit.start + start) : null;
  return passage ? plainlyAt(read.reading, unit, passage, start, end) : said;
};

/** Whether a number is asserted of the page's subject and has no footnote number attached to it. */
export function isStatedAt(read: FactPage, unit: FactUnit, start: number, end: number): boolean {
  const passage = passageAt(read.reading, unit.start + start);
  if (passage === null || isRaised(passage.view, unit.start + start, unit.start + end)) return false;
  const said = assertedAt(read, unit, start, end);
  // the first sentences of a short page are about its subject, whatever they call it
  return said === 'yes' || (said === null && unit.isLead && read.isShort && plainlyAt(read.reading, unit, passage, start, end) === 'yes');
}

/** Whether words are asserted, whatever their subject, outside sections on others. */
export function isPlainlySaid(read: FactPage, unit: FactUnit, start: number, end: number): boolean {
  const passage = passageAt(read.reading, unit.start + start);
  return passage !== null && plainlyAt(read.reading, unit, passage, start, end) === 'yes';
}

/** The polarity of the tokens from `from` to `from + span - 1` of a unit. */
export function polarityOf(read: FactPage, unit: FactUnit, from: number, span = 1): Polarity {
  const { text, tokens } = unit;
  const [first, end] = [tokens[from], tokens[from + span - 1]];
  if (!first || !end) return 'maybe';
  const said = assertedAt(read, unit, first.start, end.end);
  if (said === null) return 'maybe';
  if (/^-(?:free|less)\b/u.test(text.slice(end.end))) return 'no';
  const before =
    text
      .slice(0, first.start)
      .replace(read.page.title, ' ')
      .split(/[;:.!?()–—]|\s-\s|,\s(?:but|and)\s/u)
      .at(-1) ?? '';
  // “no parking problems” does not deny parking
  if (NONE_BEFORE.test(before)) return TROUBLE_BEHIND.test(text.slice(end.end)) ? 'maybe' : 'no';
  if (ELSE_BEFORE.test(before)) return 'maybe';
  return said === 'yes' || said === 'no' ? said : 'maybe';
}

/** A value that denies what its label names. */
const DENIED_VALUE =
  /^(?:(?:sorry|alas|unfortunately|i['’]m afraid),?\s)?(?:no|none|nothing|not|never|n\/a|[-–—✗✘❌×]|without|unavailable|cannot|unsupported|nil|0)(?![\p{L}\p{N}])/iu;
/** “There is no minimum order”. */
const DENYING = /^(?:there (?:is|are)|we (?:have|use|charge|need|ask(?: for)?)|it (?:has|needs)) (?:no|none|nothing)\b/iu;
/** The text after the label of a line: “no” in “Audition: no”. */
const valueIn = (text: string) => text.replace(/^[^:：]{1,40}[:：]\s*/u, '');
/** Whether the value under a label denies what the label names. */
export const deniesValue = (text: string): boolean => DENIED_VALUE.test(valueIn(text)) || DENYING.test(valueIn(text));

export const YES_VALUE = /^(?:yes|✓|✔|✅|included|available|free|allowed|welcome|permitted|on request|daily|true)/iu;
/** The assertion status of a unit's label according to its value. */
export const answeredBy = ({ text }: FactUnit): Assertion => (deniesValue(text) ? 'no' : YES_VALUE.test(valueIn(text)) ? 'yes' : 'unsure');
