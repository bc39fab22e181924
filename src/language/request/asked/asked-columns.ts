import { type Column, columnNamed, isKnownColumn } from '../../wanted.ts';

// Finds the columns that longer requests ask for. `wanted.ts` knows the names of usual columns.

/** “Tell me”, “please include”, “for each I’d also need”. */
const ASKING = String.raw`(?:for each(?:\s(?:one|of them|result))?,?\s)?(?:(?:please|pls|kindly|also|just|and|so|then)\s)*(?:(?:i|we)(?:['’]d|\swould)?(?:\salso|\sreally)?\s(?:need|like|want|love)(?:\s(?:to (?:know|have|see|get)))?|(?:include|give|list|show|add|note|tell|say|name|provide|state|mention|report|quote)(?:\s(?:me|us))?(?:\salso)?)`;
/** A whole sentence that asks for columns: “Please include funder and link.” */
const SENTENCE = new RegExp(String.raw`^${ASKING}[:,]?\s(?<list>.{2,300})$`, 'iu');
/** “For each: name, city.”, “Columns: city, licence.” */
const HEADED = /^(?:for each(?:\s(?:one|of them|result|\p{L}+))?|(?:the\s)?(?:columns?|fields?))\s?:\s(?<list>.{2,300})$/iu;
/** The reason for a request: “because I am curating a show”. */
export const BECAUSE = /,?\s(?:because|since|as)\s(?:i|we|my|our)(?:['’]\w+)?\s.*$/iu;
const ASKED =
  /^(?<list>(?:when|how|what|who|where|why|on which|in which|is there|are there|does|do|did|is|are|was|were)(?:['’]s)?\s.{2,200})\?$/iu;
/** “Price per night and number of beds would be great.” */
const WELCOME =
  /^(?<list>.{2,200}?)(?:,\sif\s[^,]{2,30},)?\s(?:(?:would be|is|are)\s(?:great|nice|good|helpful|useful|lovely|welcome|enough)|would help(?:\s(?:us|me))?(?:\s\p{L}+)?)[.!]*$/iu;
/** The end of a sentence that asks for columns. */
const ENDS: readonly RegExp[] = [
  /(?:\s*[;,]|\s[–—-]{1,2})\s(?:along|together)\swith\s(?<list>(?:the|their|its)\s[^;]{2,200})$/iu,
  /(?:\s*[;,]|\s[–—-]{1,2})\s(?:along\s|together\s)?with\s(?<plain>[^;]{2,200})$/iu,
  new RegExp(String.raw`(?:\s*;|\s[–—-]{1,2})\s${ASKING}[:,]?\s(?<list>[^;]{2,300})$`, 'iu'),
  new RegExp(String.raw`,\s${ASKING}[:,]?\s(?<list>(?:the|their|its|what|who|when|how|where|on which|in which)\s[^;]{2,300})$`, 'iu'),
  /\sand\s(?:please\s)?(?:give|tell|show|note|include)(?:\s(?:me|us))?\s(?<list>[^;]{2,200})$/iu,
  /[;,]?\s(?:and|plus)\s(?<list>(?:what(?:['’]s)?|when|how (?:much|many|long|far|old|often|big|large))(?:\s[^;]{2,200})?)$/iu,
  /\swith\s(?<plain>[^;,]{2,60}(?:,\s[^;]{2,140})?)$/iu,
  /[;:]\s(?<plain>[^;:]{2,200})$/u,
];

/** Attributes that may lack an article: “with licence and author”. */
const ATTRIBUTE =
  /(?:^|\s)(?:names?|dates?|day|year|prices?|costs?|fees?|numbers?|address(?:es)?|phone|e-?mails?|city|country|sizes?|lengths?|capacity|deadlines?|links?|urls?|doi|sponsors?|operators?|authors?|owners?|status|versions?|titles?|types?|contacts?|hours|funders?|publishers?|translators?|architects?|directors?|partners?|parties|party|constituency|location|source|quote|rates?|dimensions|weight|age|language|ticker|yield|shipyard)$/iu;
/** “Price per tonne if public”. */
const FIRST = /^(?:names?|dates?|prices?|costs?|fees?|numbers?|address|phone|e-?mail|city|country|sizes?|links?|urls?)\b/iu;
const BOUND =
  /^(?:an?|at least|at most|no|not|more|less|fewer|over|under|up to|between|either|both|some|any|good|only|\d|(?:one|two|three|four|five)(?!-))\b|\b(?:at least|no more|more than|less than|fewer than|(?:under|over|below|above) [\p{Sc}\d])/iu;

/** Splits a list of names; a question is one name, with or without commas. */
function namesOf(list: string): string[] {
  return list
    .replace(/\?/gu, '')
    .split(/,\s+(?:and\s+|plus\s+)?|\s(?:and|plus|&)\s(?!(?:\p{L}+\s){0,1}(?:later|older|more)\b)/iu)
    .map(bareName)
    .filter((name) => /\p{L}/u.test(name));
}

const bareName = (name: string): string =>
  name
    .replace(/^(?:also|plus|and|please|just|with|to know)\s/iu, '')
    .replace(/^(?:for each|columns?|fields?)\s?:\s/iu, '')
    .replace(/\sif\s[^,]{2,40}$/iu, '')
    .replace(/\s(?:please|pls|too|as well|also|for each(?:\s(?:one|of them|result))?|of each|each)(?=$|\s(?:please|pls|too))/giu, '')
    .replace(/\s(?:please|pls|too|as well)$/iu, '')
    .replace(/^(?:what['’]s|what\s(?:is|are|was|were))\s(?:the\s)?/iu, '')
    .replace(/^(?:(?:the|their|its|his or her|your|an?)\s)+/iu, '')
    .replace(/[.,;:?!\s]+$/u, '')
    .trim();

const NAME_WORDS = 9;
const isName = (name: string) => name.split(/\s/u).length <= NAME_WORDS && name.length <= 80;

/** The columns of a sentence that asks only for columns; otherwise null. `isFirst`: no earlier sentence asked for anything. */
export function columnsOfSentence(sentence: string, isFirst: boolean): Column[] | null {
  if (isFirst) return null;
  const text = sentence
    .replace(/\s+(?:please|pls|thanks|thank you)[.!]?$/iu, '')
    .replace(BECAUSE, '')
    .trim();
  const ended = text.replace(/[.!]+$/u, '');
  const groups = HEADED.exec(ended)?.groups ?? SENTENCE.exec(ended)?.groups ?? ASKED.exec(text)?.groups;
  const names = namesOf(groups?.list ?? WELCOME.exec(text)?.groups?.list ?? '');
  // “I need name and address”, but not “we need parking”
  const isOurs = /^(?:(?:and|also|so)\s)?(?:i|we)\b/iu.test(text) && !/\bto know\b/iu.test(text);
  const areColumns = !isOurs || names.some((name) => isKnownColumn(name) || ATTRIBUTE.test(name) || FIRST.test(name));
  if (names.length > 0 && areColumns && names.every(isName)) return names.map(columnNamed);
  // “With party and constituency.”, “Ticker, CEO name, dividend yield.”
  const bare = text.replace(/^(?:(?:along|together)\s)?(?:with|plus|and)\s(?:(?:the|their|its)\s)?/iu, '').replace(/[.!?]+$/u, '');
  const plain = namesOf(bare);
  const isPlain =
    plain.length > 0 &&
    plain.every((name) => name.split(/\s/u).length <= 6 && !BOUND.test(name)) &&
    !/\b(?:is|are|was|were|have|has|must|should|can|i|we|they|only|that|which|who)\b/iu.test(bare);
  return isPlain && (plain.length > 1 || plain.some((name) => ATTRIBUTE.test(name) || FIRST.test(name)) || text.endsWith('?'))
    ? plain.map(columnNamed)
    : null;
}

/** Removes the columns that the end of a sentence asks for. */
export function withoutColumns(sentence: string): { text: string; columns: Column[] } {
  for (const form of ENDS) {
    const match = form.exec(sentence.replace(/[.?!]+$/u, '').replace(BECAUSE, ''));
    const { list, plain } = match?.groups ?? {};
    if (!match || (list ?? plain) === undefined || match.index === 0) continue;
    const names = namesOf(list ?? plain ?? '');
    if (names.length === 0 || !names.every(isName)) continue;
    if (plain !== undefined && !arePlain(names, plain)) continue;
    const text = sentence.slice(0, match.index).trim();
    const isCommand = /^(?:(?:please|pls|kindly|just)\s)*(?:list|find|give|show|name|get)(?:\s(?:me|us))?$/iu.test(text);
    if (!isCommand && /\p{L}{2}/u.test(text)) return { text, columns: names.map(columnNamed) };
  }
  return { text: sentence, columns: [] };
}

/** “Licence and author”, “dates, city and price of a full pass”: attributes without a bound or an article. */
const arePlain = (names: readonly string[], written: string) =>
  !BOUND.test(written) &&
  !/\b(?:that|which|who|whose|is|are|was|were|has|have)\b/iu.test(written.replace(/\bwhere\b.*$|\bwhether\s[^,]+$/iu, '')) &&
  names.every((name) => !BOUND.test(name)) &&
  (names.length > 2 ? 3 : 2) *
    names.filter((name) => isKnownColumn(name) || ATTRIBUTE.test(name.replace(/\s(?:of|where|in|for|when)\s.*$/iu, ''))).length >=
    names.length &&
  (names.length > 1 || isKnownColumn(names[0] ?? ''));
