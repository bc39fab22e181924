import { type AnswerCounts, TAUGHT } from './learning.ts';

/** A row that a question may be about. `likelihood`: the probability that it meets all criteria, 0 to 1; null until scored. */
export interface QueueRow {
  likelihood: number | null;
  reviewed: boolean;
  /** For criteria with enough yes and too few no answers: the mean probability that the row meets one, 0 to 1. */
  lacking?: number | null;
}

/** Positions of the first four questions in the ranking by likelihood, from the top (0). */
const SPREAD = [0, 0.12, 0.3, 0.6];
/** The likelihood at which the learner is least sure: the product of the probabilities of the criteria and the kind. */
const DECISION = 0.4;
/** From this number of answered rows, the queue asks for a missing no on purpose. */
const SETTLED = 6;

/** Rows above this probability are not asked for a no: if all rows meet a criterion, there is no such answer. */
const NONE = 0.5;

/** The order of a queue: most informative first, or likeliest first. */
export type QueueOrder = 'TEACHING' | 'LIKELIHOOD';

/** The unanswered rows, likeliest first. */
export const likeliestFirst = <R extends QueueRow>(rows: readonly R[], first: number): R[] =>
  byLikelihood(rows.filter(({ reviewed }) => !reviewed)).slice(0, first);

const byLikelihood = <R extends QueueRow>(rows: readonly R[]) => [...rows].sort((a, b) => (b.likelihood ?? -1) - (a.likelihood ?? -1));

/** Indexes of the criteria that have enough yes answers and too few no: deciding other rows takes both. */
export const lackNo = (answers: readonly AnswerCounts[]): number[] =>
  answers.flatMap(({ yes, no }, i) => (yes >= TAUGHT && no < TAUGHT ? [i] : []));

/**
 * The most informative rows: four spread over the ranking, then those closest to DECISION. If criteria still lack a no by then, up to three
 * rows that most surely fail them come first.
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
