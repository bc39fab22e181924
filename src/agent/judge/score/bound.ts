import { anyWithin, type Constraint, daysWithin, findConstraints, numberWithin } from '../../../domain/constraint.ts';
import { findDates } from '../../../domain/dates.ts';
import { findPlaces, liesIn, type Place } from '../../../domain/places.ts';
import { findQuantities } from '../../../domain/quantity.ts';

/** What a criterion bounds, where it does: a number, a date or a place that a rule can check. */
export interface Bound {
  kind: 'number' | 'time' | 'place';
  /** Whether a mention in a text keeps the bound: yes or no; mentions that leave it open are left out. */
  test(text: string): Mention[];
}

/** A number, date or place in a text, by offsets, and whether it keeps the bound. */
export interface Mention {
  start: number;
  end: number;
  isWithin: boolean;
}

type Timed = Extract<Constraint, { kind: 'time' }>;
type Counted = Extract<Constraint, { kind: 'number' }>;

/** What the words of a criterion bound, its label before its description; null where they bound nothing. */
export function boundOf({ label, description }: { label: string; description: string | null }): Bound | null {
  const found = [...findConstraints(label), ...findConstraints(description ?? '')];
  const time = found.find((one): one is Timed => one.kind === 'time');
  const number = found.find((one): one is Counted => one.kind === 'number');
  if (number && (!time || found.indexOf(number) < found.indexOf(time))) return numberBound(number);
  if (time) return timeBound(time);
  const places = [...findPlaces(label), ...findPlaces(description ?? '')];
  return places.length > 0 ? placeBound(places) : null;
}

const kept = (mentions: { start: number; end: number; held: boolean | null }[]): Mention[] =>
  mentions.flatMap(({ start, end, held }) => (held === null ? [] : [{ start, end, isWithin: held }]));

const numberBound = ({ min, max, any }: Counted): Bound => ({
  kind: 'number',
  test: (text) =>
    kept(
      findQuantities(text).map((quantity) => ({
        start: quantity.start,
        end: quantity.end,
        held: anyWithin((any ?? [{ min, max }]).map((one) => numberWithin(quantity, one.min, one.max))),
      })),
    ),
});

const timeBound = ({ from, to, any }: Timed): Bound => ({
  kind: 'time',
  test: (text) =>
    kept(
      findDates(text).map((date) => ({
        start: date.start,
        end: date.end,
        held: anyWithin((any ?? [{ from, to }]).map((one) => daysWithin(date, one.from, one.to))),
      })),
    ),
});

const placeBound = (wanted: Place[]): Bound => ({
  kind: 'place',
  test: (text) =>
    kept(
      findPlaces(text).map((place) => ({
        start: place.start,
        end: place.end,
        held: anyWithin(wanted.map((one) => liesIn(place, one))),
      })),
    ),
});
