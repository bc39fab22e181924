import { LONGEST_REQUEST } from '../../constraints/find-constraints.ts';

/** A request without its introductory words, and the number of results that it asks for. */
export interface Bare {
  text: string;
  /** The number of results in the request; null if none. */
  target: number | null;
}

const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|please|pls|kindly|now|just|maybe)(?:[\s,!.]+|$)|(?:can|could|would|will) (?:you|u|we|i)\s+|i(?:['’]d| would| wanna| want| need| am|['’]m)?\s+(?:like|love|want|need|hoping|trying|looking)\b(?:\s+to\b)?\s*|i(?:['’]m| am) looking\s+|i (?:want|need)(?:\s+to)?\s+|we(?:['’]re| are)? (?:want|need|looking)(?:\s+(?:to|for))?\s+|need(?:ed)?\s+|wanted:?\s+|help me\s+|where can i\s+)/iu;
const COMMAND =
  /^(?:(?:find|give|show|get|tell|list|search|look(?:ing)?|fetch|collect|gather|compile|identify|discover|name|recommend|suggest|create|build|make|generate|research)(?=\s+(?:for|me|us|up|out|about|all|some|any|an?|the|list|every|each|top|best|at least|up to|around|about|\d+)\b)|(?:find|give|show|get|list|recommend|identify|looking|compile|collect|search(?=\s+for\b)))\b(?:\s+(?:for|up|out|about)\b)*(?:\s+(?:me|us)\b)?(?:\s+(?:about|for)\b)?\s*:?\s*/iu;
/** Other introductions: “track down”, “do you know any”, “what I want is”. */
const ASKING =
  /^(?:(?:please|pls|kindly)\s+)*(?:track down|dig up|bring (?:me|us)|point (?:me|us) to|pull together|put together|are there(?:\sany)?|is there(?:\san?y?)?|do you know(?:\sof)?(?:\sany)?|what (?:i|we|you)(?:['’]m|['’]re| am| are)? (?:want|need|after|looking for)(?:\sis)?:?(?:\san?)?|(?:i|we)(?:['’]?m|['’]re| am| are) (?:(?:looking|searching|hunting) for|after)|(?:i|we)\s(?:need|want)(?!\sto\b)(?:\sthe names of)?|name (?=\p{L}+)|the names of)\s+/iu;
const FOR = /^(?:for|of)\s+/iu;
const QUESTION = /^(?:what|who|which|where)(?:['’]s|\s+(?:are|is|were|was))\s+(?!not\b)/iu;
const WHICH = /^(?:which|what)\s+(?=\p{L}+(?:\s\p{L}+){0,3})/iu;
const LIST_OF =
  /^(?:(?:an?|the|my)\s+)?(?:(?:full|complete|comprehensive|short|long|detailed)\s+)?(?:list|table|dataset|directory|overview|set|collection|database|spreadsheet)\s+(?:of|with)\s+/iu;
const DETERMINER = /^(?:all(?:\s+of)?(?:\s+the)?|every|each|any|some(?:\s+of\s+the)?|the|those|these|several|many|as many|a few|an?)\s+/iu;
const SUPERLATIVE =
  /^(?:(?:very\s+)?(?:best|top(?:-rated|-ranked)?|good|great|nice|decent|interesting|leading|most popular|popular|favou?rite)\s+)(?=\S)/iu;
const TRAILING = /(?:[\s,]+(?:please|pls|thanks|thank you|thx|for me|asap|if possible|or so))+[\s.!?]*$|[\s.!?;,:]+$/iu;

const WORDS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ');
const COUNT = new RegExp(
  `^(?:(?:at least|at most|up to|around|about|roughly|some|approximately|maybe|like|a minimum of|exactly)\\s+)?(?:(?<half>half a dozen)|(?<dozen>(?:a|one)\\s+dozen)|(?<hundred>a hundred)|(?<word>${[...WORDS, ...TENS].join('|')})|(?<digits>\\d{1,3}(?:,\\d{3})+|\\d{1,5}))(?:\\s+(?:of the|of|or so))?\\s+(?<rest>\\S.*)$`,
  'isu',
);
/** What makes a number part of a name or a measure: "3 Michelin star restaurants", "two-bedroom", "1980s", "10 km". */
const PART_OF_NAME =
  /^(?:-|(?:km|m|metres?|meters?|miles?|kg|grams?|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?|star|stars|seater|bedrooms?|bed|person|player|percent|%|degrees?|gb|tb|mb|inch(?:es)?|michelin|day|hour|th|st|nd|rd)\b)/iu;

const countOf = (groups: Record<string, string | undefined>): number => {
  if (groups.half) return 6;
  if (groups.dozen) return 12;
  if (groups.hundred) return 100;
  const word = groups.word?.toLowerCase();
  if (word && WORDS.includes(word)) return WORDS.indexOf(word) + 1;
  if (word) return word === 'hundred' ? 100 : (TENS.indexOf(word) + 3) * 10;
  return Number((groups.digits ?? '').replaceAll(',', ''));
};

function takeCount(text: string): Bare | null {
  const groups = COUNT.exec(text)?.groups;
  if (!groups?.rest || PART_OF_NAME.test(groups.rest)) return null;
  const target = countOf(groups);
  // a year, or no countable noun after it
  const isYear = groups.digits !== undefined && /^(?:1[5-9]|20)\d\d$/u.test(groups.digits);
  if (isYear || target === 0 || !/\p{L}/u.test(groups.rest)) return null;
  return { text: groups.rest, target };
}

const strip = (text: string, ...forms: RegExp[]): string => {
  for (const form of forms) {
    const rest = text.replace(form, '');
    if (rest !== text && /[\p{L}\p{N}]/u.test(rest)) return rest.trimStart();
  }
  return text;
};

/**
 * Removes the introduction ("could you find me the top 10 ...") and reads the number of results. Accepts any string and reads 4,000
 * characters; the text is empty only if the request is.
 */
export function withoutLead(request: string): Bare {
  let text = strip(request.slice(0, LONGEST_REQUEST).replace(/\s+/gu, ' ').trim(), TRAILING);
  let target: number | null = null;
  for (let i = 0; i < 12; i++) {
    const count: Bare | null = target === null ? takeCount(text) : null;
    if (count) ({ text, target } = count);
    const next = strip(text, ASKING, POLITE, LIST_OF, COMMAND, QUESTION, FOR, WHICH, DETERMINER, SUPERLATIVE);
    if (next === text && !count) break;
    text = next;
  }
  return { text, target };
}
