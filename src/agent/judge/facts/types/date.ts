import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { anyWithin, daysWithin } from '../../../../language/constraint.ts';
import { findDates } from '../../../../language/dates.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { saidAt } from '../said.ts';
import { hitOf, type Term, termOf } from '../terms.ts';
import { type Event, eventNamed, eventOf } from './events.ts';
import { livesOf } from './lives.ts';
import { ANOTHER, FIRST, LATER, MADE_THEN, OF_ENTRY, PART_OF, RELATIVE, SINCE_ELSE } from './other-events.ts';
import { releasesOf } from './releases.ts';

/** So many characters before a date say of what it is. */
const CLAUSE = 100;

/** A time at which something happened to the page's subject. `iso`: as exact as the page has it; null for a span. Days are inclusive. */
export interface DateFact {
  unit: FactUnit;
  iso: string | null;
  low: string;
  high: string;
  rank: 0 | 1 | 2;
  /** Whether it is said in words that mean nothing else. */
  isPlain: boolean;
}

/** When a page says that something happened, the plainest first. */
export function datesOf(read: FactPage, event: string): DateFact[] {
  const known = eventNamed(event);
  if (known?.of === 'release' && /^(?:latest|any) /u.test(event)) return releasesOf(read);
  const term = termOf(event.replace(/^(?:latest|any) /u, ''), ['verb', 'noun']);
  const isOwnAt = (unit: FactUnit, start: number, end: number) => {
    const said = saidAt(read, unit, start, end);
    return said === 'yes' || said === 'past';
  };
  const all = [
    ...read.units.flatMap((unit) => datedBy(unit, { known, term, isNamed: event !== '', isOwnAt })),
    ...(known?.of === 'beginning'
      ? read.foot.flatMap((unit) =>
          FOUNDED.test(unit.text) && !OF_OTHERS.test(unit.text) ? datedBy(unit, { known, term, isNamed: true, isOwnAt: () => true }) : [],
        )
      : []),
    ...livesOf(read, event),
    ...datesOfHints(read, known?.hint),
  ]
    .filter(({ iso }) => !known?.isDay || iso === null || iso.length > 4)
    // “we opened a second restaurant in 2015” is no founding
    .map((one) => ({
      ...one,
      isPlain:
        one.rank === 0 || !known?.plain || known.plain.test(one.unit.text) || (known?.of === 'beginning' && says(one.unit.text, term)),
    }))
    .sort((a, b) => a.rank - b.rank || a.unit.index - b.unit.index);
  const ofPage = known?.isOfPage ? all.filter(({ unit }) => isAtEdge(read, unit)) : [];
  return ofPage.length > 0 ? ofPage : all;
}

/** At the foot of a page: “Founded 1952”, “Family firm since 1938”. */
const FOUNDED =
  /\b(?:found(?:ed|ing)|established|est\.?|opened|instituted|since)\s(?:in\s)?1[5-9]\d\d\b|\b(?:founded|established|opened|since)\s(?:in\s)?20[0-2]\d\b/iu;
const OF_OTHERS = /\b(?:by|website|sponsor\w*|member|partner|design\w*|bank)\b|©/iu;
const DATE_LINE = 9;
/** In so short a line a year alone is when it was: “Doctorate 2016”. */
const BARE_LINE = 9;
/** Dates so near each other are told of together: “in 2009 and in 2016”. */
const JOINED = 12;
const FOOT = 3;
/** Before the first heading under the page's own, or in its last lines: there a page tells what it is itself. */
function isAtEdge({ units, heading }: FactPage, unit: FactUnit): boolean {
  const next = units.find((one) => one.index > heading.index && /^h[2-6]$/u.test(one.tag))?.index ?? Number.POSITIVE_INFINITY;
  return unit.index < next || unit.index >= (units.at(-FOOT)?.index ?? 0);
}

/** Whether what happened then, happened to the page itself, whatever it is about. */
export const isOfPage = (event: string): boolean => eventNamed(event)?.isOfPage === true;

/** Whether what is asked happened in the days that are asked. */
export function answerDate(read: FactPage, { any, event }: Extract<Ask, { type: 'date' }>, noun: string): Answer {
  const all = datesOf(read, eventOf(event, noun));
  // of the latest release the others tell nothing
  const last = /^latest /u.test(event) ? all.toSorted((a, b) => b.high.localeCompare(a.high)).slice(0, 1) : all;
  const dated = last.map((one) => ({
    ...one,
    within: anyWithin(any.map(({ from, to }) => daysWithin(one, from, to))),
  }));
  const [plainest] = dated;
  if (!plainest) return OPEN;
  const others = dated.filter(({ rank, isPlain }) => rank === plainest.rank && isPlain);
  const isBoth = plainest.isPlain && others.some(({ within }) => within === true) && others.some(({ within }) => within === false);
  const met = dated.find(({ within }) => within === true);
  if (/^any /u.test(event)) return met ? { says: 'yes', unit: met.unit, why: 'it was then' } : { ...OPEN, unit: plainest.unit };
  if (isBoth) return { says: 'both', unit: plainest.unit, why: 'the page gives several times' };
  if (plainest.within === true) return { says: 'yes', unit: plainest.unit, why: 'it was then' };
  if (plainest.within === false && plainest.isPlain && !dated.some(({ within }) => within === true))
    return { says: 'no', unit: plainest.unit, why: 'it was at another time' };
  return { ...OPEN, unit: plainest.unit };
}

