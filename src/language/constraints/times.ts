import { findDates } from '../dates.ts';
import { spansOf, yearsAfter } from './alternatives.ts';
import type { Constraint, Words } from './constraint.ts';

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

export function* times(text: string): Iterable<Constraint> {
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
export function* relativeTimes(text: string): Iterable<Constraint> {
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
