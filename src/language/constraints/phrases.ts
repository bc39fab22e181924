import type { Constraint } from './constraint.ts';

const LICENCE = String.raw`(?:(?:that\s(?:is|are)\s|which\s(?:is|are)\s)?(?:released|licen[sc]ed|available|distributed|published|open[- ]sourced)\s)?under\s(?:an?\s|the\s)?[^,;.()]{1,60}?\s(?:public\s)?licen[sc]es?(?:\s\d(?:\.\d)?)?|licen[sc]ed\sunder\s(?:the\s)?[^\s,;]+(?:\s\d(?:\.\d)?)?(?:(?:,\s|,?\s(?:or|and)\s)(?=\p{Lu})[^\s,;]+(?:\s\d(?:\.\d)?)?)*`;
const MADE = String.raw`(?:(?:that|which)\s(?:is|are|was|were)\s)?(?:written|implemented|programmed|coded|developed|built)\s(?:entirely\s|mostly\s|purely\s)?(?:in|with|on|using)\s[^\s,;]+(?:(?:,\s|\s(?:or|and)\s)(?!(?:first|licen|under|with|that|for|from|based|has|have|not|at|more|less|released|founded|support)\w*)[\p{Lu}][^\s,;]*)*`;
const CLAUSE = String.raw`(?:that|which|who|whose|and(?=\s(?:has|have|supports?|offers?|uses?|provides?|is|are|runs?|hires?)\s))\s[^,;]{2,80}?(?=\s(?:and|but)\s(?:that|which|who|with|without|not|has|have|is|are|supports?|offers?|uses?|provides?|runs?|hires?)\b|[,;]|$)|(?<=\s)with\s(?!(?:at least|more|over|less|fewer|about|around|up to|between|\d))[^,;\d]{2,50}?(?=\s(?:and|but|that|which|under|written|released|founded|based)\b|[,;]|$)`;
const NEGATION = String.raw`(?:(?:but|and|that|which|who)\s)?(?:(?:is|are|was|were|do|does|did|has|have)\s)?\b(?:not(?!\s(?:before|after|older|newer|more|less|fewer|later|earlier|only|just))|without|excluding|except(?:\sfor)?|other\sthan|no\slonger|never|don['’]t|doesn['’]t|aren['’]t|isn['’]t|none(?=\sin)|(?<=(?:has|have|with)\s)no)\s[^,;]{1,60}?(?=\s(?:and|but)\s|[,;]|$)`;

export const NEGATIONS = { negation: [new RegExp(NEGATION, 'giu')] };
export const ATTRIBUTES = { attribute: [LICENCE, MADE, CLAUSE].map((form) => new RegExp(form, 'giu')) };

export function* phrases(text: string, forms: Partial<Record<'attribute' | 'negation', RegExp[]>>): Iterable<Constraint> {
  for (const kind of ['negation', 'attribute'] as const)
    for (const form of forms[kind] ?? [])
      for (const match of text.matchAll(form)) {
        const words = match[0].trimEnd();
        yield { kind, text: words, start: match.index, end: match.index + words.length };
      }
}
