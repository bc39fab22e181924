import { liesIn } from '../../../../knowledge/places/lies-in.ts';
import type { Assertion } from '../../../../language/english/negation.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import { conflict, type Found, nothing, settle } from '../../rules/columns/settle.ts';
import type { Reading } from '../../text/reading.ts';
import { type FactPage, type FactUnit, factPageOf } from '../fact-page.ts';
import { mentionsPerson } from '../kinds/page-of.ts';
import { seatsOf } from '../places/place.ts';
import { type DateFact, datesOf, isOfPage } from '../types/date.ts';
import { ANY_DAY } from '../types/dated.ts';
import { languagesOf } from '../types/language.ts';
import { licencesOf } from '../types/licence.ts';
import { holdersOf } from '../types/role.ts';
import { type ColumnAsk, columnAskOf } from './ask.ts';
import { numberOf, plainest } from './number-value.ts';

/** A value from a page's facts. `isPlain`: it takes precedence over what the rules read, as a labelled value does. */
export interface FactValue extends ValueFinding {
  isPlain: boolean;
}

/** The value that a page's facts give a column; null if no type of fact answers it, or the page has no such fact. */
export function valueByFacts(reading: Reading, column: ColumnQuestion): FactValue | null {
  const ask = columnAskOf(column);
  const read = ask && factPageOf(reading);
  // a list or an article has a date of its own
  const isOfIt = ask?.type === 'date' && isOfPage(ask.event);
  if (!read || (read.form.form !== 'thing' && !isOfIt)) return null;
  switch (ask.type) {
    case 'date':
      return dateOf(read, ask, column);
    case 'number':
      return numberOf(read, ask, column);
    case 'licence':
      return namesOf(
        licencesOf(read).map((one) => ({ ...one, ids: [one.id] })),
        column,
      );
    case 'language':
      return namesOf(
        languagesOf(read).flatMap((one) => (one.isPart || one.isLoose ? [] : [{ ...one, ids: [one.name] }])),
        column,
      );
    case 'place':
      return placeOf(read, ask, column);
    case 'role':
      return roleOf(read, ask, column);
  }
}

function dateOf(read: FactPage, { event }: Extract<ColumnAsk, { type: 'date' }>, { label, format }: ColumnQuestion): FactValue | null {
  const own = datesOf(read, event).filter(({ low }) => low !== ANY_DAY);
  // a founding date is an opening date, unless the page says otherwise
  const founded = event === 'opened' && !own.some(({ isPlain }) => isPlain) ? datesOf(read, 'founded') : [];
  const dated = (founded.length > 0 ? founded : own).slice(0, DATES_MAX);
  const all = /^latest /u.test(event) ? latestOf(dated) : dated;
  const plain = all.filter(({ isPlain }) => isPlain);
  // less plain facts count if they all agree
  const isOne = /^(?:founded|opened|since)$/u.test(event) && new Set(all.map(({ low }) => low.slice(0, 4))).size === 1;
  const near = all.filter(({ rank, unit }) => rank < 2 || unit.tokens.length <= SHORT_LINE);
  const facts = plainest(plain.length > 0 || !isOne ? plain : near);
  if (facts.length === 0) return null;
  const found = facts.flatMap((fact): Found[] => {
    // a span begins on its first day
    if (fact.iso === null && event === 'beginning') return [{ value: fact.low, quote: fact.unit.text }];
    if (fact.iso === null) return [];
    // “born on 4 March 1871” elsewhere is more exact than “(1871–1963)”
    const { iso, unit } = all.find((other) => other.iso?.startsWith(`${fact.iso}-`)) ?? fact;
    return iso === null ? [] : [{ value: format === 'number' ? iso.slice(0, 4) : iso, quote: unit.text }];
  });
  const said = found.length > 0 ? settle(found, label) : nothing('range', `The page only gives a span of time for “${label}”.`);
  return { ...said, isPlain: facts[0]?.rank === 0 };
}

/** The most dates of a page that are compared. */
const DATES_MAX = 300;
const SHORT_LINE = 14;
/** The most recent release. */
const latestOf = (all: readonly DateFact[]): DateFact[] => {
  const [last] = all.toSorted((a, b) => b.high.localeCompare(a.high));
  return last ? all.filter(({ low, high }) => low >= last.low && high <= last.high) : [];
};

/** “C++ and Rust”, “MIT or Apache-2.0”: names in one list are one value. */
const GLUE = /^(?:\slicen[cs]e)?(?:,?\s(?:or|and|and\/or|plus)\s(?:the\s|some\s)?|,\s|\s?[/+&]\s?)$/iu;

interface Named {
  unit: FactUnit;
  /** The identifiers of what is named, independent of spelling. */
  ids: string[];
  at: number;
  end: number;
  said: Assertion | null;
}

function namesOf(named: readonly Named[], { label }: ColumnQuestion): FactValue | null {
  const found: Named[] = [];
  for (const one of named.filter(({ said }) => said === 'yes')) {
    const last = found.at(-1);
    if (last?.unit === one.unit && GLUE.test(one.unit.text.slice(last.end, one.at)))
      [last.end, last.ids] = [one.end, [...last.ids, ...one.ids]];
    else found.push({ ...one });
  }
  const [first] = found;
  if (!first) return null;
  const other = found.find(({ unit, at, ids }) => (unit !== first.unit || at >= first.end) && !ids.every((id) => first.ids.includes(id)));
  const worded = ({ unit, at, end }: Named) => unit.text.slice(at, end);
  const said = other ? conflict(worded(first), worded(other), label) : settle([{ value: worded(first), quote: first.unit.text }], label);
  // the rules read no such values
  return { ...said, isPlain: true };
}

function placeOf(read: FactPage, { isBirth, isTown }: Extract<ColumnAsk, { type: 'place' }>, { label }: ColumnQuestion): FactValue | null {
  if (isBirth && !mentionsPerson(read, 1)) return null;
  const all = seatsOf(read, isBirth).filter(({ place }) => !isTown || !place.isWhole);
  const [first] = all;
  // “established in Basel, based in Zurich”: a conflict
  const other = all.find(
    ({ unit, place }) => unit.rank === first?.unit.rank && liesIn(place, first.place) === false && liesIn(first.place, place) === false,
  );
  if (!first) return null;
  const said = other ? conflict(first.value, other.value, label) : settle([{ value: first.value, quote: first.unit.text }], label);
  return { ...said, isPlain: first.unit.rank === 0 };
}

function roleOf(read: FactPage, { role }: Extract<ColumnAsk, { type: 'role' }>, { label }: ColumnQuestion): FactValue | null {
  const all = holdersOf(read, role);
  const [first] = all;
  if (!first) return null;
  const other = all.find(({ name }) => name !== first.name);
  const said = other ? conflict(first.name, other.name, label) : settle([{ value: first.name, quote: first.unit.text }], label);
  return { ...said, isPlain: false };
}
