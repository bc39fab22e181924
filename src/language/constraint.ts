import { placeNamed, regionByCode } from '../knowledge/places.ts';
import { languageNamed } from '../knowledge/software.ts';
import { listedPlaces, spansOf, withAlternatives, yearsAfter } from './alternatives.ts';
import { findDates } from './dates.ts';
import { findQuantities } from './quantity.ts';

interface Words {
  /** The words of the request, and their position. */
  text: string;
  start: number;
  end: number;
}

/** A part of a request that can be checked by rule. Days are YYYY-MM-DD, inclusive; null means unbounded. */
export type Constraint = Words &
  (
    | { kind: 'time'; event: string; from: string | null; to: string | null; any?: { from: string | null; to: string | null }[] }
    | {
        kind: 'number';
        about: string;
        unit: string;
        min: number | null;
        max: number | null;
        currency: string | null;
        any?: { min: number | null; max: number | null }[];
      }
    /** `place` as written, `any` the places it names: one is enough, unless `all` is set. */
    | { kind: 'place'; relation: string; place: string; any: string[]; all: boolean }
    | { kind: 'attribute' }
    | { kind: 'negation' }
    /** Alternatives of different kinds, which no rule checks. */
    | { kind: 'either' }
  );

export const LONGEST_REQUEST = 4000;

const EVENT =
  '(?:(?:first|initially|originally|last|most recently|publicly)\\s+)?(?:released|launched|founded|established|started|created|published|updated|incorporated|formed|introduced|announced|written|born|opened|developed|posted|added|acquired|in business|active|begun|built|dated)';
const DATE =
  "(?:(?!(?:after|before|since|until|till|from|by|in|on|at|during)\\s)[\\p{L}\\d][\\p{L}\\d.,/’'-]*\\s){0,2}?[\\p{L}\\d/-]*(?:1[5-9]|20)\\d\\d(?:-\\d\\d){0,2}s?";
const TIME = new RegExp(
  `(?:(?<=[\\s,(]|^)(?:that\\s(?:was|were|is|are)\\s|which\\s(?:was|were)\\s)?(?<event>${EVENT})\\s+(?:on\\s)?)?(?<![\\p{L}\\d])(?:` +
    `(?:between|from)\\s(?<from>${DATE})\\s?(?:and|to|until|[–-])\\s?(?<to>${DATE})|(?<range>(?:1[5-9]|20)\\d\\d)\\s?[–-]\\s?(?<rangeTo>(?:1[5-9]|20)\\d\\d)|` +
    `(?<op>since before|from before|in or after|in or before|on or after|on or before|no earlier than|no later than|not before|not after|after|since|starting in|from|before|prior to|until|till|up to|by|during|in|on|post-|pre-|older than|newer than)\\s?(?:the\\s)?(?:year\\s|(?<part>early|mid|late)[\\s-])?(?<date>${DATE})(?<on>\\s(?:onwards?|on|or (?:later|newer|after)|or (?:earlier|older|before))(?!\\s(?:the\\s)?\\d))?|` +
    `(?<later>(?:1[5-9]|20)\\d\\d)\\s(?<dir>or (?:later|newer|after)|or (?:earlier|older|before)|onwards?))(?![\\p{L}\\d])`,
  'giu',
);
// the place must be capitalised, so the words before it match both cases explicitly
const BASED = `(?:${'based|headquartered|located|incorporated|registered|situated|operating|living|founded|offices?|an office|a headquarters|headquarters|hq'
  .split('|')
  .map((word) => `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}`)
  .join('|')})`;
