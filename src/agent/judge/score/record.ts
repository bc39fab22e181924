import type { Span } from '../../../domain/page/evidence.ts';

/** A stored unit of a page: its span, its words as hashes, and its numbers, dates or places that meet or break the criterion's bound. */
export interface ScoredUnit extends Span {
  words: number[];
  label: number[];
  heading: number[];
  /** `at` is the index of the first word of the mention, or of the word after it. */
  mentions: { at: number; isWithin: boolean; isList: boolean }[];
}

/** The stored score of a page for one criterion: enough to judge it again, at most 4 kB as JSON. */
export interface CriterionScore {
  v: 1;
  /** The units nearest the criterion, packed (base64). */
  units: string;
  /** The number of units of the page, and of those that share a word with the criterion's label. */
  count: number;
  hits: number;
}

/** The stored score of a page for its kind, independent of the criteria. */
export interface PageScore {
  v: 1;
  /** Hashes of the page's structure: labels, headings, first words of sentences (base64). */
  skeleton: string;
  /** Hashes of its most frequent words (base64). */
  words: string;
}

const encode = (bytes: number[]) => Buffer.from(bytes).toString('base64');

const push24 = (bytes: number[], hash: number) => bytes.push(hash & 255, (hash >> 8) & 255, hash >> 16);

function pushVarint(bytes: number[], value: number) {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}

const same = (a: number[], b: number[]) => a.length === b.length && a.every((hash, i) => hash === b[i]);

/** Packs hashes of 24 bits. */
export function packWords(words: Iterable<number>): string {
  const bytes: number[] = [];
  for (const hash of words) push24(bytes, hash);
  return encode(bytes);
}

export function unpackWords(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64');
  return Array.from({ length: bytes.length / 3 }, (_, i) => bytes.readUIntLE(3 * i, 3));
}

/** The most words of a unit, and of its label or heading, that the format can hold. */
const MOST = { words: 127, over: 15 };

const capped = (unit: ScoredUnit): ScoredUnit => ({
  ...unit,
  words: unit.words.slice(0, MOST.words),
  label: unit.label.slice(0, MOST.over),
  heading: unit.heading.slice(0, MOST.over),
});

/** Packs units in page order. A label or heading of several units is written once; words beyond the limits are dropped. */
export function packUnits(units: readonly ScoredUnit[]): string {
  const bytes: number[] = [];
  let at = 0;
  let [label, heading]: [number[], number[]] = [[], []];
  for (const unit of units.map(capped)) {
    pushVarint(bytes, unit.start - at);
    pushVarint(bytes, unit.end - unit.start);
    at = unit.start;
    const isNew = !same(unit.label, label) || !same(unit.heading, heading);
    bytes.push((isNew ? 128 : 0) | unit.words.length);
    if (isNew) {
      bytes.push((unit.label.length << 4) | unit.heading.length);
      for (const hash of [...unit.label, ...unit.heading]) push24(bytes, hash);
      ({ label, heading } = unit);
    }
    for (const hash of unit.words) push24(bytes, hash);
    bytes.push(unit.mentions.length);
    for (const mention of unit.mentions) bytes.push((mention.isWithin ? 128 : 0) | (mention.isList ? 64 : 0) | mention.at);
  }
  return encode(bytes);
}

export function unpackUnits(packed: string): ScoredUnit[] {
  const bytes = Buffer.from(packed, 'base64');
  let next = 0;
  const byte = () => bytes[next++] ?? 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const one = byte();
      value |= (one & 127) << shift;
      if (one < 128) return value;
    }
  };
  const hashes = (count: number) =>
    Array.from({ length: count }, () => {
      next += 3;
      return bytes.readUIntLE(next - 3, 3);
    });
  const units: ScoredUnit[] = [];
  let start = 0;
  let [label, heading]: [number[], number[]] = [[], []];
  while (next < bytes.length) {
    start += varint();
    const end = start + varint();
    const head = byte();
    if (head > 127) {
      const counts = byte();
      label = hashes(counts >> 4);
      heading = hashes(counts & 15);
    }
    const words = hashes(head & 127);
    const mentions = Array.from({ length: byte() }, () => {
      const one = byte();
      return { at: one & 63, isWithin: one > 127, isList: (one & 64) > 0 };
    });
    units.push({ start, end, words, label, heading, mentions });
  }
  return units;
}