/** What structured data says, where a sentence of the page has it, too. */
function datesOfHints({ page, units }: FactPage, form: RegExp | undefined) {
  return page.hints
    .filter(({ path, depth }) => form?.test(path) === true && depth === 0)
    .flatMap(({ value }) =>
      units.flatMap((unit) => {
        const date = value.length < 12 ? findDates(unit.text).find(({ iso }) => iso === value.slice(0, 10)) : undefined;
        return date ? [{ unit, iso: date.iso, low: date.low, high: date.high, rank: 0 as const }] : [];
      }),
    );
}

function datedBy(
  unit: FactUnit,
  {
    known,
    term,
    isNamed,
    isOwnAt,
  }: {
    known: Event | undefined;
    term: Term;
    isNamed: boolean;
    isOwnAt: (unit: FactUnit, start: number, end: number) => boolean;
  },
) {
  if (unit.isHeading) return [];
  const { text } = unit;
  const isLabelled = unit.label !== '' && (known ? known.label.test(unit.label) : isNamed && (hitOf(unit.over, term)?.sure ?? 0) >= 0.88);
  const dates = findDates(text);
  // under such a label a bare year is a date
  const isBare = isLabelled || (known !== undefined && unit.tokens.length <= BARE_LINE && known.said.test(text));
  const bare = isBare && dates.length === 0 ? /(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,])/u.exec(text) : null;
  const all = bare ? [{ start: bare.index, end: bare.index + 4, iso: bare[0], low: `${bare[0]}-01-01`, high: `${bare[0]}-12-31` }] : dates;
  return (isLabelled ? firstOf(text, all) : all).flatMap(({ start, end, iso, low, high }, i, { [i - 1]: previous }) => {
    // what was said before another date was said of that: “founded in 2009 and raised money in 2016”
    const from = previous && start - previous.end > JOINED ? previous.end : 0;
    const clause =
      text
        .slice(Math.max(from, start - CLAUSE), start)
        // not at “Washington, D.C., ”
        .split(/;|(?<!\p{Lu})\.(?=\s)|,\s(?=and\s|but\s)/u)
        .at(-1) ?? '';
    const after =
      text
        .slice(end, end + 60)
        .replace(/^[,:]\s/u, '')
        .split(/[;,]|\.(?!\d)/u)[0] ?? '';
    // “from 1 September to 31 December 2026”
    if (known?.of === 'start' && ENDS.test(clause)) return [];
    if (known?.of === 'life' && RELATIVE.test(clause)) return [];
    if (known?.of === 'release' && LATER.test(`${unit.label} ${clause}`) && !FIRST.test(`${unit.label} ${clause}`)) return [];
    if (
      !isLabelled &&
      known?.of === 'beginning' &&
      (SINCE_ELSE.test(clause) || PART_OF.test(clause) || ANOTHER.test(clause) || OF_ENTRY.test(clause))
    )
      return [];
    // “4 April 2024 · Ann Lee” at the head of an article
    const isDateLine = known?.isDateLine === true && start < 4 && unit.tokens.length <= DATE_LINE;
    const isSaid =
      isLabelled ||
      isDateLine ||
      (known
        ? known.said.test(clause) || (isOpening(clause) && known.said.test(after)) || (known.of === 'beginning' && MADE_THEN.test(after))
        : isNamed && says(`${clause} `, term));
    return isSaid && isOwnAt(unit, start, end)
      ? [{ unit, iso, low, high, rank: isLabelled ? (0 as const) : unit.isLead ? (1 as const) : (2 as const) }]
      : [];
  });
}

const ENDS = /\d[^.;]{0,25}(?:\b(?:to|until|till|through|and ends(?: on)?)\s|[–-]\s?)(?:\p{L}+day,?\s)?(?:the\s)?$/iu;

/** “In 2009, the company was founded”: only then what stands behind a date says what it is of. */
const isOpening = (clause: string) => clause.trim().split(/\s+/u).length <= 2;

/** Under a label the first date is what it names, or the span that it begins: “1 September 2026 (last year it was 15 August 2025)”. */
function firstOf<D extends { start: number; end: number; iso: string | null; high: string }>(
  text: string,
  [first, next]: readonly D[],
): D[] {
  if (!first) return [];
  const isSpan = next && /^\s?(?:[–—-]|to|until|till|and|or)\s?$/iu.test(text.slice(first.end, next.start));
  return [isSpan ? { ...first, end: next.end, iso: null, high: next.high } : first];
}

function says(text: string, term: Term): boolean {
  return [...text.matchAll(/[\p{L}'’]+/gu)].some(({ 0: word }) =>
    [...term.stems].some(([stem, sure]) => sure >= 0.88 && word.toLowerCase().startsWith(stem)),
  );
}
