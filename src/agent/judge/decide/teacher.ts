import { createHash } from 'node:crypto';
import type { Verdict } from '../../../domain/verdict.ts';
import { nextRows } from '../queue.ts';

/** A row as it is decided. `isKnown`: a model or a person has judged all of it. */
export interface TaughtRow {
  /** The same for the same page in any database. */
  key: string;
  likelihood: number;
  verdict: Verdict | null;
  isKnown: boolean;
}

/** So many times a model is asked before all of its rows are chosen, unless that would leave places idle. */
const STEPS = 20;

/** The rows whose judgement teaches most, the first first: of `wanted` as many as are asked at a time, `places` at least. */
export function teachingRows(rows: readonly TaughtRow[], wanted: number, places: number): number[] {
  const known = new Set(rows.flatMap(({ isKnown }, i) => (isKnown ? [i] : [])));
  const first = Math.min(wanted, Math.max(places, Math.ceil((wanted + known.size) / STEPS)));
  return nextRows(
    rows.map(({ likelihood }) => likelihood),
    known,
    first,
  );
}

/** A random sample of the rows that were decided without being asked; the same for the same seed. */
export function checkRows(rows: readonly TaughtRow[], seed: string, first: number): number[] {
  const place = ({ key }: TaughtRow) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  const decided = rows.flatMap((row, i) => (!row.isKnown && isDecided(row.verdict) ? [{ i, place: place(row) }] : []));
  return decided
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, first)
    .map(({ i }) => i);
}

const isDecided = (verdict: Verdict | null) => verdict === 'match' || verdict === 'no_match';
