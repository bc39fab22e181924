import { type Answer, type Ask, type DayPart, OPEN } from '../../../../language/asks/ask.ts';
import { WEEKDAYS } from '../../../../language/asks/asks.ts';
import { isAsked } from '../../../../language/english/negation.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { assertedAt } from '../said.ts';

const DAY = '(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?';
const DAYS = new RegExp(
  String.raw`\b(?<shut>closed|shut|except)?\s?(?:on\s|every\s)?(?<from>${DAY})\b(?:\s?(?:to|–|-|through|until)\s?(?<to>${DAY})\b)?`,
  'giu',
);
const HOURS =
  /\b(?:(?:open|opens|opening|hours|closed|we rest|doors|daily|admission|meets?|meeting|every|sessions?)\b|(?:first|second|third|fourth|last|each|alternate)(?: and \p{L}+)? \p{L}+day|there on|from \p{L}+ (?:to|till|until)|\p{L}+ (?:to|till|until) (?:noon|one|two|three|four|five|six))/iu;
const CLOCK = /\d{1,2}(?:[:.]\d\d)?\s?(?:am\b|pm\b|(?:[–-]|to|till?|until)\s?\d{1,2})/iu;
const ALL_WEEK = /\b(?:(?:seven|7) days a week|(?:every|each|any) day of the (?:week|year))\b/iu;
/** Activities all week that do not mean that it is open. */
const DONE = /\b(?:works?|working|deliver\w*|answer\w*|e-?mails?|phone|bakes?|reply|replies|on call)\b/iu;
const isAllWeek = (text: string) => ALL_WEEK.test(text) && !DONE.test(text);
const ALWAYS = /\b(?:daily|every day|each day|all week|any (?:morning|afternoon|evening|day))\b/iu;
/** “On Mondays we only open during the holidays”, “the last Sunday of the month”. */
const SOMETIMES = /\b(?:only|alone|last|first|second|third|fourth|every other|alternate)\s(?:\p{L}+\s){0,2}$/iu;
const ONLY_THEN = /^[^.;]{0,15}\bonly\b/iu;
/** The words and the hours of each part of the day. */
const PARTS: Record<DayPart, { said: RegExp; from: number; to: number }> = {
  morning: { said: /\bmornings?\b/iu, from: 5, to: 12 },
  afternoon: { said: /\bafternoons?\b/iu, from: 12, to: 17 },
  evening: { said: /\b(?:evenings?|nights?)\b/iu, from: 18, to: 24 },
};
const TIMES = /(?<![\d.,£€$])(?<h>\d{1,2})(?:[:.](?<m>\d\d))?\s?(?<half>am\b|pm\b|a\.m|p\.m)?/giu;
/** The number of characters after a day that may give its hours. */
const HOURS_BEHIND = 45;

/** Whether a text that begins with a day is about a part of it, by name or by its first hours. */
function isThen(text: string, part: DayPart): boolean {
  const { said, from, to } = PARTS[part];
  const behind = text.slice(0, HOURS_BEHIND).split(/;|\band\s(?=\p{Lu}\p{L}+day)/u)[0] ?? '';
  if (said.test(behind)) return true;
  const hours = [...behind.matchAll(TIMES)].slice(0, 2).map(({ groups }) => {
    const hour = Number(groups?.h) + Number(groups?.m ?? 0) / 60;
    return /^p/iu.test(groups?.half ?? '') && hour < 12 ? hour + 12 : hour;
  });
  const [start, end = start] = hours;
  if (start === undefined || end === undefined || start > 24) return false;
  // “7.30 to 9.15pm”
  const first = end > start + 11 && start < 12 ? start + 12 : start;
  return first < to && (end > from || first >= from) && (first >= from || end > from + 1);
}
const REST_DAY = /\b(?:clos(?:ing|ed) days?|rest days?|day off|days? of rest|ruhetage?)\b(?<days>[^.;]{0,60})/iu;
const SEASON =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b|\b(?:summer|winter|spring|autumn|season|holidays|rest of the year)\b/iu;

const indexOf = (day: string) => WEEKDAYS.indexOf(day.toLowerCase().slice(0, 3));