const PLACE = new RegExp(
  `(?<relation>(?:(?:that|which|who)\\s(?:is|are|has|have)\\s)?(?:[Ww]ith\\s)?${BASED}\\s(?:in|near|out of|from)|(?<bare>\\b(?:[Ii]n|[Ff]rom|[Aa]cross|[Ww]ithin)))\\s(?<place>(?:the\\s)?\\p{Lu}[\\p{L}.'’-]*(?:,?\\s(?:(?:of|(?:or|and)(?:\\s(?:in|the))?|the)\\s)?\\p{Lu}[\\p{L}.'’-]*){0,5})`,
  'gu',
);
const LICENCE = String.raw`(?:(?:that\s(?:is|are)\s|which\s(?:is|are)\s)?(?:released|licen[sc]ed|available|distributed|published|open[- ]sourced)\s)?under\s(?:an?\s|the\s)?[^,;.()]{1,60}?\s(?:public\s)?licen[sc]es?(?:\s\d(?:\.\d)?)?|licen[sc]ed\sunder\s(?:the\s)?[^\s,;]+(?:\s\d(?:\.\d)?)?(?:(?:,\s|,?\s(?:or|and)\s)(?=\p{Lu})[^\s,;]+(?:\s\d(?:\.\d)?)?)*`;
const MADE = String.raw`(?:(?:that|which)\s(?:is|are|was|were)\s)?(?:written|implemented|programmed|coded|developed|built)\s(?:entirely\s|mostly\s|purely\s)?(?:in|with|on|using)\s[^\s,;]+(?:(?:,\s|\s(?:or|and)\s)(?!(?:first|licen|under|with|that|for|from|based|has|have|not|at|more|less|released|founded|support)\w*)[\p{Lu}][^\s,;]*)*`;
const CLAUSE = String.raw`(?:that|which|who|whose|and(?=\s(?:has|have|supports?|offers?|uses?|provides?|is|are|runs?|hires?)\s))\s[^,;]{2,80}?(?=\s(?:and|but)\s(?:that|which|who|with|without|not|has|have|is|are|supports?|offers?|uses?|provides?|runs?|hires?)\b|[,;]|$)|(?<=\s)with\s(?!(?:at least|more|over|less|fewer|about|around|up to|between|\d))[^,;\d]{2,50}?(?=\s(?:and|but|that|which|under|written|released|founded|based)\b|[,;]|$)`;
const NEGATION = String.raw`(?:(?:but|and|that|which|who)\s)?(?:(?:is|are|was|were|do|does|did|has|have)\s)?\b(?:not(?!\s(?:before|after|older|newer|more|less|fewer|later|earlier|only|just))|without|excluding|except(?:\sfor)?|other\sthan|no\slonger|never|don['’]t|doesn['’]t|aren['’]t|isn['’]t|none(?=\sin)|(?<=(?:has|have|with)\s)no)\s[^,;]{1,60}?(?=\s(?:and|but)\s|[,;]|$)`;

const NEGATIONS = { negation: [new RegExp(NEGATION, 'giu')] };
const ATTRIBUTES = { attribute: [LICENCE, MADE, CLAUSE].map((form) => new RegExp(form, 'giu')) };

const isMeasure = (text: string) => /^(?:of|in|with|per|and|or|to|by)?$/iu.test(text);

function timeOf(match: RegExpExecArray, now: string): Omit<Extract<Constraint, { kind: 'time' }>, keyof Words> | null {
  const g = match.groups ?? {};
  const event = (g.event ?? '').toLowerCase();
  const days = (words: string | undefined) => {
    const mention = words && findDates(`in ${words}`)[0];
    return mention ? { low: mention.low, high: mention.high } : null;
  };
  const first = days(g.from ?? g.range ?? g.later ?? (g.part ? `${g.part} ${g.date}` : g.date));
  if (!first || first.low > now.replace(/^\d+/u, (year) => String(Number(year) + 50))) return null;
  const last = days(g.to ?? g.rangeTo);
  if (last) return { kind: 'time', event, from: first.low, to: last.high };
  const on = (g.on ?? g.dir ?? '').trim().toLowerCase();
  const op = (g.op ?? 'in').toLowerCase();
  if (/later|newer|after|^on/u.test(on)) return { kind: 'time', event, from: first.low, to: null };
  if (/earlier|older|before/u.test(on)) return { kind: 'time', event, from: null, to: first.high };
  if (['after', 'post-', 'newer than'].includes(op)) return { kind: 'time', event, from: nextDay(first.high, 1), to: null };
  if (['before', 'since before', 'from before', 'prior to', 'pre-', 'older than'].includes(op))
    return { kind: 'time', event, from: null, to: nextDay(first.low, -1) };
  if (['since', 'in or after', 'on or after', 'no earlier than', 'not before', 'starting in'].includes(op))
    return { kind: 'time', event, from: first.low, to: null };
  if (['until', 'till', 'up to', 'by', 'in or before', 'on or before', 'no later than', 'not after'].includes(op))
    return { kind: 'time', event, from: null, to: first.high };
  return { kind: 'time', event, from: first.low, to: first.high };
}

const nextDay = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

function* times(text: string): Iterable<Constraint> {
  for (const match of text.matchAll(TIME)) {
    const time = timeOf(match, '2050-01-01');
    const start = match.index + (match[0].length - match[0].trimStart().length);
    if (!time) continue;
    const end = match.index + match[0].length;
    const more = match.groups?.date && /(?:1[5-9]|20)\d\d$/u.test(match[0]) ? yearsAfter(text.slice(end)) : '';
    const years = [...more.matchAll(/\d{4}/gu)].map(([year]) => ({ from: `${year}-01-01`, to: `${year}-12-31` }));
    const any = spansOf([time, ...years].map(({ from, to }) => ({ from, to })));
    const alternatives =
      years.length > 0 ? { from: any[0]?.from ?? null, to: any.at(-1)?.to ?? null, ...(any.length > 1 ? { any } : {}) } : {};
    yield { ...time, ...alternatives, text: text.slice(start, end + more.length).trim(), start, end: end + more.length };
  }
}

