import { createHash } from 'node:crypto';
import { nextToReview } from '../../../domain/review/queue.ts';
import type { Verdict } from '../../../domain/verdict.ts';

/** A row as it is decided. `isKnown`: a model or a person has judged all of it. */
export interface TaughtRow {
  /** The same for the same page in any database. */
  key: string;
  likelihood: number;
  verdict: Verdict | null;
  isKnown: boolean;
}

/** In about so many turns all of a model's rows are chosen: what one turn teaches decides which rows teach most in the next. */
const TURNS = 20;

/** The rows whose judgement teaches most, the first first: of `wanted` as many as are asked in one turn. */
export function teachingRows(rows: readonly TaughtRow[], wanted: number): number[] {
  const known = rows.filter(({ isKnown }) => isKnown).length;
  const asked = rows.map(({ likelihood, isKnown }, i) => ({ i, likelihood, reviewed: isKnown }));
  return nextToReview(asked, Math.min(wanted, Math.ceil((wanted + known) / TURNS))).map(({ i }) => i);
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
