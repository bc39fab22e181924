import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';

const mix = (a: number, b: number) => Math.imul(a ^ Math.imul(b + 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35);
const place = (kind: number, ...hashes: number[]) => mix(hashes.reduce(mix, 7), kind) >>> 0;

/** Where a word of a unit stands: under its label or else its heading, in the first unit, behind one word or two, between two. Pages made alike say the same thing at the same place. */
export function* placesOf({ words, label, heading }: ScoredUnit, index: number, at: number): Iterable<number> {
  if (label.length > 0) yield place(1, ...label);
  else if (heading.length > 0) yield place(2, ...heading);
  if (index === 0) yield place(3);
  const [second, before, after] = [words[at - 2], words[at - 1], words[at + 1]];
  if (before === undefined) return;
  yield place(4, before);
  if (second !== undefined) yield place(5, before, second);
  if (after !== undefined) yield place(6, before, after);
}

type Counts = Map<number, number>;

/** Where the rows of a run say a criterion's words and give values for its bound. Counts are of rows, by place. */
export interface Places {
  /** Which of the words each row says. */
  held: ReadonlySet<number>[];
  said: Counts;
  saidAt: Map<number, Counts>;
  /** Where values stand, and where those that keep the bound. */
  given: Counts;
  kept: Counts;
  /** How many rows keep it. */
  keeping: number;
  /** How many rows have a place, and how many units stand there in all rows. */
  rows: Counts;
  units: Counts;
}

const count = (counts: Counts, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

export function countPlaces(wanted: Wanted['words'], rows: readonly (readonly ScoredUnit[])[]): Places {
  const [said, given, kept] = [new Map() as Counts, new Map() as Counts, new Map() as Counts];
  const saidAt = new Map<number, Counts>();
  let keeping = 0;
  const held = rows.map((units) => {
    const here = new Set<number>();
    const at = new Map<number, Set<number>>();
    const [givenAt, keptAt] = [new Set<number>(), new Set<number>()];
    for (const [index, unit] of units.entries()) {
      for (const hash of unit.label) if (wanted.has(hash)) here.add(hash);
      for (const [i, hash] of unit.words.entries()) {
        if (!wanted.has(hash)) continue;
        here.add(hash);
        for (const one of placesOf(unit, index, i)) at.set(one, (at.get(one) ?? new Set()).add(hash));
      }
      for (const { at: i, isWithin, isList } of unit.mentions)
        for (const one of isList ? [] : placesOf(unit, index, i)) {
          givenAt.add(one);
          if (isWithin) keptAt.add(one);
        }
    }
    for (const hash of here) count(said, hash);
    for (const [one, hashes] of at) {
      const counts = saidAt.get(one) ?? new Map<number, number>();
      saidAt.set(one, counts);
      for (const hash of hashes) count(counts, hash);
    }
    for (const one of givenAt) count(given, one);
    for (const one of keptAt) count(kept, one);
    if (keptAt.size > 0) keeping++;
    return here;
  });
  return { held, said, saidAt, given, kept, keeping, ...countUnits((one) => saidAt.has(one) || kept.has(one), rows) };
}

function countUnits(isAsked: (place: number) => boolean, all: readonly (readonly ScoredUnit[])[]): Pick<Places, 'rows' | 'units'> {
  const [rows, units] = [new Map() as Counts, new Map() as Counts];
  for (const row of all) {
    const ofRow = new Set<number>();
    for (const [index, unit] of row.entries()) {
      const ofUnit = new Set<number>();
      for (let i = 0; i < unit.words.length; i++) for (const one of placesOf(unit, index, i)) if (isAsked(one)) ofUnit.add(one);
      for (const one of ofUnit) {
        count(units, one);
        ofRow.add(one);
      }
    }
    for (const one of ofRow) count(rows, one);
  }
  return { rows, units };
}
