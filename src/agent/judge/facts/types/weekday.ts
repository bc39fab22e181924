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
const ALWAYS = /\b(?:daily|every day|each day|all week|any (?:morning|afternoon|evening|day))\b/iu;
/** “On Mondays we only open during the holidays”, “the last Sunday of the month”. */
const SOMETIMES = /\b(?:only|alone|last|first|second|third|fourth|every other|alternate)\s(?:\p{L}+\s){0,2}$/iu;
const ONLY_THEN = /^[^.;]{0,15}\bonly\b/iu;
/** What shows that an hour is in a part of the day. */
const PART_OF_DAY: Record<DayPart, RegExp> = {
  morning: /\bmornings?\b|\b(?:[6-9]|1[01])(?:[:.]\d\d)?\s?(?:am\b|[–-]|to\b)/iu,
  afternoon: /\bafternoons?\b|\b1[2-6][:.]\d\d|\b[1-4](?:[:.]\d\d)?\s?(?:pm|p\.m)/iu,
  evening: /\b(?:evenings?|nights?)\b|\b(?:1[7-9]|2[0-2])(?:[:.]\d\d)?\b|\b(?:[5-9]|1[01])(?:[:.]\d\d)?\s?(?:pm\b|p\.m)/iu,
};

const REST_DAY = /\b(?:clos(?:ing|ed) days?|rest days?|day off|days? of rest|ruhetage?)\b(?<days>[^.;]{0,60})/iu;

const SEASON =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b|\b(?:summer|winter|spring|autumn|season|holidays|rest of the year)\b/iu;

const indexOf = (day: string) => WEEKDAYS.indexOf(day.toLowerCase().slice(0, 3));

/** What a unit says of a day of the week: open then, shut then, open on other days alone, open on some of them, or nothing. */
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
  if (!HOURS.test(`${label} ${heading} ${text}`) && !CLOCK.test(text) && !ALL_WEEK.test(text)) return null;
  const isShutLabel = /clos|shut/iu.test(label);
  let state: 'open' | 'other' | null = null;
  for (const { 0: words, index, groups } of text.matchAll(DAYS)) {
    // “the evening sun”, “sat”
    if (!/day/iu.test(words) && !/\b\p{Lu}/u.test(words)) continue;
    // open on some of them alone
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
      /\b(?:closed|shut|bar|but not|except|rest|sleep)\b[^.;]{0,30}$/iu.test(text.slice(Math.max(0, index - 45), index)) ||
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
    (state === null && (ALWAYS.test(text) || ALL_WEEK.test(text)) && !/\d (?:to|–|-) \d+ \p{Lu}/u.test(text)) ||
    (/\bweekdays\b/iu.test(text) && day < 5)
  )
    return 'open';
  if (/\bweekends only\b/iu.test(text) && day < 5) return 'shut';
  return state;
}

/** Whether it is open on a day of the week. */
export function answerWeekday(read: FactPage, { day, part, isOpen, isMeeting }: Extract<Ask, { type: 'weekday' }>): Answer {
  const isThen = ({ text, label, heading }: FactUnit) => part === null || PART_OF_DAY[part].test(`${label} ${heading} ${text}`);
  const said = read.units
    .map((unit) => ({ unit, state: stateOf(read, unit, day) }))
    .filter(({ unit, state }) => state !== 'open' || isThen(unit));
  const find = (state: string) => said.find((one) => one.state === state)?.unit;
  const [open, shut] = [
    find('open'),
    find('shut') ?? said.find(({ state, unit }) => state === 'other' && !/\bevents?|tours?\b/iu.test(unit.text))?.unit,
  ];
  // “May–September daily, October–April Tuesday to Sunday”
  if (open && shut && isOpen && SEASON.test(`${open.label} ${open.text}`) && SEASON.test(`${shut.label} ${shut.text}`))
    return { says: 'part', unit: open, why: 'it is open then at some times of the year' };
  if (open && shut)
    return find('shut')
      ? { says: isOpen ? 'no' : 'yes', unit: shut, why: 'it is closed then' }
      : { says: isOpen ? 'yes' : 'no', unit: open, why: 'it is open then' };
  if (open) return { says: isOpen ? 'yes' : 'no', unit: open, why: 'it is open then' };
  if (shut) return { says: isOpen ? 'no' : 'yes', unit: shut, why: 'it is closed then' };
  const some = find('some');
  return some ? { says: isMeeting ? 'yes' : 'part', unit: some, why: 'it is open on some of them' } : OPEN;
}