const COUNTED = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const RELATIVE = new RegExp(
  `(?:(?<=[\\s,(]|^)(?:that\\s(?:was|were|is|are)\\s|which\\s(?:was|were)\\s)?(?<event>${EVENT})\\s+)?(?:` +
    `(?:in|within|over|during)\\s(?:the\\s)?(?:last|past|previous)\\s(?:(?<n>\\d{1,3}|${COUNTED.join('|')}|few|several|couple of|\\p{L}+ty|\\p{L}+teen)\\s)?(?<unit>year|month|week|day|decade)s?|` +
    `(?:(?:that|which)\\s(?:is|are)\\s)?(?<op>more than|less than|fewer than|at least|at most|over|under|older than|younger than|newer than)\\s(?<m>\\d{1,3}|${COUNTED.join('|')}|\\p{L}+ty|\\p{L}+teen|a)\\s(?<span>year|month|week|day|decade)s?(?<ago>\\s(?:ago|old))?)(?![\\p{L}\\d])`,
  'giu',
);
const DAYS = { year: 365.2425, month: 30.437, week: 7, day: 1, decade: 3652.425 };

/**
 * Bounds relative to today: "in the last 3 years", "more than ten years ago". Without the event that they bound, no rule can check them.
 */
function* relativeTimes(text: string): Iterable<Constraint> {
  for (const match of text.matchAll(RELATIVE)) {
    const g = match.groups ?? {};
    const op = g.op?.toLowerCase();
    if (op && !g.ago && !/^(?:older|younger|newer)/u.test(op)) continue;
    const words = { text: match[0].trim(), start: match.index, end: match.index + match[0].length };
    const said = (g.n ?? g.m)?.toLowerCase().replace(/^a$/u, 'one');
    const count = said === undefined ? 1 : COUNTED.includes(said) ? COUNTED.indexOf(said) + 1 : Number(said);
    const event = (g.event ?? '').toLowerCase();
    if (Number.isNaN(count) || (op && event === '')) {
      yield { kind: 'either', ...words };
      continue;
    }
    const day = new Date(Date.now() - count * DAYS[(g.unit ?? g.span ?? 'year').toLowerCase() as keyof typeof DAYS] * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const isBefore = op !== undefined && /^(?:more|at least|over|older)/u.test(op);
    yield { kind: 'time', event, from: isBefore ? null : day, to: isBefore ? day : null, ...words };
  }
}

const VERB_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:with|that|which|who|has|have|having|had|of|and|is|are|cost(?:s|ing)?|priced(?: at)?|raised|raising|employ(?:s|ing)?|worth|valued(?: at)?|made of|consisting of|in|revenues?(?: of)?|valuations?(?: of)?|population(?: of)?|earning|making|for|rated)\s)*(?:(?:at least|at most|more than|less than|fewer than|no more than|no less than|no fewer than|over|under|above|below|about|around|approximately|exactly|up to|between|a minimum of|a maximum of|min(?:imum)?|max(?:imum)?|a (?:team|staff|headcount) of)\s)*$/iu;

/** The most characters of the words before a number: otherwise the search would start at the beginning of the text for each number. */
const LONGEST_LEAD = 200;

