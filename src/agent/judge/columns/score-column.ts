import type { Span } from '../../../domain/page/evidence.ts';
import { derive } from '../../evidence/derive.ts';
import { packWords } from '../score/record.ts';
import type { Reading } from '../score/score-page.ts';
import type { Unit } from '../score/units.ts';
import { hashOf, wordsOf } from '../score/word-hashes.ts';
import { type AskedColumn, FITS } from './asked.ts';
import { type Candidate, candidatesFor, KINDS, type Kind } from './candidates.ts';
import { type ColumnWeights, shipped } from './weights.ts';

/** A candidate value with its rank `z` by the trained weights. `start` and `end` are the span of its sentence. */
export interface ScoredValue extends Span {
  value: string;
  z: number;
  /** Packed hashes of the value's context. */
  words: string;
  /** The values of the `SAYS` features: how the page names the column near the value. */
  says: number[];
  /** Whether the page's structured data gives the value too; absent if it gives the column none. */
  hinted?: boolean;
}

/** The stored candidates of a page for one column, best first; at most 4 kB as JSON. */
export interface ColumnScore {
  v: 1;
  values: ScoredValue[];
}

/** Added to the rank of a value that structured data also gives. */
const HINTED = 3;
const KEPT = 20;
/** The most characters that the values of a stored score may take. */
const SPACE = 3900;
/** The number of words before a value that are read as its context. */
const CONTEXT = 5;

/** A candidate's features in the order of the trained weights. Features that depend on the type of answer come after them. */
export const COLUMN = [
  'one', 'before', 'label', 'heading', 'sentence', 'labelAll', 'touching', 'after', 'early', 'head', 'often', 'alone', 'labelled', 'linkText', 'own', 'internal', 'address', 'fits', 'nth', 'fitsNth', 'only', 'next', 'named',
] as const; // biome-ignore format: a list of names

/** The features that still predict whether a value is right once it is the best of its page. */
const SAYS = (['labelAll', 'before', 'touching', 'linkText', 'named'] as const).map((name) => COLUMN.indexOf(name));

const ANSWERS = Object.keys(FITS);
/** The number of features per type of answer: each kind of value, the order among values of its kind, and whether it is at the top. */
const CROSSED = KINDS.length + 2;
/** The number of weights of a column's ranker. @internal Exported for training. */
export const columnSize = COLUMN.length + ANSWERS.length * CROSSED;

/**
 * The best values of a page for a column that can be derived from their sentence. `hinted` tests whether the page's structured data gives a
 * value too; null if it gives none.
 */
export const scoreColumn = (
  reading: Reading,
  asked: AskedColumn,
  { weights = shipped, hinted = null }: { weights?: ColumnWeights; hinted?: ((value: string) => boolean) | null } = {},
): ColumnScore =>
  keepBest(describe(reading, asked), weights.ranks[asked.format], {
    holds: (one) => derive(reading.page, { format: asked.format }, one.value, one.quote) !== null,
    hinted,
  });

/** Returns the highest-ranked values in their stored form. */
export function keepBest(
  all: readonly Described[],
  weights: readonly number[],
  { holds, hinted }: { holds: (one: Candidate) => boolean; hinted: ((value: string) => boolean) | null },
): ColumnScore {
  const ranked = all.map((one) => ({
    ...one,
    z: one.features.reduce((sum, { at, x }) => sum + x * (weights[at] ?? 0), hinted?.(one.candidate.value) ? HINTED : 0),
  }));
  ranked.sort((a, b) => b.z - a.z);
  const kept: ScoredValue[] = [];
  const times = new Map<string, number>();
  let space = SPACE;
  for (const { candidate, features, words, z } of ranked) {
    const { value, quote } = candidate;
    const said = times.get(value) ?? 0;
    if (said === 2 || !holds(candidate)) continue;
    const { start, end } = quote;
    const says = SAYS.map((at) => Math.round(100 * (features.find((one) => one.at === at)?.x ?? 0)) / 100);
    const known = hinted ? { hinted: hinted(value) } : {};
    const one = { value, z: Math.round(z * 1000) / 1000, words: packWords(new Set(words.slice(0, 16))), says, start, end, ...known };
    space -= JSON.stringify(one).length + 1;
    if (kept.length === KEPT || space < 0) break;
    times.set(value, said + 1);
    kept.push(one);
  }
  return { v: 1, values: kept };
}

export interface Described {
  candidate: Candidate;
  features: { at: number; x: number }[];
  words: number[];
}

