import { isDateWords } from '../classes.ts';

// Handles asides in a request: brackets, dashes, examples, the date of the request. Commas of a list after a colon do not end a part.

/** Placeholders for a comma and for brackets that do not separate parts; labels show the originals. */
const HELD = { ',': '\ue000', '(': '\ue001', ')': '\ue002', ':': '\ue003' } as const;
export const HELD_OPEN = HELD['('];
export const HELD_CLOSE = HELD[')'];
/** Replaces separators by placeholders; `released` restores them. */
export const hold = (text: string) => text.replace(/[,():]/gu, (sign) => HELD[sign as keyof typeof HELD]);

/** Restores the separators of a text. */
export const released = (text: string) => text.replace(/[\ue000-\ue003]/gu, (sign) => ',():'[sign.charCodeAt(0) - 0xe000] as string);

/** Brackets about the request itself, or incidental remarks, rather than about the wanted thing. */
const OF_ASKING = /^(?:e\.?g\b|i\.?e\b|for (?:example|instance)|see\b|thanks)|\b(?:i|we|us|me|my|our|you|was|were|showed?|told)\b/iu;
const BY_THE_WAY = /^(?:it|that|this|there|what)(?:['’]s\b|\s(?:is|are)\b)/iu;
/** Conditions in brackets, in any person: “(you must be able to bring dogs)”, “(my budget is 900)”. */
const ASKS = /\b(?:must|need|needs|want|should|budget)\b/iu;
const isBeside = (inside: string) => (OF_ASKING.test(inside) || BY_THE_WAY.test(inside)) && !ASKS.test(inside);
/** “(it must have parking)”, “(they are in Norway)” */
const OF_THEM =
  /^(?:(?:it|this|that|these|those|they|he|she)\s(?=(?:must|should|has to|have to|needs? to)\b)|(?:these|those|they)\s(?=(?:are|have|do|can)\b))/iu;

const BRACKET = /\s?\(([^()]{1,200})\)/gu;

/** Examples, up to where the sentence continues. */
const EXAMPLES =
  /,?\s(?:e\.\s?g\.|eg\.|i\.\s?e\.|for example|for instance)[,:]?\s.{1,150}?(?=(?:,?\s(?:and|but|with)\s|,\s)(?:that|which|who|whose|where|have|has|are|is|with|must|can|do|does)\b|,\s(?:in|near|at|from|for|about|without|under|over|within|based|located|founded|made|run|open)\s|\s[–—-]{1,2}\s|[.;?!](?:\s|$)|$)/giu;
/** “Power tools, telescopes or sewing machines”: the last item ends the list. */
const ITEM = String.raw`(?!(?:that|which|who|whose|where|with|without|in|near|at|from|for|under|over|about|open|have|has|are|is|must|can)\b)[^,.;?]{1,40}`;
const EXAMPLE_LIST = new RegExp(
  String.raw`,?\s(?:e\.\s?g\.|eg\.|i\.\s?e\.|for example|for instance)[,:]?\s(?:${ITEM},\s){0,6}${ITEM}\s(?:or|and)\s${ITEM}(?=[,.;?]|$)`,
  'giu',
);
const DASHED = /\s(?:–|—|--?)\s([^–—]{2,120}?)\s(?:–|—|--?)\s/gu;
/** Conditions rather than asides: “– part-time –”, “– ages 8 to 12 –”, “– dogs allowed –”. */
const BOUNDS =
  /^(?:with|without|no|not|in|from|under|over|at|near|within|anywhere|somewhere|only|mainly|mostly)\b|^[^,]{0,24}\d[^,]{0,24}$|^(?!(?:the|an?|such|like|including|especially|preferably|ideally|think|say|mostly|i|we|my|our|not)\b)[^,.;:]{2,30}$/iu;
const DASH = /\s(?:–|—|--?)\s/gu;
const LISTED =
  /\b(?:(?:any|one|some|either|all|each)\sof\s)?(?:these|the following|those)(?:\s\p{L}+){0,3}:\s(?:[^,.;:?!]{1,40},\s){1,12}?(?:(?:and|or)\s)?[^,.;:?!]{1,40}?(?=,?\s(?:are|is|that|which|who|whose|have|has|with|and\s(?:are|is|have|has|that|which|who|with))\b|[.;?!]|$)/giu;
const ASKED_AT = /^(?:as (?:of|at)|by|until)\s(?<date>[^,]{3,30}),\s/iu;

/** A sentence without the date of the request. */
export function withoutAskedAt(sentence: string): string {
  const date = ASKED_AT.exec(sentence)?.groups?.date;
  return date !== undefined && isDateWords(date) ? sentence.replace(ASKED_AT, '') : sentence;
}

/** A request without its asides. Lists and brackets that belong to its words are held together. */
export function withoutAsides(request: string): string {
  const text = withoutAskedAt(request);
  const isWhole = /^[^()]{1,40}\([^()]*\)[.?!]?$/u.test(text); // “databases (open source, written in Go)”
  return text
    .replace(BRACKET, (whole: string, inside: string) => {
      if (isBeside(inside)) return '';
      const isClause = OF_THEM.test(inside);
      if (isClause) return `, ${inside.replace(OF_THEM, 'that ')},`;
      return isWhole && whole.startsWith(' ') ? `, ${inside}` : hold(whole);
    })
    .replace(EXAMPLE_LIST, '')
    .replace(EXAMPLES, '')
    .replace(DASHED, (_, inside: string) => (BOUNDS.test(inside) ? `, ${inside}, ` : ' '))
    .replace(DASH, '; ')
    .replace(LISTED, hold)
    .replace(/\s+(?=[,;.?!])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