/** The next words that name what is counted: "employees", "GitHub stars", "paying customers". */
const UNIT =
  /^\s?(?:or (?:more|fewer|less)(?!\sthan)\s|and (?:more|up)\s)?(?:%|percent|(?:(?!(?:and|or|in|on|with|that|which|who|from|for|since|before|after|based|written|by|at|per|but|to|the|of|a|an|or)\b)[\p{L}'’-]+\s?){1,3})/iu;

const LESS = /^(?:short|small|light|cheap|young|low|few|narrow|thin|slow|less|fewer)/iu;

function* numbers(text: string): Iterable<Constraint> {
  for (const quantity of findQuantities(text)) {
    const before = VERB_BEFORE.exec(text.slice(Math.max(0, quantity.start - LONGEST_LEAD), quantity.start))?.[0] ?? '';
    const unit = UNIT.exec(text.slice(quantity.end))?.[0] ?? '';
    const most = /^\s?(?:at most|max\b|or (?:fewer|less)|or under)/iu.exec(text.slice(quantity.end + unit.length))?.[0] ?? '';
    if (isMeasure(unit.trim()) && !quantity.currency && !before.trim()) continue;
    const start = quantity.start - before.length;
    const end = quantity.end + (most ? unit.length + most.length : unit.trimEnd().length);
    const exactly = /\bexactly\s$/iu.test(before);
    // "taller than 20 metres" is a lower bound, "lighter than 300 grams" an upper one
    const compared = /(?<word>\p{L}+er) than\s$/iu.exec(text.slice(Math.max(0, quantity.start - 30), quantity.start))?.groups?.word;
    const isLess = compared !== undefined && LESS.test(compared);
    const atMost = most !== '' || quantity.bound === 'most' || isLess;
    yield {
      kind: 'number',
      text: text.slice(start, end).trim(),
      start,
      end,
      about: before
        .replace(
          /\b(?:at least|at most|(?:no )?(?:more|less|fewer) than|over|under|above|below|exactly|up to|between|a|minimum|maximum|of|about|around)\b/giu,
          ' ',
        )
        .trim(),
      unit: unit
        .replace(/^\s?(?:or|and)\s(?:more|fewer|less|up)\s/iu, '')
        .trim()
        .toLowerCase(),
      min: atMost ? null : quantity.low === -Infinity ? null : quantity.low,
      max:
        compared !== undefined && !isLess
          ? null
          : atMost
            ? quantity.high
            : exactly || Number.isFinite(quantity.high)
              ? quantity.high
              : null,
      currency: quantity.currency,
    };
  }
}

/** “Texas”, “Austin, Texas”, “Austin, TX”, unless it is a programming language. */
const isPlace = (name: string): boolean =>
  !languageNamed(name) &&
  name
    .replace(/^the\s/u, '')
    .split(/,\s/u)
    .every((part, i) => placeNamed(part, i === 0 && part !== name) !== null || (i > 0 && regionByCode(part) !== null));

function* places(text: string): Iterable<Constraint> {
  for (const match of text.matchAll(PLACE)) {
    const { relation = '', bare, place = '' } = match.groups ?? {};
    const named = place.replace(/[.,]$/u, '');
    const any = listedPlaces(named);
    if (bare && !any.every(isPlace)) continue;
    const words = match[0].replace(/[.,]$/u, '');
    yield {
      kind: 'place',
      relation: relation.toLowerCase(),
      place: named,
      any,
      // a company has one seat, but may have several offices
      all: /office/iu.test(relation) && / and /u.test(named) && any.length > 1,
      text: words,
      start: match.index,
      end: match.index + words.length,
    };
  }
}

function* phrases(text: string, forms: Partial<Record<'attribute' | 'negation', RegExp[]>>): Iterable<Constraint> {
  for (const kind of ['negation', 'attribute'] as const)
    for (const form of forms[kind] ?? [])
      for (const match of text.matchAll(form)) {
        const words = match[0].trimEnd();
        yield { kind, text: words, start: match.index, end: match.index + words.length };
      }
}

/** The constraints in the first 4,000 characters of a request, in order, without overlaps. */
export function findConstraints(request: string): Constraint[] {
  const text = request.slice(0, LONGEST_REQUEST);
  const found: Constraint[] = [];
  // a negation includes what it negates, so it is matched first
  for (const constraint of [
    ...relativeTimes(text),
    ...phrases(text, NEGATIONS),
    ...times(text),
    ...numbers(text),
    ...places(text),
    ...phrases(text, ATTRIBUTES),
  ])
    if (!found.some((other) => constraint.start < other.end && constraint.end > other.start)) found.push(constraint);
  return withAlternatives(
    text,
    found.sort((a, b) => a.start - b.start),
  );
}

/** Whether an interval of days is within the bounds; null when it overlaps them. */
export function daysWithin({ low, high }: { low: string; high: string }, from: string | null, to: string | null): boolean | null {
  if ((from !== null && high < from) || (to !== null && low > to)) return false;
  return (from === null || low >= from) && (to === null || high <= to) ? true : null;
}

/** Whether an interval of numbers is within the bounds; null when it overlaps them. */
export function numberWithin({ low, high }: { low: number; high: number }, min: number | null, max: number | null): boolean | null {
  if ((min !== null && high < min) || (max !== null && low > max)) return false;
  return (min === null || low >= min) && (max === null || high <= max) ? true : null;
}

/** Whether any of several bounds holds: false only if none does, null if unclear. */
export const anyWithin = (held: (boolean | null)[]): boolean | null =>
  held.includes(true) ? true : held.every((one) => one === false) ? false : null;
