export interface Words {
  /** The words of the request, and their position. */
  text: string;
  start: number;
  end: number;
}

/** A part of a request that can be checked by rule. Days are YYYY-MM-DD, inclusive; null means unbounded. */
export type Constraint = Words &
  (
    | { kind: 'time'; event: string; from: string | null; to: string | null; any?: { from: string | null; to: string | null }[] }
    | {
        kind: 'number';
        about: string;
        unit: string;
        min: number | null;
        max: number | null;
        currency: string | null;
        any?: { min: number | null; max: number | null }[];
      }
    /** `place` as written, `any` the places it names: one is enough, unless `all` is set. */
    | { kind: 'place'; relation: string; place: string; any: string[]; all: boolean }
    | { kind: 'attribute' }
    | { kind: 'negation' }
    /** Alternatives of different kinds, which no rule checks. */
    | { kind: 'either' }
  );

/** Whether an interval of days is within the bounds; null when it overlaps them. */
export function daysWithin({ low, high }: { low: string; high: string }, from: string | null, to: string | null): boolean | null {
  if ((from !== null && high < from) || (to !== null && low > to)) return false;
  return (from === null || low >= from) && (to === null || high <= to) ? true : null;
}

/** Whether an interval of numbers is within the bounds; null when it overlaps them. */
export function numberWithin({ low, high }: { low: number; high: number }, min: number | null, max: number | null): boolean | null {
  if ((min !== null && high < min) || (max !== null && low > max)) return false;
  return (min === null || low >= min) && (max === null || high <= max) ? true : null;
}

/** Whether any of several bounds holds: false only if none does, null if unclear. */
export const anyWithin = (held: (boolean | null)[]): boolean | null =>
  held.includes(true) ? true : held.every((one) => one === false) ? false : null;
