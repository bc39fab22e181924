import { type AnswerCounts, TAUGHT } from './learning.ts';

/** A row that can be asked for. `likelihood`: that it meets all criteria, 0 to 1; null until it is scored. */
export interface QueueRow {
  likelihood: number | null;
  reviewed: boolean;
  /** Where answers say yes to some criteria and too seldom no: how likely it meets one of those on the average, 0 to 1. */
  lacking?: number | null;
}

/** The first four questions lie here in the ranking by likelihood: at the top, then so far down. */
const SPREAD = [0, 0.12, 0.3, 0.6];
/** Where a row is decided: the product of its criteria's probabilities (and of its kind's) that the learner is least sure of. */
const DECISION = 0.4;
/** From so many answered rows on, a criterion that has its yes and lacks a no is not left to chance. */
const SETTLED = 6;

/** Rows that meet it more likely than this are not asked for a no: where all rows meet a criterion there is none. */
const NONE = 0.5;

/** The order of a queue: those that teach most first, or the likeliest first. */
export type QueueOrder = 'TEACHING' | 'LIKELIHOOD';

/** The rows that nobody answered, the likeliest first. */
export const likeliestFirst = <R extends QueueRow>(rows: readonly R[], first: number): R[] =>
  byLikelihood(rows.filter(({ reviewed }) => !reviewed)).slice(0, first);

const byLikelihood = <R extends QueueRow>(rows: readonly R[]) => [...rows].sort((a, b) => (b.likelihood ?? -1) - (a.likelihood ?? -1));

/** Which criteria have their yes and lack a no, by their places: it takes both to decide other rows. */
export const lackNo = (answers: readonly AnswerCounts[]): number[] =>
  answers.flatMap(({ yes, no }, i) => (yes >= TAUGHT && no < TAUGHT ? [i] : []));

/**
 * The rows whose answers teach most: four spread over the ranking, then those nearest their decision. Where criteria lack a no by then, up to three rows come first that
 * are most surely none.
 */
export function nextToReview<R extends QueueRow>(rows: readonly R[], first: number): R[] {
  const ranked = byLikelihood(rows);
  const open = ranked.filter(({ reviewed }) => !reviewed);
  const answered = ranked.length - open.length;
  const none = open.filter(({ lacking }) => lacking != null && lacking < NONE).sort((a, b) => (a.lacking ?? 1) - (b.lacking ?? 1));
  const chosen = new Set<R>(answered >= SETTLED ? none.slice(0, TAUGHT) : []);
  for (const share of SPREAD.slice(Math.min(answered, SPREAD.length))) {
    const from = Math.min(open.length - 1, Math.floor(share * open.length));
    const row = open.slice(from).find((one) => !chosen.has(one)) ?? open.find((one) => !chosen.has(one));
    if (row) chosen.add(row);
  }
  const distance = ({ likelihood }: QueueRow) => Math.abs((likelihood ?? 0) - DECISION);
  for (const row of open.toSorted((a, b) => distance(a) - distance(b))) chosen.add(row);
  return [...chosen].slice(0, first);
}
