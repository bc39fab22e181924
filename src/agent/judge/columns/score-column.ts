import type { Span } from '../../../domain/page/evidence.ts';
import { packWords } from '../score/record.ts';
import type { Reading } from '../score/score-page.ts';
import { hashOf, type Word, wordsOf } from '../score/words.ts';
import type { Weights } from '../weights/weights.ts';
import { shipped } from '../weights/weights.ts';
import { ANSWERS, type AskedColumn } from './asked.ts';
import { type Candidate, candidatesFor, KINDS } from './candidates.ts';

/** A value that a page may give, ranked by the trained weights: `words` are hashes of what stands about it. `start` and `end` are those of its sentence. */
export interface ScoredValue extends Span {
  value: string;
  z: number;
  /** Packed. */
  words: string;
}

/** What is kept of a page for one column, best first; at most 4 kB as JSON. */
export interface ColumnScore {
  v: 1;
  values: ScoredValue[];
}

const KEPT = 20;
/** Characters of a stored score that its values may take. */
const ROOM = 3900;
/** What structured data adds to the rank of a value that the text has as well. */
const HINTED = 1.5;
/** Words on either side of a value that say what it is. */
const AROUND = 5;

/** What a candidate shows, as numbers; `COLUMN` names those before the types. */
export const COLUMN = [
  'one', 'before', 'label', 'heading', 'sentence', 'labelAll', 'touching', 'after', 'early', 'head', 'often', 'alone', 'labelled', 'linkText', 'own', 'internal', 'address',
] as const; // biome-ignore format: a list of names

/** Asked type and kind of value, crossed. */
export const columnSize = COLUMN.length + ANSWERS.length * KINDS.length;

/** The best values of a page for a column. `isHinted`: whether the page's structured data gives a value too, which raises it among those of the text. */
export function scoreColumn(
  reading: Reading,
  asked: AskedColumn,
  { weights = shipped, isHinted = () => false }: { weights?: Weights; isHinted?: (value: string) => boolean } = {},
): ColumnScore {
  const all = describe(reading, asked).map(({ candidate, features, words }) => ({
    candidate,
    words,
    z: features.reduce((sum, { at, x }) => sum + x * (weights.columns[asked.format]?.[at] ?? 0), isHinted(candidate.value) ? HINTED : 0),
  }));
  all.sort((a, b) => b.z - a.z);
  const kept: ScoredValue[] = [];
  const said = new Map<string, number>();
  let room = ROOM;
  for (const { candidate, words, z } of all) {
    const unit = reading.units[candidate.unit];
    const times = said.get(candidate.value) ?? 0;
    if (!unit || times === 2) continue;
    const one = {
      value: candidate.value,
      z: Math.round(z * 1000) / 1000,
      words: packWords(words.slice(0, 16)),
      start: unit.start,
      end: unit.end,
    };
    room -= JSON.stringify(one).length + 1;
    if (kept.length === KEPT || room < 0) break;
    said.set(candidate.value, times + 1);
    kept.push(one);
  }
  return { v: 1, values: kept };
}

interface Described {
  candidate: Candidate;
  features: { at: number; x: number }[];
  words: number[];
}

/** The features of each value that a page may give. */
export function describe(reading: Reading, asked: AskedColumn): Described[] {
  const candidates = candidatesFor(reading, asked);
  const often = new Map<string, number>();
  for (const { value } of candidates) often.set(value, (often.get(value) ?? 0) + 1);
  const host = URL.parse(reading.page.url)?.host;
  const unitWords = new Map<number, { own: Word[]; label: Set<number>; heading: Set<number> }>();
  const partsOf = (index: number) => {
    const unit = reading.units[index];
    const known = unitWords.get(index) ?? {
      own: wordsOf(unit?.text ?? ''),
      label: new Set(wordsOf(unit?.label ?? '').map(({ hash }) => hash)),
      heading: new Set(wordsOf(unit?.heading ?? '').map(({ hash }) => hash)),
    };
    unitWords.set(index, known);
    return known;
  };
  const total = [...asked.words.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const said = (hashes: Iterable<number>) => {
    let sum = 0;
    for (const hash of new Set(hashes)) sum += asked.words.get(hash) ?? 0;
    return Math.min(1, (2 * sum) / total);
  };
  return candidates.map((candidate) => {
    const { own, label, heading } = partsOf(candidate.unit);
    const unit = reading.units[candidate.unit];
    const before = own
      .filter(({ end }) => end <= candidate.at.start)
      .slice(-AROUND)
      .map(({ hash }) => hash);
    const after = own
      .filter(({ start }) => start >= candidate.at.end)
      .slice(0, 3)
      .map(({ hash }) => hash);
    const inside = own.filter(({ start, end }) => start >= candidate.at.start && end <= candidate.at.end).map(({ hash }) => hash);
    const isLink = candidate.kind === 'link';
    const address = isLink ? said(wordsOf(candidate.value.replace(/[^\p{L}\p{N}]+/gu, ' ')).map(({ hash }) => hash)) : 0;
    const values = [
      1,
      said(before),
      said(label),
      said(heading),
      said(own.map(({ hash }) => hash)),
      [...asked.words].some(([hash, weight]) => weight === 1 && label.has(hash)) ? 1 : 0,
      said([...before.slice(-2), ...after.slice(0, 1)]),
      said(after),
      1 / (1 + candidate.unit),
      candidate.unit < 6 ? 1 : 0,
      Math.log(often.get(candidate.value) ?? 1),
      inside.length === own.length ? 1 : 0,
      candidate.kind === 'labelled' ? said(label) : 0,
      isLink ? said(inside) : 0,
      unit?.tag === 'h1' ? 1 : 0,
      isLink && URL.parse(candidate.value)?.host === host ? 1 : 0,
      address,
    ];
    const features = values.flatMap((x, at) => (x === 0 ? [] : [{ at, x }]));
    features.push({ at: COLUMN.length + ANSWERS.indexOf(asked.type) * KINDS.length + KINDS.indexOf(candidate.kind), x: 1 });
    const words = [
      hashOf(`kind ${candidate.kind}`),
      hashOf(`tag ${unit?.tag}`),
      ...(unit?.label ? [hashOf(`label ${unit.label}`)] : []),
      ...(unit?.heading ? [hashOf(`heading ${unit.heading}`)] : []),
      hashOf(`at ${Math.min(candidate.unit, 8)}`),
      ...(before.length === 0 ? [hashOf('first')] : []),
      ...before.slice(-3).map((hash, i, list) => hash ^ (list.length - i)),
      ...after.slice(0, 1).map((hash) => hash ^ 0x5555),
      ...(isLink ? [...inside.map((hash) => hash ^ 0x3333), hashOf(`host ${URL.parse(candidate.value)?.host}`)] : []),
    ];
    return { candidate, features, words };
  });
}
