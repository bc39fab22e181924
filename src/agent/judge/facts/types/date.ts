import { type Answer, type Ask, OPEN } from '../../../../language/asks/ask.ts';
import { anyWithin, daysWithin } from '../../../../language/constraints/constraint.ts';
import { findDates } from '../../../../language/dates.ts';
import type { FactPage, FactUnit } from '../fact-page.ts';
import { isPlainlySaid, saidAt } from '../said.ts';
import { termOf } from '../terms.ts';
import { datedBy, says } from './dated.ts';
import { eventNamed, eventOf } from './events.ts';
import { livesOf } from './lives.ts';
import { releasesOf } from './releases.ts';

/** “No later than” is not a denial. */
const NO_LATER = /\bno(?:t)? later than\s(?:\p{L}+day,?\s)?(?:the\s)?$/iu;

/** A time of an event of the page's subject. `iso` has the page's precision, null for a span; `low` and `high` are inclusive days. */
export interface DateFact {
  unit: FactUnit;
  iso: string | null;
  low: string;
  high: string;
  rank: 0 | 1 | 2;
  /** Whether the words mean this event and nothing else. */
  isPlain: boolean;
}

/** The times that a page gives for an event, plainest first. */
export function datesOf(read: FactPage, event: string): DateFact[] {
  const known = eventNamed(event);
  if (known?.of === 'release' && /^(?:latest|any) /u.test(event)) return releasesOf(read, /^latest /u.test(event));
  const term = termOf(event.replace(/^(?:latest|any|first) /u, ''), ['verb', 'noun']);
  const isOwnAt = (unit: FactUnit, start: number, end: number) => {
    const said = saidAt(read, unit, start, end);
    return (
      said === 'yes' ||
      said === 'past' ||
      ((known?.isOrder === true || known?.of === 'start') &&
        (isPlainlySaid(read, unit, start, end) || NO_LATER.test(unit.text.slice(Math.max(0, start - 40), start))))
    );
  };
  const isFirstAsked = known?.of === 'release' && /^first /u.test(event);
  const title = `${read.title} ${read.heading.text}`.toLowerCase();
  const { order } = read.reading;
  const all = [
    ...read.units.flatMap((unit) => datedBy(unit, { known, term, isNamed: event !== '', isFirstAsked, isOwnAt, title, order })),
    ...read.foot
      .filter(({ text }) =>
        known?.of === 'beginning'
          ? FOUNDED.test(text) && !OF_OTHERS.test(text)
          : /updat|modif|revis|edit/iu.test(event) && CHANGED.test(text) && !RULES.test(text),
      )
      .flatMap((unit) => datedBy(unit, { known, term, isNamed: true, isFirstAsked, isOwnAt: () => true, title, order })),
    ...livesOf(read, event),
    ...datesOfHints(read, known?.hint),
  ]
    .filter(({ iso }) => !known?.isDay || iso === null || iso.length > 4)
    // “we opened a second restaurant in 2015” is no founding date
    .map((one) => ({
      ...one,
      isPlain:
        one.rank === 0 || !known?.plain || known.plain.test(one.unit.text) || (known?.of === 'beginning' && says(one.unit.text, term)),
    }))
    .sort((a, b) => a.rank - b.rank || Number(b.isPlain) - Number(a.isPlain) || a.unit.index - b.unit.index);
  const ofPage = known?.isOfPage ? all.filter(({ unit }) => isAtEdge(read, unit)) : [];
  return ofPage.length > 0 ? ofPage : all;
}

/** In the footer: “Founded 1952”, “Family firm since 1938”. */
const FOUNDED =
  /\b(?:found(?:ed|ing)|established|est\.?|opened|instituted|since)\s(?:in\s)?1[5-9]\d\d\b|\b(?:founded|established|opened|since)\s(?:in\s)?20[0-2]\d\b/iu;
/** “This page last modified on …” */
const CHANGED =
  /\b(?:last|page|was)\s(?:\p{L}+\s)?(?:updated|modified|changed|edited|revised|reviewed)\b|^(?:updated|modified|revised)\b/iu;
/** Texts whose date of change is not the page's. */
const RULES = /\b(?:privacy|terms|polic\w+|cookies?|conditions|imprint)\b/iu;
const OF_OTHERS = /\b(?:by|website|sponsor\w*|member|partner|design\w*|bank)\b|©/iu;
const FOOT = 3;
/** Whether a unit is before the first heading below the page's own, or in its last lines, where a page describes itself. */
function isAtEdge({ units, heading }: FactPage, unit: FactUnit): boolean {
  const next = units.find((one) => one.index > heading.index && /^h[2-6]$/u.test(one.tag))?.index ?? Number.POSITIVE_INFINITY;
  return unit.index < next || unit.index >= (units.at(-FOOT)?.index ?? 0);
}

/** Whether the event is one of the page itself, whatever its subject. */
export const isOfPage = (event: string): boolean => eventNamed(event)?.isOfPage === true;

/** Judges whether the event was within the days that are asked. */
export function answerDate(read: FactPage, { any, event }: Extract<Ask, { type: 'date' }>, noun: string): Answer {
  const all = datesOf(read, eventOf(event, noun));
  // for the latest release, earlier ones do not matter
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

/** Dates in structured data that a sentence of the page gives too. */
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
