/** A row that can be asked for. `likelihood`: that it meets all criteria, 0 to 1; null until it is scored. */
export interface QueueRow {
  id: string;
  likelihood: number | null;
  reviewed: boolean;
}

/** The first four questions lie here in the ranking by likelihood: at the top, then so far down. */
const SPREAD = [0, 0.12, 0.3, 0.6];
/** Where a row is decided: the product of its criteria's probabilities (and of its kind's) that the learner is least sure of. */
const DECISION = 0.4;

/** The order of a queue: those that teach most first, or the likeliest first. */
export type QueueOrder = 'TEACHING' | 'LIKELIHOOD';

/** The ids of the rows that nobody answered, the likeliest first. */
export const likeliestFirst = (rows: readonly QueueRow[], first: number): string[] =>
  byLikelihood(rows.filter(({ reviewed }) => !reviewed))
    .slice(0, first)
    .map(({ id }) => id);

const byLikelihood = (rows: readonly QueueRow[]) => [...rows].sort((a, b) => (b.likelihood ?? -1) - (a.likelihood ?? -1));

/** The ids of the rows whose answers teach most: four spread over the ranking, then those nearest their decision. */
export function nextToReview(rows: readonly QueueRow[], first: number): string[] {
  const ranked = byLikelihood(rows);
  const open = ranked.filter(({ reviewed }) => !reviewed);
  const answered = ranked.length - open.length;
  const chosen = new Set<string>();
  for (const share of SPREAD.slice(Math.min(answered, SPREAD.length))) {
    const from = Math.min(open.length - 1, Math.floor(share * open.length));
    const row = open.slice(from).find(({ id }) => !chosen.has(id)) ?? open.find(({ id }) => !chosen.has(id));
    if (row) chosen.add(row.id);
  }
  const distance = ({ likelihood }: QueueRow) => Math.abs((likelihood ?? 0) - DECISION);
  for (const { id } of [...open].sort((a, b) => distance(a) - distance(b))) chosen.add(id);
  return [...chosen].slice(0, first);
}
