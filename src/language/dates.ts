/** A date as written. `iso` has the precision of the text (2014, 2014-05, 2014-05-20); null for a period such as "the 1990s". */
export interface DateMention {
  start: number;
  end: number;
  iso: string | null;
  /** The first and last day that it can mean, YYYY-MM-DD, inclusive. */
  low: string;
  high: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
const YEAR = '(?:1[5-9]|20)\\d\\d';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?';

/** Forms that are dates in any context; the first match at a position counts. */
const CERTAIN = new RegExp(
  [
    `(?<iso>(?<![\\d./-])(?<iy>${YEAR})-(?<im>0[1-9]|1[0-2])(?:-(?<id>0[1-9]|[12]\\d|3[01]))?(?![\\d/]|-\\d))`,
    `(?<slash>(?<![\\d./-])(?<sy>${YEAR})[/.](?<sm>0?[1-9]|1[0-2])[/.](?<sd>0?[1-9]|[12]\\d|3[01])(?![\\d/.-]\\d))`,
    `(?<short>(?<![\\d./-])(?<s1>0?[1-9]|[12]\\d|3[01])(?<sep>[/.-])(?<s2>0?[1-9]|[12]\\d|3[01])\\k<sep>(?<s3>${YEAR})(?![\\d/-]))`,
    `(?<mdy>\\b(?<m1>${MONTH})\\.?\\s(?<d1>${DAY}),?\\s(?<y1>${YEAR})\\b)`,
    `(?<dmy>\\b(?<d2>${DAY})(?:\\sof)?[\\s-](?<m2>${MONTH})\\.?,?[\\s-](?<y2>${YEAR})\\b)`,
    `(?<my>\\b(?<m3>${MONTH})\\.?,?(?:\\sof)?[\\s-](?<y3>${YEAR})\\b)`,
    `(?<quarter>\\b(?:Q(?<q>[1-4])|(?<qw>first|second|third|fourth)\\squarter(?:\\sof)?)[\\s/]?\\s?(?<y4>${YEAR})\\b)`,
    `(?<decade>(?:\\b(?<part>early|mid|late)[\\s-])?(?<![\\d.,])(?<y5>(?:1[5-9]|20)\\d0)['’]?s\\b)`,
  ].join('|'),
  'giu',
);
const BARE_YEAR = new RegExp(`(?<![\\p{L}\\p{N}_.,$€£¥#/:-])(${YEAR})(?![\\p{L}\\p{N}_]|[.,/:]\\d|-(?!\\d{2,4}\\b)[\\p{L}\\d])`, 'gu');
const RANGE_END = new RegExp(`(?<=(?:1[5-9]|20)\\d\\d\\s?[–-]\\s?)(${YEAR})(?![\\p{L}\\p{N}_]|[.,]\\d)`, 'gu');

/** Words before a bare four-digit number that make it a year. */
const CALLS_FOR_YEAR =
  /(?:^|[([©–—:;,-]|\b(?:in|since|from|by|until|till|before|after|of|during|year|early|mid|late|circa|ca\.?|c\.|around|about|between|through|and|or|to|est\.?|established|founded|launched|released?|started|created|incorporated|copyright|spring|summer|autumn|fall|winter|than|as of|back in|prior to|the|post|pre|date|born|published|updated|christmas(?: (?:day|eve))?|(?:boxing|may|new year['’]s|midsummer) day|(?:new year['’]s|midsummer) eve|easter|whitsun|michaelmas|harvest))[\s-]*$/iu;
const COUNTS =
  /^\s(?:[\p{Ll}-]+\s)?(?:employees|people|users|members|customers|companies|stars|contributors|staff|pages|items|times|km|miles|dollars|euros|words|years|days|hours|points|copies|participants|patients|students|percent|rows|queries|requests|engineers|commits|developers|downloads|nodes|records)\b/iu;

const pad = (n: number) => String(n).padStart(2, '0');
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The days that an ISO date of any precision covers; null if there is no such day. */
export function daysOf(iso: string): { low: string; high: string } | null {
  const [year, month, day] = iso.split('-').map(Number);
  if (!year || year < 1000 || year > 2999) return null;
  if (month === undefined) return { low: `${year}-01-01`, high: `${year}-12-31` };
  if (!(month >= 1 && month <= 12)) return null;
  if (day === undefined) return { low: `${year}-${pad(month)}-01`, high: `${year}-${pad(month)}-${pad(lastDay(year, month))}` };
  if (!(day >= 1 && day <= lastDay(year, month))) return null;
  return { low: `${year}-${pad(month)}-${pad(day)}`, high: `${year}-${pad(month)}-${pad(day)}` };
}

function mention(start: number, end: number, year: string, month?: number, day?: string): DateMention | null {
  const iso = year + (month ? `-${pad(month)}` : '') + (month && day ? `-${pad(Number.parseInt(day, 10))}` : '');
  const days = daysOf(iso);
  return days && { start, end, iso, ...days };
}

/** Whether a page writes the day or the month first. */
export type DateOrder = 'day' | 'month';

const SHORT = /(?<![\d./-])(\d{1,2})\/(\d{1,2})\/(?:1[5-9]|20)\d\d(?![\d/-])/gu;
/** The order of day and month in a text, from unambiguous dates (25/12/2023); null if there are none, or if they differ. */
export function orderIn(text: string): DateOrder | null {
  let order: DateOrder | null = null;
  for (const [, a, b] of text.matchAll(SHORT)) {
    const own = Number(a) > 12 ? 'day' : Number(b) > 12 ? 'month' : null;
    if (own !== null && order !== null && own !== order) return null;
    order ??= own;
  }
  return order;
}

/** 3/4/2014 is March or April: without a known order only its year is certain. Dotted dates are day first. */
function shortDate(
  start: number,
  end: number,
  a: number,
  b: number,
  year: string,
  separator: string,
  order: DateOrder | null,
): DateMention | null {
  const dayFirst = mention(start, end, year, b, String(a));
  const monthFirst = mention(start, end, year, a, String(b));
  if (separator === '.' || !monthFirst || a === b || (order === 'day' && dayFirst)) return dayFirst;
  if (!dayFirst || order === 'month') return monthFirst;
  return mention(start, end, year);
}

const QUARTERS = ['first', 'second', 'third', 'fourth'];

function read(match: RegExpExecArray, order: DateOrder | null): DateMention | null {
  const g = match.groups ?? {};
  const at = match.index;
  const end = at + match[0].length;
  if (g.iso) return mention(at, end, g.iy ?? '', Number(g.im), g.id);
  if (g.slash) return mention(at, end, g.sy ?? '', Number(g.sm), g.sd);
  if (g.short) return shortDate(at, end, Number(g.s1), Number(g.s2), g.s3 ?? '', g.sep ?? '/', order);
  if (g.mdy) return mention(at, end, g.y1 ?? '', monthOf(g.m1 ?? ''), g.d1);
  if (g.dmy) return mention(at, end, g.y2 ?? '', monthOf(g.m2 ?? ''), g.d2);
  if (g.my) return mention(at, end, g.y3 ?? '', monthOf(g.m3 ?? ''));
  if (g.quarter) {
    const quarter = g.q ? Number(g.q) : QUARTERS.indexOf((g.qw ?? '').toLowerCase()) + 1;
    const year = Number(g.y4);
    const last = quarter * 3;
    return { start: at, end, iso: null, low: `${year}-${pad(last - 2)}-01`, high: `${year}-${pad(last)}-${pad(lastDay(year, last))}` };
  }
  const decade = Number(g.y5);
  const [from, to] = { early: [0, 4], mid: [3, 6], late: [5, 9] }[(g.part ?? '').toLowerCase()] ?? [0, 9];
  return { start: at, end, iso: null, low: `${decade + (from ?? 0)}-01-01`, high: `${decade + (to ?? 9)}-12-31` };
}

/** Days before a date that share its year: “23 and Friday 24 April 2026”, “12 January, 9 February and 9 March 2026”. */
const LISTED = new RegExp(
  `(?<![\\d.,:/€£$-])\\b(?<day>${DAY})(?:(?:\\s(?<month>${MONTH}))?(?:\\s(?:and|to|or|until)|\\s?[–&-])|\\s(?<named>${MONTH}),)\\s?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\\s(?:the\\s)?)?$`,
  'iu',
);
const LISTED_MAX = 12;
/** “Room 12 and 24 April”. */
const NUMBERED = /\b(?:rooms?|halls?|house|no\.?|numbers?|pages?|platforms?|gates?|stands?|booths?|lessons?|weeks?|ages?)\s$/iu;

/** The days before a date that share its year, in order. */
function listedBefore(text: string, last: DateMention): DateMention[] {
  const found: DateMention[] = [];
  let next = last;
  while (found.length < LISTED_MAX && next.iso?.length === 10) {
    const match = LISTED.exec(text.slice(Math.max(0, next.start - 40), next.start));
    const [year = 0, month = 0] = next.iso.split('-').map(Number);
    const named = monthOf(match?.groups?.month ?? match?.groups?.named ?? '') || month;
    const at = Math.max(0, next.start - 40) + (match?.index ?? 0);
    const length = match ? match[0].replace(/(?:,|\s(?:and|to|or|until)|\s?[–&-])\s?(?:\p{L}+day,?\s(?:the\s)?)?$/iu, '').length : 0;
    // “20 December to 3 January 2027” begins in the year before
    const isNumber = NUMBERED.test(text.slice(Math.max(0, at - 12), at));
    const date = match && !isNumber && mention(at, at + length, String(named > month ? year - 1 : year), named, match.groups?.day);
    if (!date || date.low >= next.low) break;
    found.unshift(date);
    next = date;
  }
  return found;
}

/** Tests whether a position is outside all dates. Positions must be asked in ascending order. */
function freeOf(dates: readonly DateMention[]) {
  const ordered = [...dates];
  let next = 0;
  return (at: number) => {
    while (next < ordered.length && (ordered[next] as DateMention).end <= at) next++;
    const date = ordered[next];
    return !date || at < date.start;
  };
}

/**
 * The certain dates of a text, in order. A date needs a year; a bare four-digit number counts only when the context makes it a year ("in
 * 2015", "(2015)"). `order`: how the page writes 3/4/2014.
 */
export function findDates(text: string, order: DateOrder | null = null): DateMention[] {
  const found: DateMention[] = [];
  if (!/(?:1[5-9]|20)\d\d/.test(text)) return found;
  for (const match of text.matchAll(CERTAIN)) {
    const date = read(match, order);
    if (date) found.push(...(match.groups?.dmy ? listedBefore(text, date) : []), date);
  }
  let free = freeOf(found);
  for (const match of text.matchAll(BARE_YEAR)) {
    const end = match.index + 4;
    const called = CALLS_FOR_YEAR.test(text.slice(Math.max(0, match.index - 24), match.index)) || text.trim() === match[0];
    if (!free(match.index) || !called || COUNTS.test(text.slice(end, end + 40))) continue;
    const date = mention(match.index, end, match[0]);
    if (date) found.push(date);
  }
  free = freeOf(found.toSorted((a, b) => a.start - b.start));
  for (const match of text.matchAll(RANGE_END)) {
    const date = free(match.index) && mention(match.index, match.index + 4, match[0]);
    if (date) found.push(date);
  }
  return found.filter(({ end }) => !/^\s?B\.?C/u.test(text.slice(end, end + 4))).sort((a, b) => a.start - b.start);
}

/** Applies the word before a date: "before 2014" and "after 2014" leave one side open, "circa 2014" widens both; `iso` is then null. */
export function boundedDate(text: string, date: DateMention): DateMention {
  const lead =
    /\b(?<word>before|prior to|until|till|no later than|not later than|after|no earlier than|not before|circa|ca\.?|c\.|around|about|approximately)\s(?:the\s)?(?:year\s)?$/iu
      .exec(text.slice(Math.max(0, date.start - 30), date.start))
      ?.groups?.word?.toLowerCase();
  if (!lead) return date;
  const day = (of: string, by: number) => new Date(Date.parse(`${of}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
  if (/^(?:before|prior to)$/u.test(lead)) return { ...date, iso: null, low: '0001-01-01', high: day(date.low, -1) };
  if (/^(?:until|till|no later|not later)/u.test(lead)) return { ...date, iso: null, low: '0001-01-01' };
  if (lead === 'after') return { ...date, iso: null, low: day(date.high, 1), high: '9999-12-31' };
  if (/^(?:no earlier|not before)/u.test(lead)) return { ...date, iso: null, high: '9999-12-31' };
  return { ...date, iso: null, low: day(date.low, -730), high: day(date.high, 730) };
}
