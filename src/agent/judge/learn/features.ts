import { type PageScore, type ScoredUnit, unpackWords } from '../score/record.ts';

/** Features are hashed into 2^BITS slots before they are numbered. */
const BITS = 22;

/** One group of features of the rows of a run. A feature is a number from 0, the index of its rarity in `idf`. */
export interface Bags {
  rows: Bag[];
  idf: Float32Array;
}

/**
 * A row's features: `at` has each distinct one; `said` has an index into `at` for each occurrence, and `unit` the unit of that occurrence.
 */
export interface Bag {
  at: Int32Array;
  said: Int32Array;
  unit: Int32Array;
}

const slot = (a: number, b: number, c: number) => {
  let hash = Math.imul(a ^ Math.imul(b + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(c + 0x165667b1, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> (32 - BITS);
};

/** The words of a unit, of its label and of its heading, and each word combined with the label. */
function* wordFeatures({ words, label, heading }: ScoredUnit): Iterable<number> {
  for (const hash of words) yield slot(1, hash, 0);
  for (const hash of label) yield slot(1, hash, 0);
  for (const hash of heading) yield slot(1, hash, 1);
  const over = label.at(-1) ?? heading.at(-1);
  if (over !== undefined) for (const hash of words) yield slot(2, over, hash);
}

function* pairFeatures({ words }: ScoredUnit): Iterable<number> {
  for (let i = 1; i < words.length; i++) yield slot(3, words[i - 1] ?? 0, words[i] ?? 0);
}

/** Numbers, dates, places and lists of names that meet or break the bound, each with the surrounding words, the label and the heading. */
function* mentionFeatures({ words, label, heading, mentions }: ScoredUnit): Iterable<number> {
  for (const { at, isWithin, isList } of mentions) {
    const sign = (isWithin ? 11 : 7) + (isList ? 100 : 0);
    yield slot(4, sign, 0);
    const end = isList ? at : Math.min(words.length, at + 4);
    for (let i = Math.max(0, at - 3); i < end; i++) yield slot(4, sign, words[i] ?? 0);
    for (const hash of label) yield slot(4, sign, hash);
    for (const hash of heading) yield slot(4, sign, hash);
  }
}

/** The position of a unit on its page: its whole label or heading, its rank among the first units, its first words and its length. */
export function* positionFeatures({ words, label, heading }: ScoredUnit, index: number): Iterable<number> {
  const whole = (hashes: readonly number[]) => hashes.reduce((sum, hash) => slot(sum, hash, 0), 0);
  yield slot(6, whole(label), 0);
  yield slot(6, whole(heading), 1);
  yield slot(7, Math.min(index, 3), 0);
  yield slot(8, words[0] ?? 0, 0);
  yield slot(8, words[0] ?? 0, words[1] ?? 0);
  yield slot(9, Math.round(Math.log2(1 + words.length)), 0);
}

export const FEATURES = { words: wordFeatures, pairs: pairFeatures, typed: mentionFeatures };

const numbers = new Int32Array(1 << BITS).fill(-1);
/** For each feature, the last row that has it and its index in that row. */
let rowOf = new Int32Array(1 << 16);
let placeOf = new Int32Array(1 << 16);

function grown(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * list.length);
  larger.set(list);
  return larger;
}

/** Numbers the features of a run, which `rows` yields for each unit of each row. */
export function bagsOf(rows: Iterable<Iterable<Iterable<number>>>): Bags {
  const places: number[] = [];
  const counts: number[] = [];
  const bags: Bag[] = [];
  let size = 0;
  for (const row of rows) {
    const at: number[] = [];
    const said: number[] = [];
    const unit: number[] = [];
    let index = 0;
    for (const features of row) {
      for (const place of features) {
        let number = numbers[place] ?? -1;
        if (number < 0) {
          number = size++;
          if (number >= rowOf.length) [rowOf, placeOf] = [grown(rowOf), grown(placeOf)];
          rowOf[number] = 0;
          numbers[place] = number;
          places.push(place);
          counts.push(0);
        }
        if (rowOf[number] !== bags.length + 1) {
          rowOf[number] = bags.length + 1;
          placeOf[number] = at.length;
          at.push(number);
          counts[number] = (counts[number] ?? 0) + 1;
        }
        said.push(placeOf[number] ?? 0);
        unit.push(index);
      }
      index++;
    }
    bags.push({ at: Int32Array.from(at), said: Int32Array.from(said), unit: Int32Array.from(unit) });
  }
  for (const place of places) numbers[place] = -1;
  return { rows: bags, idf: Float32Array.from(counts, (count) => Math.log((bags.length + 1) / (count + 0.5))) };
}

/**
 * For each row, the values of its features (`Bag.at`): rarity times the greatest weight of a unit that has the feature, scaled to length 1.
 */
export function vectorsOf({ rows, idf }: Bags, weights: readonly ArrayLike<number>[]): Float32Array[] {
  return rows.map(({ at, said, unit }, row) => {
    const weight = weights[row] ?? [];
    const value = new Float32Array(at.length);
    for (let i = 0; i < said.length; i++) {
      const one = said[i] ?? 0;
      const w = weight[unit[i] ?? 0] ?? 0;
      if (w > (value[one] ?? 0)) value[one] = w;
    }
    let sum = 0;
    for (let i = 0; i < value.length; i++) {
      const x = (value[i] ?? 0) * (idf[at[i] ?? 0] ?? 0);
      value[i] = x;
      sum += x * x;
    }
    const length = Math.sqrt(sum) || 1;
    for (let i = 0; i < value.length; i++) value[i] = (value[i] ?? 0) / length;
    return value;
  });
}

/** The dot products of one row's vector with the vectors of all rows. */
export function products({ rows, idf }: Bags, vectors: readonly Float32Array[], row: number): Float64Array {
  const dense = new Float32Array(idf.length);
  const own = rows[row]?.at ?? new Int32Array();
  for (let i = 0; i < own.length; i++) dense[own[i] ?? 0] = vectors[row]?.[i] ?? 0;
  const found = new Float64Array(rows.length);
  for (let j = 0; j < rows.length; j++) {
    const at = rows[j]?.at ?? own;
    const value = vectors[j] as Float32Array;
    let sum = 0;
    for (let i = 0; i < at.length; i++) sum += (dense[at[i] ?? 0] ?? 0) * (value[i] ?? 0);
    found[j] = sum;
  }
  return found;
}

/** The structure of each page and its most frequent words, which indicate its kind. */
export const kindBags = (pages: readonly PageScore[]): Bags =>
  bagsOf(
    pages.map(({ skeleton, words }) => [
      unpackWords(skeleton).map((hash) => slot(5, hash, 1)),
      unpackWords(words).map((hash) => slot(5, hash, 2)),
    ]),
  );
/** The weights of the structure and of the words. */
export const KIND_WEIGHTS = [1, 0.5];
