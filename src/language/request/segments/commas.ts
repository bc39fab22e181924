import {
  DENIAL,
  has,
  isAdjective,
  isAtPlace,
  isClosed,
  isDate,
  isFiniteVerb,
  isGerund,
  isName,
  isPast,
  isPlural,
  NUMBER,
  PLACING,
  RELATIVE,
} from '../classes.ts';
import type { Word } from '../request-words.ts';

/** Whether the list of wanted things continues: at most three words, then “and” or “or” and another noun. */
function isListAhead(words: readonly Word[], i: number): boolean {
  const at = words.slice(i, i + 12).findIndex(({ text }) => /^(?:and|or)$/iu.test(text));
  const items = words.slice(i, i + Math.max(0, at));
  const next = words[i + at + 1];
  // topics may have any form: “games about bees, gardening or mushrooms”
  const isAbout = words.slice(0, i).some(({ text }) => /^(?:about|on|of)$/iu.test(text));
  const isPlain = (word: Word | undefined) =>
    word !== undefined &&
    !has(word, 'Preposition', 'Determiner') &&
    (!has(word, 'Verb') || (isAbout && isGerund(word))) &&
    !isAdjective(word) &&
    !isPast(word) &&
    !NUMBER.test(word.text) &&
    !RELATIVE.test(word.text) &&
    !DENIAL.test(word.text);
  const isShort = items.reduce((length, word) => (isClosed(word) ? 0 : length + 1), 0) <= 3;
  return (
    at > 0 &&
    isShort &&
    items.every(isPlain) &&
    (isAbout || isPlural(words[i - 1])) &&
    isPlain(next) &&
    (isPlural(next) || isPlural(words[i + at + 2]))
  );
}

/** Whether the words after a comma continue alternatives ("in Stockholm, Copenhagen or Oslo") or a place ("Portland, Oregon"). */
export function goesOn(words: Word[], i: number, lead: Word | undefined): boolean {
  if (words[i - 1]?.after !== ',' || /^(?:with|without|no|not|under|over|for|near|open)$/iu.test(words[i]?.text ?? '')) return false;
  // “that handle tracking and accounting, integrate with this or that”
  if (
    lead &&
    (isFiniteVerb(words[i]) || isPast(words[i])) &&
    (has(words[i + 1], 'Preposition') || /^(?:an?|the|their|no|at)$/iu.test(words[i + 1]?.text ?? ''))
  )
    return false;
  // “painting, music or writing summer schools”, “games about bees, gardening or mushrooms”, “harvesters, balers and old engines”
  if (!lead) return (i <= 2 && words.slice(i + 1, i + 3).some(({ text }) => /^or$/iu.test(text))) || isListAhead(words, i);
  const isPlaced = PLACING.test(lead.text) || isPast(lead) || isAtPlace(words, i);
  for (let j = i; j < Math.min(i + 6, words.length); j++) {
    if (/^(?:or|and)$/iu.test(words[j]?.text ?? ''))
      return isPlaced ? isName(words[j + 1]) || isDate(words[j + 1]) : words[j]?.text.toLowerCase() === 'or';
    if (isClosed(words[j]) && words[j]?.after !== ',') break;
    if (PLACING.test(words[j]?.text ?? '') || RELATIVE.test(words[j]?.text ?? '')) break;
  }
  return PLACING.test(lead.text) && isName(words[i]) && isName(words[i - 1]) && /^\p{Lu}/u.test(words[i]?.text ?? '');
}
