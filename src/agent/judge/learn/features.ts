import { type CriterionScore, type PageScore, type ScoredUnit, unpackUnits, unpackWords } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';

/** Features are hashed into so many places; places that differ are ascending in each vector. */
const PLACES = 1 << 20;

/** A vector of length 1 (or 0) that is nought nearly everywhere. */
export interface Sparse {
  at: Int32Array;
  value: Float32Array;
}

/** How near a unit is to what a criterion asks, .05 to 1. */
export type Nearness = (unit: ScoredUnit) => number;

const slot = (a: number, b: number, c: number) => {
  let hash = Math.imul(a ^ Math.imul(b + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(c + 0x165667b1, 0xc2b2ae35), 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> (32 - 20);
};

const GROUP = { word: 1, named: 2, pair: 3, typed: 4, kind: 5 } as const;

/** Feature ids of a unit, by group. */
export interface Features {
  words: number[];
  pairs: number[];
  typed: number[];
}

/** Feature ids of a unit: its words and those of label and heading; label|word; pairs of words; mentions with their neighbours. */
export function featuresOf(unit: ScoredUnit): Features {
  const { words: own, label, heading, mentions } = unit;
  const words = [...own, ...label].map((hash) => slot(GROUP.word, hash, 0));
  for (const hash of heading) words.push(slot(GROUP.word, hash, 1));
  const over = label.at(-1) ?? heading.at(-1) ?? 0;
  if (over) for (const hash of own) words.push(slot(GROUP.named, over, hash));
  const pairs: number[] = [];
  for (let i = 1; i < own.length; i++) pairs.push(slot(GROUP.pair, own[i - 1] ?? 0, own[i] ?? 0));
  const typed: number[] = [];
  for (const { at, isWithin } of mentions) {
    const sign = isWithin ? 11 : 7;
    typed.push(slot(GROUP.typed, sign, 0));
    for (let i = Math.max(0, at - 3); i < Math.min(own.length, at + 4); i++) typed.push(slot(GROUP.typed, sign, own[i] ?? 0));
    for (const hash of [...label, ...heading]) typed.push(slot(GROUP.typed, sign, hash));
  }
  return { words, pairs, typed };
}

const stamps = new Int32Array(PLACES);
const held = new Float32Array(PLACES);
let stamp = 0;

/** Collects features with their greatest value into a vector. */
export function collect(parts: Iterable<{ ids: readonly number[]; value: number }>): Sparse {
  stamp++;
  const at: number[] = [];
  for (const { ids, value } of parts)
    for (const id of ids) {
      if (stamps[id] !== stamp) {
        stamps[id] = stamp;
        held[id] = value;
        at.push(id);
      } else if (value > (held[id] ?? 0)) held[id] = value;
    }
  return { at: Int32Array.from(at), value: Float32Array.from(at, (id) => held[id] ?? 0) };
}

/** On how many vectors each feature stands, by its place. */
export type Counts = Uint16Array;

export function frequencies(vectors: readonly Sparse[]): Counts {
  const counts = new Uint16Array(PLACES);
  for (const { at } of vectors) for (const id of at) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

/** Weighs each feature by how rare it is among `count` vectors, and scales the vector to length 1. */
export function weigh(vector: Sparse, counts: Counts, count: number): Sparse {
  const value = new Float32Array(vector.at.length);
  let sum = 0;
  for (let i = 0; i < value.length; i++) {
    const x = (vector.value[i] ?? 0) * Math.log((count + 1) / ((counts[vector.at[i] ?? 0] ?? 0) + 0.5));
    value[i] = x;
    sum += x * x;
  }
  const length = Math.sqrt(sum) || 1;
  for (let i = 0; i < value.length; i++) value[i] = (value[i] ?? 0) / length;
  return { at: vector.at, value };
}

const dense = new Float32Array(PLACES);

/** The dot products of one vector with others. */
export function products(one: Sparse, others: readonly Sparse[]): Float64Array {
  for (let i = 0; i < one.at.length; i++) dense[one.at[i] ?? 0] = one.value[i] ?? 0;
  const found = new Float64Array(others.length);
  for (let j = 0; j < others.length; j++) {
    const other = others[j];
    if (!other) continue;
    let sum = 0;
    for (let i = 0; i < other.at.length; i++) sum += (dense[other.at[i] ?? 0] ?? 0) * (other.value[i] ?? 0);
    found[j] = sum;
  }
  for (const id of one.at) dense[id] = 0;
  return found;
}

/** The vector of what a page is built of, for its kind. */
export function kindOf(page: PageScore): Sparse {
  return collect([
    { ids: unpackWords(page.skeleton).map((hash) => slot(GROUP.kind, hash, 1)), value: 1 },
    { ids: unpackWords(page.words).map((hash) => slot(GROUP.kind, hash, 2)), value: 0.5 },
  ]);
}

/**
 * How near units are to a criterion: the share of its words, by their rarity among the run's units, that the unit or what stands over it says.
 * Words that no page says count for nothing.
 */
export function nearnessTo({ words: wanted, bound }: Wanted, rows: readonly ScoredUnit[][]): Nearness {
  const counts = new Map<number, number>();
  let all = 0;
  for (const units of rows)
    for (const { words, label, heading } of units) {
      all++;
      for (const hash of new Set([...words, ...label, ...heading])) if (wanted.has(hash)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
  const weights = new Map<number, number>();
  for (const [hash, count] of counts) weights.set(hash, (wanted.get(hash) ?? 0) * Math.log(1 + all / count));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  return ({ words, label, heading, mentions }) => {
    const said = new Map<number, number>();
    for (const hash of heading) said.set(hash, 0.5);
    for (const hash of label) said.set(hash, 1);
    for (const hash of words) said.set(hash, 1);
    let sum = 0;
    for (const [hash, share] of said) sum += (weights.get(hash) ?? 0) * share;
    const typed = bound && mentions.length > 0 ? 0.2 : 0;
    return Math.max(0.05, Math.min(1, sum / total + typed));
  };
}

export const unitsOf = (score: CriterionScore) => unpackUnits(score.units);
