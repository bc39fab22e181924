import { createHash } from 'node:crypto';
import { nextToReview } from '../../../domain/review/review-queue.ts';
import type { Verdict } from '../../../domain/verdict.ts';

/** A decided row. `isKnown`: a model or a person has judged all of its cells. */
export interface TaughtRow {
  /** Identifies the page in any database. */
  key: string;
  likelihood: number;
  verdict: Verdict | null;
  isKnown: boolean;
}

/** A model's rows are chosen in about this many turns, because the answers of one turn change which rows teach most in the next. */
const TURNS = 20;

/** The indices of the rows that teach most, best first: the share of the `wanted` rows that is asked in one turn. */
export function teachingRows(rows: readonly TaughtRow[], wanted: number): number[] {
  const known = rows.filter(({ isKnown }) => isKnown).length;
  const asked = rows.map(({ likelihood, isKnown }, i) => ({ i, likelihood, reviewed: isKnown }));
  return nextToReview(asked, Math.min(wanted, Math.ceil((wanted + known) / TURNS))).map(({ i }) => i);
}

/** A random sample of the rows decided without being asked; equal seeds give equal samples. */
export function checkRows(rows: readonly TaughtRow[], seed: string, first: number): number[] {
  const place = ({ key }: TaughtRow) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  const decided = rows.flatMap((row, i) => (!row.isKnown && isDecided(row.verdict) ? [{ i, place: place(row) }] : []));
  return decided
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, first)
    .map(({ i }) => i);
}

const isDecided = (verdict: Verdict | null) => verdict === 'match' || verdict === 'no_match';
