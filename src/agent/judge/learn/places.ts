import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';

const mix = (a: number, b: number) => Math.imul(a ^ Math.imul(b + 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35);

/** Hashes of the place of a unit: under its label or else its heading, or first on its page. */
export function placesOfUnit({ label, heading }: ScoredUnit, index: number): number[] {
  const found: number[] = [];
  if (label.length > 0) found.push(mix(label.reduce(mix, 7), 1) >>> 0);
  else if (heading.length > 0) found.push(mix(heading.reduce(mix, 7), 2) >>> 0);
  if (index === 0) found.push(mix(7, 3) >>> 0);
  return found;
}

/**
 * Writes hashes of the words next to a word into `into` and returns their number: the one before, the two before, the one on either side.
 * Pages made from one template say the same thing at the same place.
 */
export function placesOfWord({ words }: ScoredUnit, at: number, into: number[]): number {
  if (at === 0) return 0;
  const before = mix(7, words[at - 1] ?? 0);
  let n = 0;
  into[n++] = mix(before, 4) >>> 0;
  if (at > 1) into[n++] = mix(mix(before, words[at - 2] ?? 0), 5) >>> 0;
  if (at + 1 < words.length) into[n++] = mix(mix(before, words[at + 1] ?? 0), 6) >>> 0;
  return n;
}

function placesOf(unit: ScoredUnit, index: number, at: number): number[] {
  const into: number[] = [];
  const n = placesOfWord(unit, at, into);
  return [...placesOfUnit(unit, index), ...into.slice(0, n)];
}

type Counts = Map<number, number>;

/** The places at which the rows of a run say a criterion's words. Counts are of rows, by place, unless noted. */
export interface Places {
  /** The criterion's words that each row says. */
  held: ReadonlySet<number>[];
  said: Counts;
  saidAt: Map<number, Counts>;
  /** A fast filter: false for nearly all places at which no row says a word of the criterion. */
  mayBeAsked(place: number): boolean;
  /** The number of rows that have a place, and the number of units at it in all rows. */
  rows: Counts;
  units: Counts;
}

const count = (counts: Counts, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

export function countPlaces(wanted: Wanted['words'], rows: readonly (readonly ScoredUnit[])[]): Places {
  const said: Counts = new Map();
  const saidAt = new Map<number, Counts>();
  const held = rows.map((units) => {
    const here = new Set<number>();
    const at = new Map<number, Set<number>>();
    for (const [index, unit] of units.entries()) {
      // the heading of the first unit is the site's name, which applies to each of its pages
      for (const hash of index === 0 ? [...unit.label, ...unit.heading] : unit.label) if (wanted.has(hash)) here.add(hash);
      for (const [i, hash] of unit.words.entries()) {
        if (!wanted.has(hash)) continue;
        here.add(hash);
        for (const one of placesOf(unit, index, i)) at.set(one, (at.get(one) ?? new Set()).add(hash));
      }
    }
    for (const hash of here) count(said, hash);
    for (const [one, hashes] of at) {
      const counts = saidAt.get(one) ?? new Map<number, number>();
      saidAt.set(one, counts);
      for (const hash of hashes) count(counts, hash);
    }
    return here;
  });
  const asked = new Uint8Array(MASK + 1);
  for (const one of saidAt.keys()) asked[one & MASK] = 1;
  const mayBeAsked = (one: number) => asked[one & MASK] === 1;
  const isAsked = (one: number) => mayBeAsked(one) && saidAt.has(one);
  return { held, said, saidAt, mayBeAsked, ...countUnits(isAsked, rows) };
}

/** Most places have no word of the criterion: a table of bits rejects them faster than a map. */
const MASK = 0x3ffff;

function countUnits(isAsked: (place: number) => boolean, all: readonly (readonly ScoredUnit[])[]): Pick<Places, 'rows' | 'units'> {
  const [rows, units] = [new Map() as Counts, new Map() as Counts];
  const into: number[] = [];
  for (const row of all) {
    const ofRow = new Set<number>();
    for (const [index, unit] of row.entries()) {
      const ofUnit = new Set(unit.words.length > 0 ? placesOfUnit(unit, index).filter(isAsked) : []);
      for (let i = 1; i < unit.words.length; i++)
        for (let k = placesOfWord(unit, i, into) - 1; k >= 0; k--) if (isAsked(into[k] as number)) ofUnit.add(into[k] as number);
      for (const one of ofUnit) {
        count(units, one);
        ofRow.add(one);
      }
    }
    for (const one of ofRow) count(rows, one);
  }
  return { rows, units };
}
