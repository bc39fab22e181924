import { isDateWords } from '../classes.ts';

// What stands in a request beside what it asks: brackets, dashes, examples, the date of asking. Commas of a list after a colon are no ends.

/** Signs that stand for a comma and for brackets which part nothing; labels show them as what they were. */
const HELD = { ',': '\ue000', '(': '\ue001', ')': '\ue002', ':': '\ue003' } as const;
export const HELD_OPEN = HELD['('];
export const HELD_CLOSE = HELD[')'];
const hold = (text: string) => text.replace(/[,():]/gu, (sign) => HELD[sign as keyof typeof HELD]);

/** A text with the signs that were held. */
export const released = (text: string) => text.replace(/[\ue000-\ue003]/gu, (sign) => ',():'[sign.charCodeAt(0) - 0xe000] as string);

/** What a bracket says of the asking, or as a sentence, and not of what is looked for. */
const SPEAKS =
  /^(?:e\.?g\b|i\.?e\b|for (?:example|instance)|see\b|thanks)|\b(?:i|we|us|me|my|our|you|was|were|is|are|it['’]s|that['’]s|showed?|told)\b/iu;
const BRACKET = /\s?\(([^()]{1,200})\)/gu;

/** Examples, up to what goes on with the sentence. */
const EXAMPLES =
  /,?\s(?:e\.\s?g\.|eg\.|i\.\s?e\.|for example|for instance)[,:]?\s.{1,150}?(?=(?:,\s)?(?:\s(?:and|but|with)\s|,\s)(?:that|which|who|whose|where|have|has|are|is|with|must|can|do|does)\b|\s[–—-]{1,2}\s|[.;?!](?:\s|$)|$)/giu;
/** “Power tools, telescopes or sewing machines”, of which the last ends the list. */
const EXAMPLE_LIST =
  /,?\s(?:e\.\s?g\.|eg\.|i\.\s?e\.|for example|for instance)[,:]?\s(?:[^,.;?]{1,40},\s){0,6}[^,.;?]{1,40}\s(?:or|and)\s[^,.;?]{1,40}(?=[,.;?]|$)/giu;
const DASHED = /\s(?:–|—|--?)\s([^–—]{2,120}?)\s(?:–|—|--?)\s/gu;
const DASH = /\s(?:–|—|--)\s/gu;
const LISTED =
  /\b(?:(?:any|one|some|either|all|each)\sof\s)?(?:these|the following|those)(?:\s\p{L}+){0,3}:\s(?:[^,.;:?!]{1,40},\s){1,12}?(?:(?:and|or)\s)?[^,.;:?!]{1,40}?(?=,?\s(?:are|is|that|which|who|whose|have|has|with|and\s(?:are|is|have|has|that|which|who|with))\b|[.;?!]|$)/giu;
const ASKED_AT = /^(?:as (?:of|at)|by|until)\s(?<date>[^,]{3,30}),\s/iu;

/** A request without its asides; the lists and brackets that are of its words held together. */
export function withoutAsides(request: string): string {
  const date = ASKED_AT.exec(request)?.groups?.date;
  const text = date !== undefined && isDateWords(date) ? request.replace(ASKED_AT, '') : request;
  const isWhole = /^[^()]{1,40}\([^()]*\)[.?!]?$/u.test(text); // “databases (open source, written in Go)”
  return text
    .replace(BRACKET, (whole: string, inside: string) => (isWhole ? whole : SPEAKS.test(inside) ? '' : hold(whole)))
    .replace(EXAMPLE_LIST, '')
    .replace(EXAMPLES, '')
    .replace(DASHED, (_, inside: string) =>
      /^(?:with|without|no|not|in|from|under|over|at|near|within|anywhere|somewhere|only|mainly|mostly)\b/iu.test(inside)
        ? `, ${inside}, `
        : ' ',
    )
    .replace(DASH, ', ')
    .replace(LISTED, hold)
    .replace(/\s+(?=[,;.?!])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
