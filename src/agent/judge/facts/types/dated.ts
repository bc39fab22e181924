import { type DateOrder, findDates } from '../../../../language/dates.ts';
import type { FactUnit } from '../fact-page.ts';
import { hitOf, type Term } from '../terms.ts';
import type { DateFact } from './date.ts';
import type { Event } from './events.ts';
import {
  ANOTHER,
  BUILT_AS,
  DONATED,
  ENDED,
  FIRST,
  LATER,
  MADE_THEN,
  OF_ENTRY,
  ONE,
  OPENING,
  PART_OF,
  RELATIVE,
  SINCE_ELSE,
} from './other-events.ts';

const NO_START = /\b(?:clos\w+|deadline|apply|application|posted|published|interviews?|until|ends?|updated)\b/iu;
/** The maximum number of dates that are read from a unit. */
const DATES_MAX = 300;
/** How many characters before a date are searched for words that name its event. */
const CLAUSE = 100;
/** The maximum number of words of a line that gives an article its date. */
const DATE_LINE = 9;
/** In a line of at most this many words, a bare year is a date: “Doctorate 2016”. */
const BARE_LINE = 9;
/** Dates at most this many characters apart share the words before them: “in 2009 and in 2016”. */
const JOINED = 12;

/** Whether a clause is about a part of the page's subject, such as “the bar”; false if the title names the part (“Gaffney’s Bar”). */
function isOfPart(clause: string, title: string): boolean {
  const part = PART_OF.exec(clause)?.groups?.part?.toLowerCase();
  return part !== undefined && !title.includes(part);
}

/** The event to look for. `isOwnAt`: whether a date is asserted of the page's subject. `title`: the page's title in lower case. */
interface Wanted {
  known: Event | undefined;
  term: Term;
  isNamed: boolean;
  /** Whether the first of several releases is asked. */
  isFirstAsked: boolean;
  isOwnAt: (unit: FactUnit, start: number, end: number) => boolean;
  title: string;
  order: DateOrder | null;
}

/** The dates that a unit gives for the event. */
export function datedBy(
  unit: FactUnit,
  { known, term, isNamed, isFirstAsked, isOwnAt, title, order }: Wanted,
): Omit<DateFact, 'isPlain'>[] {
  if (unit.isHeading) return [];
  const { text } = unit;
  if (known?.of === 'start' && NO_START.test(unit.label)) return [];
  const isLabelled = unit.label !== '' && (known ? known.label.test(unit.label) : isNamed && (hitOf(unit.over, term)?.sure ?? 0) >= 0.88);
  const dates = findDates(text, order).slice(0, DATES_MAX);
  // after a matching label, or in a short line that names the event, a year alone is a date
  const isBare = isLabelled || (known !== undefined && unit.tokens.length <= BARE_LINE && known.said.test(text));
  const bare = isBare && dates.length === 0 ? /(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,])/u.exec(text) : null;
  const all = bare ? [{ start: bare.index, end: bare.index + 4, iso: bare[0], low: `${bare[0]}-01-01`, high: `${bare[0]}-12-31` }] : dates;
  return (isLabelled ? firstOf(text, all) : all).flatMap(({ start, end, iso, low, high }, i, { [i - 1]: previous }) => {
    // the words before the previous date describe only that date: “founded in 2009 and raised money in 2016”
    const from = previous && start - previous.end > JOINED ? previous.end : 0;
    const clause =
      text
        .slice(Math.max(from, start - CLAUSE), start)
        // does not split at the full stops of “Washington, D.C., ”
        .split(/;|(?<!\p{Lu})\.(?=\s)|,\s(?=and\s|but\s)/u)
        .at(-1) ?? '';
    const after =
      text
        .slice(end, end + 60)
        .replace(/^[,:]\s/u, '')
        .split(/[;,]|\.(?!\d)/u)[0] ?? '';
    // “Mayor: Ilse Brandt (since 2016)”: since when a person holds an office, not the founding date
    if (!isLabelled && unit.label !== '' && known?.of === 'beginning' && HOLDER.test(clause)) return [];
    // “from 1 September to 31 December 2026”: the second date is the end, not the start
    if (known?.of === 'start' && ENDS.test(clause)) return [];
    if (known?.of === 'life' && RELATIVE.test(clause)) return [];
    if (known?.of === 'release' && LATER.test(`${unit.label} ${clause}`) && !FIRST.test(`${unit.label} ${clause}`)) return [];
    if (known?.of === 'release' && (ENDED.test(clause) || DONATED.test(clause))) return [];
    if (
      !isLabelled &&
      known?.of === 'beginning' &&
      (SINCE_ELSE.test(clause) ||
        BUILT_AS.test(clause) ||
        OPENING.test(clause) ||
        isOfPart(clause, title) ||
        ANOTHER.test(clause) ||
        OF_ENTRY.test(clause))
    )
      return [];
    // “4 April 2024 · Ann Lee” at the top of an article
    const isDateLine = known?.isDateLine === true && start < 4 && unit.tokens.length <= DATE_LINE;
    const isFirst = known?.of === 'release' && FIRST.test(clause);
    const isSaid =
      isLabelled ||
      isDateLine ||
      (known
        ? known.said.test(clause) ||
          (isAtClauseStart(clause) && known.said.test(after)) ||
          (known.of === 'beginning' && MADE_THEN.test(after))
        : isNamed && says(`${clause} `, term));
    if (!isSaid || !isOwnAt(unit, start, end)) return [];
    // the first release was not later than version 1.0
    const isBounded = isFirstAsked && !isFirst && ONE.test(isAtClauseStart(clause) ? after : clause);
    const time = isBounded ? { iso: null, low: ANY_DAY, high } : { iso, low, high };
    return [{ unit, ...time, rank: isLabelled ? (0 as const) : unit.isLead || isFirst ? (1 as const) : (2 as const) }];
  });
}

/** Before all days: the beginning of a time is not known. */
export const ANY_DAY = '0000-01-01';

/** A person's name before “(since” or “(from”. */
const HOLDER = /\p{Lu}\p{L}+\s\((?:since|from)\s(?:in\s)?$/u;
/** A date followed by “to”, “until” or a dash: the next date is the end of the range. */
const ENDS = /\d[^.;]{0,25}(?:\b(?:to|until|till|through|and ends(?: on)?)\s|[–-]\s?)(?:\p{L}+day,?\s)?(?:the\s)?$/iu;

/** Whether a date begins its clause (“In 2009, the company was founded”). Only then do the words after the date name its event. */
const isAtClauseStart = (clause: string) => clause.trim().split(/\s+/u).length <= 2;

/** A label applies to the first date, or to the range that it begins: “1 September 2026 (last year it was 15 August 2025)”. */
function firstOf<D extends { start: number; end: number; iso: string | null; high: string }>(
  text: string,
  [first, next]: readonly D[],
): D[] {
  if (!first) return [];
  const isSpan = next && /^\s?(?:[–—-]|to|until|till|and|or)\s?$/iu.test(text.slice(first.end, next.start));
  return [isSpan ? { ...first, end: next.end, iso: null, high: next.high } : first];
}

export function says(text: string, term: Term): boolean {
  return [...text.matchAll(/[\p{L}'’]+/gu)].some(({ 0: word }) =>
    [...term.stems].some(([stem, sure]) => sure >= 0.88 && word.toLowerCase().startsWith(stem)),
  );
}
