import type { Word } from './request-words.ts';

// Classes of words and of short word sequences.

export const RELATIVE = /^(?:that|which|who|whose|where|when)$/iu;
export const DENIAL =
  /^(?:without|excluding|except|outside|not|never|no|other|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|wasn['’]t|haven['’]t|hasn['’]t)$/iu;
export const PLACING = /^(?:in|at|near|from|inside|across|within|around|throughout|outside|on)$/iu;
export const TIMING = /^(?:since|after|before|between|during|until|by|from|in|within|over)$/iu;
export const COMPARING = /^(?:more|less|fewer|over|under|above|below|at|up|minimum|maximum|between|>|<|>=|<=)$/iu;
export const ATTACHED = /^(?:of|to|about|as|into|than|per|for|on|via|against|versus|vs|named|called)$/iu;
/** A participle clause after its noun: "workshop selling tableware". */
export const CLAUSE =
  /^(?:making|selling|using|living|working|offering|looking|taking|serving|teaching|hiring|producing|accepting|supporting|specialising|specializing)$/u;
export const SETTLED = /^(?:included|spoken|allowed|welcome|accepted|permitted|provided|ok)$/iu;
/** "Gluten free" is one term. */
export const FREE_OF =
  /^(?:gluten|lactose|sugar|dairy|nut|nuts|smoke|barrier|step|plastic|duty|tax|peat|toll|wheat|egg|fat|car|ad|rent|alcohol|risk|sulphite)$/iu;
export const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/iu;
export const NUMBER = /^(?:[\p{Sc}>≥<≤~]*\d[\d.,]*\S*|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred))$/iu;
export const OF_FIELD =
  /(?:professor|lecturer|expert|degree|master['’]s|bachelor['’]s|phd|laureate|specialist|researcher|paper|journal|course|conference|career|winner|work|mission)s?$/iu;

export const has = (word: Word | undefined, ...tags: string[]) => word !== undefined && tags.some((tag) => word.tags.has(tag));
export const isPlural = (word: Word | undefined) =>
  word !== undefined &&
  (has(word, 'Plural') || /(?:[^su]s|people|men|women|children|alumni|staff|series|media|software)$/iu.test(word.text)) &&
  !has(word, 'Gerund', 'Preposition', 'Possessive');
export const isName = (word: Word | undefined) =>
  word !== undefined && (has(word, 'ProperNoun', 'Place', 'Acronym') || /^(?:\p{Lu}|\d)/u.test(word.text));
export const isGerund = (word: Word | undefined) =>
  word !== undefined && /^\p{Ll}[\p{L}-]*ing$/u.test(word.text) && (has(word, 'Gerund', 'Verb') || isPast(word));
export const isPast = (word: Word | undefined) =>
  word !== undefined &&
  /^\p{Ll}[\p{L}-]+$/u.test(word.text) &&
  (has(word, 'PastTense', 'Participle') || /(?:ed|written|built|made|led|born|run|set|sold|held|taught|known|won)$/u.test(word.text)) &&
  !/(?:need|seed|speed|breed|feed)$/u.test(word.text);
/** Nouns that can be verbs, but are usually nouns. */
const THING =
  /^(?:club|shop|class|course|school|centre|center|team|bar|house|group|trip|tour|camp|park|store|market|book|film|sport|trail|bag|bike|boat|rain|winter|summer|hand|garden|farm|craft|tool|water|light|room|table|guide|ticket|pool)s?$/u;
export const isFiniteVerb = (word: Word | undefined) =>
  word !== undefined &&
  /^\p{Ll}/u.test(word.text) &&
  !THING.test(word.text) &&
  has(word, 'Verb') &&
  !has(word, 'Gerund') &&
  !/[^s]s$/u.test(word.text);
/** A verb in any form, including the third person: “takes”. */
export const isVerb = (word: Word | undefined) =>
  word !== undefined && /^\p{Ll}/u.test(word.text) && has(word, 'Verb') && !THING.test(word.text);
export const isAdjective = (word: Word | undefined) =>
  word !== undefined &&
  /^\p{Ll}/u.test(word.text) &&
  (has(word, 'Adjective', 'Comparative') ||
    /^(?:available|open|free|compliant|active|able|close|similar|worth|native|endemic|suitable|safe)$/u.test(word.text));
export const isClosed = (word: Word | undefined) => word !== undefined && /[,;:.?!)]/u.test(word.after);
export const isSpan = (word: Word | undefined) => /^(?:years?|months?|weeks?|days?|decades?|century)$/iu.test(word?.text ?? '');
export const isDate = (word: Word | undefined) =>
  word !== undefined && (has(word, 'Date', 'Year', 'Month') || /^(?:1[5-9]|20)\d\d(?:s|['’]s)?$/u.test(word.text));

/** "cheese aged over six months", "club founded before 1975": an event with its bound. */
export const isBoundEvent = (words: Word[], i: number) => {
  const [word, next] = [words[i], words[i + 1]];
  if (!isPast(word) || isHyphened(words, i) || !next) return false;
  if (/^(?:in|before|after|since|by|until|between|during|on)$/iu.test(next.text))
    return isDate(words[i + 2]) || isDateAhead(words, i + 1) || /^1[0-4]\d\d$/u.test(words[i + 2]?.text ?? '');
  return COMPARING.test(next.text) && isBound(words, i + 1);
};

const MONEY = /^(?:[$€£]\S+|\S*[$€£]|(?:us-)?dollars?|euros?|pounds?|usd|eur|gbp|chf|francs?|kronor|kroner|yen|rupees?)$/iu;
const MONEY_OF =
  /^(?:revenues?|turnover|sales|prices?|fees?|costs?|budgets?|salar(?:y|ies)|pay|wages?|incomes?|funding|capital|assets|profits?|valuations?|caps?|endowments?|rents?|tuition|plans?|tickets?|rates?|debts?|deposits?)$/iu;
/** "with a swimming pool under 150 euros a night": the price is of the thing, not of what it has. */
export const isPriceOfWhole = (words: Word[], i: number, segment: Word[]) =>
  /^(?:with|has|have|having)$/iu.test(segment[0]?.text ?? '') &&
  words.slice(i + 1, i + 5).some(({ text }) => MONEY.test(text)) &&
  !segment.some(({ text }) => MONEY_OF.test(text)) &&
  // "samples under 10 euros": the price is of the samples
  !(isPlural(words[i - 1]) && segment.length <= 2 && !words.slice(i, i + 7).some(({ text }) => /^(?:a|an|per|each)$/iu.test(text)));

/** "injection moulded parts": a participle before its noun. */
export const isHyphened = (words: Word[], i: number) => words[i]?.text.includes('-') === true && isPlural(words[i + 1]);
export const isDateAhead = (words: Word[], i: number) => words.slice(i + 1, i + 5).some((word) => isDate(word) || isSpan(word));
export const isBound = (words: Word[], i: number) => {
  const ahead = words.slice(i + 1, i + 3).map(({ text }) => text);
  return NUMBER.test(ahead[0] ?? '') || (/^(?:than|to|least|most|a|the|of)$/iu.test(ahead[0] ?? '') && NUMBER.test(ahead[1] ?? ''));
};

/** Whether the words before a position end with names after “in”: “making solar panels in Spain, Italy and Greece”. */
export function isAtPlace(words: readonly Word[], i: number): boolean {
  let at = i - 1;
  while (at > 0 && isName(words[at])) at--;
  return at < i - 1 && PLACING.test(words[at]?.text ?? '');
}

/** "June 2025", "today", "this year": words that are only a date. */
export const isDateWords = (text: string) =>
  /^(?:the\s)?(?:(?:early|mid|late|end|beginning|start)(?:\sof)?[\s-])?(?:today|now|this (?:week|month|year)|(?:\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:\s\d{1,2},?)?(?:\s\d{4})?|(?:spring|summer|autumn|fall|winter|q[1-4])\s\d{4}|\d{4}|\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{4})$/iu.test(
    text.trim(),
  );