/** What a unit says of a weekday: open, closed, open on other days only, open on some of them, or null for nothing. */
function stateOf(read: FactPage, unit: FactUnit, day: number): 'open' | 'shut' | 'other' | 'some' | null {
  const { text, label, heading } = unit;
  if (isAsked(text)) return null;
  const named = indexOf(/^\p{L}+day$/iu.test(label) ? label : '');
  if (named >= 0) return named !== day ? null : /\b(?:closed|shut)\b|^[-–—]$/iu.test(text) ? 'shut' : CLOCK.test(text) ? 'open' : null;
  if (/^\p{L}+day$/iu.test(text)) return null;
  const rest = [...(REST_DAY.exec(text)?.groups?.days ?? '').matchAll(new RegExp(String.raw`\b${DAY}\b`, 'giu'))];
  if (rest.length > 0)
    return rest.some(([name]) => indexOf(name) === day)
      ? 'shut'
      : /\s(?:to|until)\s|[–-]/u.test(REST_DAY.exec(text)?.groups?.days ?? '')
        ? null
        : 'open';
  if (!HOURS.test(`${label} ${heading} ${text}`) && !CLOCK.test(text) && !isAllWeek(text)) return null;
  const isShutLabel = /clos|shut/iu.test(label);
  let state: 'open' | 'other' | null = null;
  for (const { 0: words, index, groups } of text.matchAll(DAYS)) {
    // “the evening sun” and “sat” are no weekdays
    if (!/day/iu.test(words) && !/\b\p{Lu}/u.test(words)) continue;
    // a bank holiday is only some of these days
    if (indexOf(groups?.from ?? '') === day && /\bbank holiday\s$/iu.test(text.slice(0, index + words.search(/\S/u)))) return null;
    const said = assertedAt(read, unit, index, index + words.length);
    if (said === 'past' || said === 'maybe') continue;
    const [from, to] = [indexOf(groups?.from ?? ''), groups?.to ? indexOf(groups.to) : indexOf(groups?.from ?? '')];
    if (from < 0 || to < 0) continue;
    const isWithin = from <= to ? day >= from && day <= to : day >= from || day <= to;
    const isShut =
      isShutLabel ||
      said === 'no' ||
      groups?.shut !== undefined ||
      /\b(?:closed|shut|bar|but not|except)\b[^.;]{0,30}$/iu.test(text.slice(Math.max(0, index - 45), index)) ||
      /\b(?:we|it)\s(?:all\s)?rests?\s?(?:on\s)?$/iu.test(text.slice(Math.max(0, index - 45), index)) ||
      /^(?:(?:,| and| &)\s\p{L}+){0,2}:?\s(?:is\s|are\s|the \p{L}+\s)?(?:closed|shut|sleeps?|rests?)\b/iu.test(
        text.slice(index + words.length),
      );
    if (
      isWithin &&
      (SOMETIMES.test(text.slice(Math.max(0, index - 40), index + words.search(/\S/u))) ||
        ONLY_THEN.test(text.slice(index + words.length, index + words.length + 30))) &&
      !groups?.to
    )
      return 'some';
    if (isWithin && isShut) return 'shut';
    if (isWithin) state = 'open';
    else if (!isShut && (groups?.to || /open|hours|meet/iu.test(label))) state ??= 'other';
  }
  if (
    state === 'open' ||
    (state === null && (ALWAYS.test(text) || isAllWeek(text)) && !/\d (?:to|–|-) \d+ \p{Lu}/u.test(text)) ||
    (/\bweekdays\b/iu.test(text) && day < 5)
  )
    return 'open';
  if (/\bweekends only\b/iu.test(text) && day < 5) return 'shut';
  return state;
}

/** Judges whether the subject is open on a weekday. */
export function answerWeekday(read: FactPage, { day, part, isOpen, isMeeting }: Extract<Ask, { type: 'weekday' }>): Answer {
  const name = new RegExp(String.raw`\b${WEEKDAYS[day]}`, 'iu');
  const isPart = ({ text, label }: FactUnit) => {
    const over = `${label} ${text}`;
    return part === null || isThen(over.slice(Math.max(0, over.search(name))), part);
  };
  const said = read.units
    .map((unit) => ({ unit, state: stateOf(read, unit, day) }))
    .filter(({ unit, state }) => state !== 'open' || isPart(unit));
  const find = (state: string) => said.find((one) => one.state === state)?.unit;
  const [open, shut] = [
    find('open'),
    find('shut') ?? said.find(({ state, unit }) => state === 'other' && !/\bevents?|tours?\b/iu.test(unit.text))?.unit,
  ];
  // open and closed by season: “May–September daily, October–April Tuesday to Sunday”
  if (open && shut && isOpen && SEASON.test(`${open.label} ${open.text}`) && SEASON.test(`${shut.label} ${shut.text}`))
    return { says: 'part', unit: open, why: 'it is open then at some times of the year' };
  if (open && shut)
    return find('shut')
      ? { says: isOpen ? 'no' : 'yes', unit: shut, why: 'it is closed then' }
      : { says: isOpen ? 'yes' : 'no', unit: open, why: 'it is open then' };
  if (open) return { says: isOpen ? 'yes' : 'no', unit: open, why: 'it is open then' };
  if (shut) return { says: isOpen ? 'no' : 'yes', unit: shut, why: 'it is closed then' };
  const some = find('some');
  return some ? { says: isMeeting ? 'yes' : 'part', unit: some, why: 'it is open on some of those days' } : OPEN;
}
