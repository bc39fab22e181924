import { liesIn } from '../../../knowledge/places/lies-in.ts';
import { anyWithin, type Constraint, daysWithin, numberWithin } from '../../../language/constraints/constraint.ts';
import { findConstraints } from '../../../language/constraints/find-constraints.ts';
import { findDates } from '../../../language/dates.ts';
import { type NamedPlace, plainPlacesIn } from '../../../language/places.ts';
import { findQuantities } from '../../../language/quantity.ts';
import { namesIn } from './name-lists.ts';

/** The number, date or place that a criterion bounds, which a rule can check. */
export interface Bound {
  kind: 'number' | 'time' | 'place';
  /** The mentions in a text that meet or break the bound; those that leave it open are left out. */
  test(text: string): Mention[];
}

/** A number, date or place in a text, and whether it is within the bound. */
export interface Mention {
  start: number;
  end: number;
  isWithin: boolean;
  /** A list of names; `isWithin` is about their number. */
  isList?: true;
}

type Timed = Extract<Constraint, { kind: 'time' }>;
type Counted = Extract<Constraint, { kind: 'number' }>;

/** A count of one that is expressed without a number. */
const ONE = /(?<![\p{L}\p{N}-])(?:(?:exactly|only|just)\s)?(?:one|single|solo|sole)\s(?!of\b|or\b|another\b|that\b|who\b)\p{L}{3}/iu;

/** The bound in the words of a criterion, in its label before its description; null if there is none. */
export function boundOf({ label, description }: { label: string; description: string | null }): Bound | null {
  for (const text of [label, description ?? '']) {
    const found = findConstraints(text).find(
      (one): one is Timed | Counted => one.kind === 'time' || (one.kind === 'number' && !isYear(one) && !isSome(one)),
    );
    if (found) return found.kind === 'time' ? timeBound(found) : numberBound(found);
    if (ONE.test(text)) return numberBound({ min: 1, max: 1 });
    if (plainPlacesIn(text).length > 0) return placeBound([label, description ?? ''].flatMap(plainPlacesIn));
  }
  return null;
}

/** "NAACL 2024 demo track" does not count tracks. */
const isYear = ({ min, max }: Counted) => min === max && min !== null && min >= 1500 && min < 2100 && Number.isInteger(min);

/** "At least one author" only asks that there is one. */
const isSome = ({ min, max }: Counted) => min === 1 && max === null;

const kept = (mentions: { start: number; end: number; held: boolean | null }[]): Mention[] =>
  mentions.flatMap(({ start, end, held }) => (held === null ? [] : [{ start, end, isWithin: held }]));

const numberBound = ({ min, max, any }: Pick<Counted, 'min' | 'max' | 'any'>): Bound => {
  const test = (low: number, high: number) =>
    anyWithin((any ?? [{ min, max }]).map((one) => numberWithin({ low, high }, one.min, one.max)));
  const isSmall = [min, max].every((one) => one === null || Math.abs(one) <= 100);
  return {
    kind: 'number',
    test: (text) => [
      ...kept(findQuantities(text).map(({ start, end, low, high }) => ({ start, end, held: test(low, high) }))),
      ...(isSmall ? namesIn(text) : []).map(({ start, end, count }) => ({
        start,
        end,
        isWithin: test(count, count) === true,
        isList: true as const,
      })),
    ],
  };
};

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

const placeBound = (wanted: readonly NamedPlace[]): Bound => ({
  kind: 'place',
  test: (text) =>
    kept(
      plainPlacesIn(text).map(({ name, at, place }) => ({
        start: at,
        end: at + name.length,
        held: anyWithin(wanted.map((one) => liesIn(place, one.place))),
      })),
    ),
});
