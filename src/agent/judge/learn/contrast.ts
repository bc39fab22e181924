import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';
import { countPlaces, type Places, placesOf, placesOfUnit, placesOfWord } from './places.ts';

/** The unit that stands on a page where other pages of the run say what is asked, and how telling that is, 0 to 1. */
export interface Contrast {
  strength: number;
  unit: number;
}

/** What a page shows beside the other pages of its run. */
export const CONTRAST = ['alone', 'elsewise', 'said', 'saidShare'] as const;

/** So many rows that say nothing there are added: what few rows say has no place of its own. */
const UNSEEN = 3;
/** In a run of so many rows, what the others say is half as telling. */
const ALONE = 4;
/** A unit of fewer words is no statement; one of more under a heading, without a label, says too much to say something else there. */
const WORDS = { least: 3, headed: 8 };
/** A word that fewer rows say has no place of its own, and one that more say is said of all of them: what a page says in its stead proves nothing. */
const SAID = { least: 0.05, most: 0.65 };
/** How telling what stands behind the same words is at least where nothing but a label says what is asked: in prose that is mostly chance. */
const BARE = 0.3;

/**
 * For each row of a run the numbers of `CONTRAST`, and what stands there in the place of what is asked: under a label, at a place or among words where
 * other rows say it, or a value that breaks the bound where others keep it. Null where nothing does; a criterion that asks for an absence has none.
 */
export function contrastsOf(wanted: Wanted, rows: readonly ScoredUnit[][]): { features: number[][]; against: (Contrast | null)[] } {
  const places = countPlaces(wanted.words, rows);
  const { held, said } = places;
  const idf = (hash: number) => Math.max(0, (wanted.words.get(hash) ?? 0) * Math.log((rows.length + 1) / ((said.get(hash) ?? 0) + 0.5)));
  const sumOf = (words: Iterable<number>) => [...words].reduce((sum, hash) => sum + idf(hash), 0);
  const label = [...wanted.words].filter(([, weight]) => weight === 1).map(([hash]) => hash);
  const [all, ofLabel] = [sumOf(wanted.words.keys()) || 1, sumOf(label) || 1];
  const shares = held.map((words) => sumOf(label.filter((hash) => words.has(hash))) / ofLabel);
  const alone = ALONE / (rows.length + ALONE);
  const most = (1 - alone) * shares.reduce((a, b) => Math.max(a, b), 0);
  const whole = shares.filter((share) => share > 0.99).length / (rows.length + ALONE);
  const rarest = label.reduce((least, hash) => Math.min(least, said.get(hash) ?? 0), rows.length) / rows.length;
  const isTelling = rarest >= SAID.least && rarest <= SAID.most;
  const least = label.length === wanted.words.size ? BARE : 0;
  const against: (Contrast | null)[] = [];
  const features = rows.map((units, row) => {
    const missed = new Map<number, number>();
    let best: Contrast | null = null;
    for (const [unit, { words }] of units.entries()) {
      const { asWhole, behindWords } = missedIn(places, { rows, row, unit, missed });
      const strengthOf = (tells: (hash: number) => number) => label.reduce((sum, hash) => sum + (idf(hash) * tells(hash)) / ofLabel, 0);
      const ofBoth = strengthOf((hash) => Math.max(asWhole.get(hash) ?? 0, behindWords.get(hash) ?? 0));
      const strength = ofBoth >= least ? ofBoth : strengthOf((hash) => asWhole.get(hash) ?? 0);
      if (words.length >= WORDS.least && strength > (best?.strength ?? 0)) best = { strength, unit };
    }
    against.push(wanted.isDenied ? null : wanted.bound ? brokenIn(places, units, rows.length) : isTelling ? best : null);
    const elsewise = [...missed].reduce((sum, [hash, share]) => sum + (idf(hash) * share) / all, 0);
    return [alone, elsewise, most, whole * (1 - (shares[row] ?? 0))];
  });
  return { features, against };
}

/** How telling it is, by word, that a unit does not say it, as a whole and behind its words; `missed` keeps of each word how much of its rows say it at the best place of the page. */
function missedIn(
  { held, said, saidAt, mayBeAsked, rows: rowsAt, units: unitsAt }: Places,
  { rows, row, unit, missed }: { rows: readonly ScoredUnit[][]; row: number; unit: number; missed: Map<number, number> },
): { asWhole: Map<number, number>; behindWords: Map<number, number> } {
  const [asWhole, behindWords] = [new Map<number, number>(), new Map<number, number>()];
  const one = rows[row]?.[unit];
  if (!one || one.words.length === 0) return { asWhole, behindWords };
  const add = (place: number, otherwise: Map<number, number> | null) => {
    const counts = mayBeAsked(place) ? saidAt.get(place) : undefined;
    if (!counts) return;
    const inRows = rowsAt.get(place) ?? 1;
    // where a page has many units, what one of them lacks another may say
    const oneness = inRows / (unitsAt.get(place) ?? 1);
    for (const [hash, count] of counts) {
      if (held[row]?.has(hash)) continue;
      const all = said.get(hash) ?? 0;
      missed.set(hash, Math.max(missed.get(hash) ?? 0, (oneness * count) / (all + UNSEEN)));
      if (!otherwise) continue;
      const share = (oneness * (count - 1)) / ((inRows * all) / rows.length + UNSEEN);
      otherwise.set(hash, Math.max(otherwise.get(hash) ?? 0, Math.min(1, share)));
    }
  };
  const tells = one.label.length > 0 || one.words.length <= WORDS.headed;
  for (const place of placesOfUnit(one, unit)) add(place, tells ? asWhole : null);
  const into: number[] = [];
  for (let i = 1; i < one.words.length; i++) for (let k = placesOfWord(one, i, into) - 1; k >= 0; k--) add(into[k] as number, behindWords);
  return { asWhole, behindWords };
}

/** The value that breaks the bound where other rows keep it; null on a page that keeps it in such a place. */
function brokenIn({ given, kept, keeping, units: unitsAt }: Places, units: readonly ScoredUnit[], rows: number): Contrast | null {
  let [inside, outside, first] = [0, 0, 0];
  let best: Contrast | null = null;
  for (const [index, unit] of units.entries())
    for (const { at, isList, isWithin } of unit.mentions) {
      let [often, strength] = [0, 0];
      for (const place of isList ? [] : placesOf(unit, index, at)) {
        const inRows = given.get(place) ?? 0;
        often = Math.max(often, inRows / rows);
        const oneness = inRows / Math.max(inRows, unitsAt.get(place) ?? 0);
        strength = Math.max(strength, Math.min(1, (oneness * (kept.get(place) ?? 0)) / ((inRows * keeping) / rows + UNSEEN)));
      }
      if (isWithin) inside = Math.max(inside, strength);
      else {
        outside = Math.max(outside, strength);
        // of values that tell as much, the one that more rows give
        if (strength * Math.sqrt(often) > first) [first, best] = [strength * Math.sqrt(often), { strength, unit: index }];
      }
    }
  return outside > inside ? best : null;
}
