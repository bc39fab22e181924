import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import { countPlaces, type Places, placesOfUnit, placesOfWord } from './places.ts';

/** The features that compare a page with the other pages of its run. */
export const CONTRAST = ['alone', 'elsewise', 'said', 'saidShare'] as const;

/** Smoothing: adds this many rows without the word, because a word of few rows has no typical place. */
const UNSEEN = 3;
/** In a run of this many rows, comparison with other rows counts half. */
const ALONE = 4;

/**
 * Returns the `CONTRAST` features of each row: how much of the criterion it lacks at places where other rows say it, and how much the
 * others say. They rank rows and prove nothing: the page may say the same in other words.
 */
export function contrastsOf({ words }: Wanted, rows: readonly ScoredUnit[][]): number[][] {
  const places = countPlaces(words, rows);
  const { held, said } = places;
  const idf = (hash: number) => Math.max(0, (words.get(hash) ?? 0) * Math.log((rows.length + 1) / ((said.get(hash) ?? 0) + 0.5)));
  const sumOf = (hashes: Iterable<number>) => [...hashes].reduce((sum, hash) => sum + idf(hash), 0);
  const label = [...words].filter(([, weight]) => weight === 1).map(([hash]) => hash);
  const [all, ofLabel] = [sumOf(words.keys()) || 1, sumOf(label) || 1];
  const shares = held.map((own) => sumOf(label.filter((hash) => own.has(hash))) / ofLabel);
  const alone = ALONE / (rows.length + ALONE);
  const most = (1 - alone) * shares.reduce((a, b) => Math.max(a, b), 0);
  const whole = shares.filter((share) => share > 0.99).length / (rows.length + ALONE);
  return rows.map((units, row) => {
    const elsewise = [...missedIn(places, units, row)].reduce((sum, [hash, share]) => sum + (idf(hash) * share) / all, 0);
    return [alone, elsewise, most, whole * (1 - (shares[row] ?? 0))];
  });
}

/** For each word that a row lacks, the share of the rows with the word that say it at a place which this row also has. */
function missedIn(
  { held, said, saidAt, mayBeAsked, rows, units: unitsAt }: Places,
  units: readonly ScoredUnit[],
  row: number,
): Map<number, number> {
  const missed = new Map<number, number>();
  const add = (place: number) => {
    const counts = mayBeAsked(place) ? saidAt.get(place) : undefined;
    if (!counts) return;
    // if a page has several units at one place, a word that one unit lacks may be in another
    const oneness = (rows.get(place) ?? 1) / (unitsAt.get(place) ?? 1);
    for (const [hash, count] of counts)
      if (!held[row]?.has(hash)) missed.set(hash, Math.max(missed.get(hash) ?? 0, (oneness * count) / ((said.get(hash) ?? 0) + UNSEEN)));
  };
  const into: number[] = [];
  for (const [index, unit] of units.entries()) {
    if (unit.words.length === 0) continue;
    for (const place of placesOfUnit(unit, index)) add(place);
    for (let i = 1; i < unit.words.length; i++) for (let k = placesOfWord(unit, i, into) - 1; k >= 0; k--) add(into[k] as number);
  }
  return missed;
}