/** Returns the features of each candidate value of a page. */
export function describe(reading: Reading, asked: AskedColumn): Described[] {
  const candidates = candidatesFor(reading, asked);
  const often = new Map<string, number>();
  for (const { value } of candidates) often.set(value, (often.get(value) ?? 0) + 1);
  const host = URL.parse(reading.page.url)?.host;
  const fitting: readonly Kind[] = FITS[asked.type];
  const order = new Map<Kind, number>();
  const sole = new Map<Unit, number>();
  for (const { unit, kind } of candidates) if (fitting.includes(kind)) sole.set(unit, (sole.get(unit) ?? 0) + 1);
  const total = [...asked.words.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const said = (hashes: Iterable<number>) => {
    let sum = 0;
    for (const hash of new Set(hashes)) sum += asked.words.get(hash) ?? 0;
    return Math.min(1, (2 * sum) / total);
  };
  /** The features that all values of a unit share. */
  const readUnit = (unit: Unit) => {
    const own = reading.wordsIn(unit.text);
    const label = new Set(reading.wordsIn(unit.label).map(({ hash }) => hash));
    return {
      own,
      label: said(label),
      heading: said(reading.wordsIn(unit.heading).map(({ hash }) => hash)),
      sentence: said(own.map(({ hash }) => hash)),
      labelAll: [...asked.words].some(([hash, weight]) => weight === 1 && label.has(hash)) ? 1 : 0,
      isNamed: label.size > 0 && [...label].every((hash) => (asked.words.get(hash) ?? 0) >= 0.8),
    };
  };
  const parts = new Map<Unit, ReturnType<typeof readUnit>>();
  const partsOf = (unit: Unit) => {
    const known = parts.get(unit) ?? readUnit(unit);
    parts.set(unit, known);
    return known;
  };
  return candidates.map((candidate) => {
    const { unit, place, kind } = candidate;
    const { own, label, heading, sentence, labelAll, isNamed } = partsOf(unit);
    const nth = (order.get(kind) ?? 0) + 1; // counted among the values of its kind on the page
    order.set(kind, nth);
    const fits = fitting.includes(kind) ? 1 : 0;
    const before = own
      .filter(({ end }) => end <= candidate.at.start)
      .slice(-CONTEXT)
      .map(({ hash }) => hash);
    const after = own
      .filter(({ start }) => start >= candidate.at.end)
      .slice(0, 3)
      .map(({ hash }) => hash);
    const isWhole = asked.format === 'text' ? kind === 'labelled' : fits === 1 && sole.get(unit) === 1;
    const inside = own.filter(({ start, end }) => start >= candidate.at.start && end <= candidate.at.end).map(({ hash }) => hash);
    const isLink = kind === 'link' || kind === 'margin';
    const address = isLink ? said(wordsOf(candidate.value.replace(/[^\p{L}\p{N}]+/gu, ' ')).map(({ hash }) => hash)) : 0;
    const values = [
      1,
      said(before),
      label,
      heading,
      sentence,
      labelAll,
      said([...before.slice(-2), ...after.slice(0, 1)]),
      said(after),
      1 / (1 + place),
      place < 6 ? 1 : 0,
      Math.log(often.get(candidate.value) ?? 1),
      inside.length === own.length ? 1 : 0,
      candidate.kind === 'labelled' ? label : 0,
      isLink ? said(inside) : 0,
      unit.tag === 'h1' ? 1 : 0,
      isLink && URL.parse(candidate.value)?.host === host ? 1 : 0,
      address,
      fits,
      1 / nth,
      fits / nth,
      candidates.length === 1 ? 1 : 0,
      said(before.slice(-1)),
      isNamed && isWhole ? 1 : 0,
    ];
    const features = values.flatMap((x, at) => (x === 0 ? [] : [{ at, x }]));
    const type = COLUMN.length + ANSWERS.indexOf(asked.type) * CROSSED;
    features.push({ at: type + KINDS.indexOf(kind), x: 1 });
    features.push({ at: type + KINDS.length, x: 1 / nth });
    if (place < 3) features.push({ at: type + KINDS.length + 1, x: 1 });
    const words = [
      hashOf(`kind ${candidate.kind}`),
      hashOf(`tag ${unit.tag}`),
      ...(unit.label ? [hashOf(`label ${unit.label}`)] : []),
      ...(unit.heading ? [hashOf(`heading ${unit.heading}`)] : []),
      hashOf(`at ${Math.min(place, 8)}`),
      ...(before.length === 0 ? [hashOf('first')] : []),
      ...before.slice(-3).map((hash, i, list) => hash ^ (list.length - i)),
      ...after.slice(0, 1).map((hash) => hash ^ 0x5555),
      ...(isLink ? [...inside.map((hash) => hash ^ 0x3333), hashOf(`host ${URL.parse(candidate.value)?.host}`)] : []),
    ];
    return { candidate, features, words };
  });
}
