import { isWord } from '../../knowledge/wordnet.ts';
import { kindAsks } from '../asks/kind.ts';
import { thirdPerson, type Word } from './request-words.ts';
import type { Segment } from './segments/segments.ts';

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const textOf = (words: Word[]) =>
  words
    .map(
      (word, i) =>
        (i === 0 ? '' : ' ') +
        (i === 0 ? '' : word.before.replace(/[([]/gu, '')) +
        word.text +
        (i === words.length - 1 ? word.after.replace(/[^"”’)]/gu, '') : word.after),
    )
    .join('')
    .replace(/(?<!\([^)]*)\)$/u, '')
    .trim();

// biome-ignore format: a table
const IRREGULAR = new Map(Object.entries({ people: 'person', children: 'child', women: 'woman', men: 'man', analyses: 'analysis', criteria: 'criterion', series: 'series', species: 'species', minutes: 'minutes', proceedings: 'proceedings', premises: 'premises', headquarters: 'headquarters', news: 'news', software: 'software', movies: 'movie', cookies: 'cookie', alumni: 'alumnus', companys: 'company', caches: 'cache' }));

/** The last noun of a phrase in the singular: "open-source databases" -> "open-source database". */
export function singular(phrase: string): string {
  // a list is unchanged: “threshers, balers and old engines”
  if (/^[^,]*[^s]s,\s.*\s(?:and|or)\s/u.test(phrase)) return phrase;
  const [, head = phrase, tail = ''] =
    /^(.*?)((?:\s?[(\ue001].*|\s(?:for|of|in|on|about|with|using|that|which|by|from|hiring|working|to|at)\s.*)?)$/su.exec(phrase) ?? [];
  const one = head.replace(/\p{L}+(?=\s(?:or|and)\s(?:\p{L}&)?\p{L}+$|\sor\s(?:\p{L}+\s){1,2}\p{L}+$)|(?:\p{L}&)?\p{L}+$/gu, (word) => {
    const lower = word.toLowerCase();
    const irregular = IRREGULAR.get(lower);
    if (irregular) return word === lower ? irregular : irregular[0]?.toUpperCase() + irregular.slice(1);
    if (/^(?:\p{L}&)?\p{Lu}+s$/u.test(word) && word.length > 2) return word.slice(0, -1);
    if (/-ups$/iu.test(head)) return word.slice(0, -1);
    if (word === word.toUpperCase() || lower.length < 4) return word;
    if (/[^aeiou]ies$/u.test(lower)) return `${word.slice(0, -3)}y`;
    if (/(?:sses|shes|ches|xes|zzes)$/u.test(lower)) return word.slice(0, -2);
    if (/(?:kni|wi|li|shel|wol|hal|lea|loa|thie)ves$/u.test(lower)) return `${word.slice(0, -3)}f`;
    if (/[^aeou]oes$/u.test(lower)) return word.slice(0, -2);
    if (/(?<!^g|^bi|atl|canv|tex|christm|overse|pamp)as$/u.test(lower)) return word.slice(0, -1);
    return /[^suia]s$/u.test(lower) ? word.slice(0, -1) : word;
  });
  return one + tail;
}

const DENIED = /^(?:are|is|do|does|did|was|were|has|have|can|could)\s+(?=not\b|no\b|never\b)/iu;
const CONTRACTED: Record<string, string> = {
  "don't": "doesn't",
  'don’t': 'doesn’t',
  "aren't": 'not',
  'aren’t': 'not',
  "isn't": 'not',
  'isn’t': 'not',
  "haven't": "hasn't",
  'haven’t': 'hasn’t',
};

/** Nouns that can be verbs, but at the start of a condition are the subject: “price per night below 100”. */
const NOUN =
  /^(?:price|contact|fee|budget|age|deadline|title|date|name|number|size|salary|minimum|maximum|rate|guide|host|rent|bid|time|day|hours?)$/iu;

/** A condition in the third person singular: "that make drones" -> "Makes drones". */
function conditionLabel({ words: all, lead }: Segment): string {
  // “of fewer than ten people”
  const words = /^of$/iu.test(all[0]?.text ?? '') && all.length > 1 ? all.slice(1) : all;
  let [first, ...rest] = words;
  let relative = '';
  let isState = false;
  while (
    first &&
    rest.length > 0 &&
    (/^(?:that|which|who|and|but|also|only|currently)$/iu.test(first.text) ||
      (relative !== '' && /^(?:you|we|one)$/iu.test(first.text) && /^(?:can|could)$/iu.test(rest[0]?.text ?? '')) ||
      (relative !== '' && /^(?:is|are|was|were|can)$/iu.test(first.text) && !/^not$/iu.test(rest[0]?.text ?? '')))
  ) {
    // “that you can freeze”, “that can be hired”; but “that can run” becomes “runs”
    if (/^can$/iu.test(first.text) && (/^(?:you|we|one)$/iu.test(relative) || /^be$/iu.test(rest[0]?.text ?? '')))
      return textOf([first, ...rest]);
    if (/^(?:is|are|was|were)$/iu.test(first.text)) isState = true;
    else if (!/^can$/iu.test(first.text)) relative = first.text;
    [first, ...rest] = rest;
  }
  if (!first) return textOf(words);
  if (words.length === 1 && first.tags.has('Place') && /^\p{Lu}/u.test(first.text)) return `in ${first.text}`;
  const text = textOf([first, ...rest]);
  if (DENIED.test(text) && /\bnot\b/iu.test(text)) return deny(text);
  const contracted = CONTRACTED[first.text.toLowerCase()];
  if (contracted) return `${contracted}${text.slice(first.text.length)}`;
  const licence =
    /^(?:(?:released|available|distributed|published|licen[sc]ed)\s)?under\s(?:an?\s|the\s)?(?<name>.+?)(?:\slicen[sc]es?)?$/iu.exec(text);
  const held = /^(?<name>.+?)\s(?:licen[sc]ed)$/iu.exec(text);
  if (held) return `${held.groups?.name} licence`;
  if (licence && /licen[sc]/iu.test(text)) return `${licence.groups?.name} licence`;
  const had =
    lead === 'with' && !/^(?:with|has|have)$/iu.test(first.text)
      ? text
      : /^(?:with|have|has|having)\s(?<what>.+)$/iu.exec(text)?.groups?.what;
  if (had !== undefined) return havingLabel(had, lead, words);
  // “asking price below 300”
  const isCompound =
    first.text.endsWith('ing') &&
    (isWord(`${first.text} ${rest[0]?.text}`.toLowerCase()) || NOUN.test(rest[0]?.text ?? '') || rest.length === 0);
  if (/^\p{Ll}{2,}ing$/u.test(first.text) && !/thing$/u.test(first.text) && rest.length > 0 && !isCompound)
    return thirdPerson(first.text) + text.slice(first.text.length);
  const isVerb =
    first.tags.has('Verb') ||
    (relative !== '' &&
      !first.tags.has('Adjective') &&
      !first.tags.has('Adverb') &&
      !first.tags.has('Preposition') &&
      !/^(?:those|these|ones?|the|an?|my|your|our|its|their|his|her|they|it|we|you)$/iu.test(first.text) &&
      !/^(?:in|at|near|from|on|under|over|never|still|always|no|not|once|last|latest|first|next)$/iu.test(first.text) &&
      words.length > 1);
  const isBase =
    !isCompound &&
    // “cloud based”
    !(relative === '' && rest[0]?.tags.has('PastTense')) &&
    !(relative === '' && NOUN.test(first.text)) &&
    /^(?!(?:last|latest|first|next|ready|right|worth|in|at|by|on|of|after|before|over|out|off|up)$)\p{Ll}+$/u.test(first.text) &&
    isVerb &&
    !first.tags.has('PastTense') &&
    !first.tags.has('Participle') &&
    !first.tags.has('Modal');
  const isPassive =
    isState || // "that are immune to poison"
    /(?<!e)ed$|n['’]t$|not$/u.test(first.text) ||
    first.tags.has('Copula') ||
    (relative === '' && /^(?:set|put|cut|cast|hit|built|led|run|born)$/iu.test(first.text));
  return isBase && !isPassive && !(relative === '' && /^(?:open|free)$/iu.test(first.text)) && !/[^s]s$/u.test(first.text)
    ? thirdPerson(first.text) +
        text
          .slice(first.text.length)
          .replace(/^ and (?<verb>\p{Ll}+[^s\W]) (?=\p{L}+s\b)/u, (_, verb: string) => ` and ${thirdPerson(verb)} `)
    : text;
}

/** "have not raised money" -> "has not raised money", "are not American" -> "not American". */
const deny = (text: string) =>
  text
    .replace(/^(?:are|is|was|were)\s+/iu, '')
    .replace(/^have\b/iu, 'has')
    .replace(/^do\b/iu, 'does');

const MEASURED =
  /^(?:an?\s|the\s)?(?:[\p{L}'’-]+\s){0,3}(?:at least|at most|more than|less than|fewer than|over|under|above|below|up to|between|around|about|of (?:at least|over|more))\s|^(?:at least|at most|more than|less than|fewer than|over|under|between|up to|around|about)\s|^[\p{Sc}>≥<≤]?\d[\d.,+–-]*(?:%|k|m|bn?)?\s/iu;

/** People who come along are not a property of the thing: “with young kids”. */
const COMPANY =
  /^(?:(?:my|our|an?|the|two|three|small|young|little|older|big)\s)*(?:kids?|child(?:ren)?|toddlers?|bab(?:y|ies)|teenagers?|famil(?:y|ies)|dogs?|puppy|wheelchair|pushchair|pram|buggy|friends)$/iu;

function havingLabel(had: string, lead: string | undefined, words: Word[]): string {
  if (/^(?:no|whose|that|which|who|where)\s/iu.test(had)) return had;
  // “have given two talks”
  const auxiliary = words.findIndex(({ text }) => /^ha(?:s|ve)$/iu.test(text));
  if (auxiliary >= 0 && words[auxiliary + 1]?.tags.has('PastTense')) return `has ${had}`;
  if (COMPANY.test(had) && /^with$/iu.test(words[0]?.text ?? '')) return `with ${had}`;
  const owned = words.filter(({ text }) => !/^with$/iu.test(text));
  if (
    owned.length > 1 &&
    owned.length < 4 &&
    owned.every(({ text, tags }) => /^\p{Lu}\p{Ll}/u.test(text) && (tags.has('ProperNoun') || tags.has('Person')))
  )
    return `with ${had}`;
  if (
    words.some(({ text }) => /^(?:written|won|worked|been|never|raised)$/iu.test(text)) &&
    /^ha(?:ve|s)$/iu.test(words.find(({ text }) => /^ha(?:ve|s)$/iu.test(text))?.text ?? '')
  )
    return `has ${had}`;
  if (MEASURED.test(had)) return had.replace(/^(?:an?|the)\s/iu, '');
  const has = /^with$/iu.test(words[0]?.text ?? '') || lead === 'with' ? 'with' : 'has';
  return `${has} ${had}`.replace(/^(has|with)\sand\s/u, '$1 ');
}

/** “Hotels and hostels”: nothing is both, so "and" means "or"; but “arts and crafts shops” sell both. */
function either(text: string): string {
  const and = /^(?:\S+\s){0,2}\S*[^s\s]s\s(?:and|&)\s(?=(?:\S*[^s\s]\s){0,2}\S+$)/iu.exec(text);
  const asks = and ? kindAsks(text) : [];
  return asks.some((ask) => ask.type === 'kind' && ask.or !== null) ? text.replace(/\s(?:and|&)\s/iu, ' or ') : text;
}

/** The label of a segment, as a person would write it in a table header. */
export function labelOf(segment: Segment): string {
  const label =
    segment.kind === 'thing'
      ? singular(either(textOf(segment.words)))
      : segment.kind === 'quality'
        ? textOf(segment.words).replace(/\slicen[sc]ed$/iu, ' licence')
        : conditionLabel(segment);
  const symbols = label
    .replace(/^>=\s*|^≥\s*/u, 'at least ')
    .replace(/^<=\s*|^≤\s*/u, 'at most ')
    .replace(/(?<=^|\s)>\s*(?=[\p{Sc}\d])/gu, 'more than ')
    .replace(/(?<=^|\s)<\s*(?=[\p{Sc}\d])/gu, 'less than ');
  return capital(symbols.replace(/\s+/gu, ' ').trim());
}
