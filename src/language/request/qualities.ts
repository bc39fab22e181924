import { placeNamed } from '../../knowledge/places/named.ts';
import type { Word } from './request-words.ts';
import type { Segment } from './segments/segments.ts';

const QUALITY =
  /^(?:free|vegan|vegetarian|organic|halal|kosher|independent|female|male|remote|bootstrapped|profitable|retired|former|active|lightweight|public|private|small|large|local|new|old|young|certified|licensed|compliant|abandoned|extinct|women-led|non-profit|nonprofit|affordable|cheap|luxury|multilingual|bilingual|indie|decentrali[sz]ed|distributed|serverless)$/iu;
const COMPOUND =
  /^(?:\p{L}[\p{L}-]*)-(?:owned|based|friendly|free|led|first|accessible|certified|compliant|reviewed|funded|access|source|hosted|backed|cap|run|founded|licen[sc]ed|maintained|cancelling|only)$/iu;
/** Two words that form one quality: "open source", "publicly traded", "Series A", "MIT licensed". */
const PAIR =
  /^(?:(?:open|closed)[\s-](?:source|access|weights?)|series\s[a-k]|(?:pre-)?seed(?:\sstage)?|\p{L}+ly\s\p{L}+(?:ed|n)|end[\s-]to[\s-]end\s\p{L}+ed|\S+\s(?:licen[sc]ed|certified|compliant|backed|funded|owned|based))$/iu;
/** Words that belong to the next word and are not a quality by themselves. */
const FUSED =
  /^(?:public\s(?:relations|librar|school|transport|compan)|private\s(?:equity|school|bank|universit)|open\s(?:data|water)|remote\s(?:job|work|sens|control)|free\s(?:trade|agent|software)|new\s\p{Lu}|local\s(?:government|council|area)|small\s(?:business|law)|active\s(?:learning|director)|large\s(?:language|hadron)|distributed\s(?:system|ledger)|(?:US|UK|EU)\s(?:states?|senat|MPs?|president|governor|congress|law|bill|visa|army|citizen|court|commission))/iu;

const isDemonym = ({ text, tags }: Word) =>
  tags.has('Demonym') ||
  (/^(?:US|UK|EU|USA|American|British|European|African|Asian|Nordic|Scandinavian)$/u.test(text) && true) ||
  /^\p{Lu}\p{L}+(?:ese|ish)$/u.test(text);
const isPlace = ({ text }: Word) => /^\p{Lu}/u.test(text) && /^(?:US|UK|EU|USA)$/u.test(text) && placeNamed(text) !== null;

/** The number of words at `i` that form one quality; 0 for none. */
function qualityAt(words: Word[], i: number): number {
  const [one, two, three] = [words[i], words[i + 1], words[i + 2]];
  if (!one || !two) return 0;
  const pair = `${one.text} ${two.text}`;
  if (isDemonym(one) && /^(?:or|and)$/iu.test(two.text) && three && isDemonym(three)) return 3;
  const held = words.slice(i, i + 5).findIndex(({ text }) => /^(?:licen[sc]ed|certified|compliant|accredited)$/iu.test(text));
  if (held > 0 && words.length > i + held + 1) return held + 1;
  if (/^(?:and|or)$/iu.test(three?.text ?? '') && PAIR.test(pair) && PAIR.test(`${words[i + 3]?.text} ${words[i + 4]?.text}`)) return 5;
  if (three && PAIR.test(pair)) return 2;
  if (FUSED.test(pair)) return 0;
  if (COMPOUND.test(one.text) && !/^noise-/iu.test(one.text)) return 1;
  return QUALITY.test(one.text) || isDemonym(one) || isPlace(one) ? 1 : 0;
}

const HEAD_ENDS = /^(?:of|for|about|on|to|with|in|at)$/iu;

/** Separates the qualities before the wanted thing: "vegan bakeries" are bakeries and vegan. The last noun always stays. */
export function withoutQualities(thing: Segment): Segment[] {
  const qualities: Segment[] = [];
  let words = thing.words;
  for (;;) {
    const size = qualityAt(words, 0);
    if (size === 0 || words.length <= size || HEAD_ENDS.test(words[size]?.text ?? '')) break;
    const taken = words.slice(0, size);
    // a language or a style, not an origin: "German language schools"
    if (/^(?:language|speaking|literature|cuisine|food|grammar)/iu.test(words[size]?.text ?? '')) break;
    qualities.push({ kind: 'quality', words: taken });
    words = words.slice(size);
  }
  return [{ ...thing, words }, ...qualities];
}
