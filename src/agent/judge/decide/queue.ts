/** Where in the ranking the first rows to ask stand. */
const SPREAD = [0, 0.12, 0.3, 0.6];
/** Later ones are those whose likelihood is nearest this: a little under the half, where what is met is still to be found. */
const DECISION = 0.4;

/** The next rows to ask, those first whose answers teach most: four spread over the ranking, then the nearest to their decision. `answered` says which rows were. */
export function nextRows(likelihood: ArrayLike<number>, answered: ReadonlySet<number>, first: number): number[] {
  const open = Array.from(likelihood, (_, row) => row).filter((row) => !answered.has(row));
  const ranked = [...open].sort((a, b) => (likelihood[b] ?? 0) - (likelihood[a] ?? 0) || a - b);
  const found: number[] = [];
  const take = (row: number | undefined) => {
    if (row !== undefined && !found.includes(row)) found.push(row);
  };
  for (const place of SPREAD.slice(answered.size)) if (found.length < first) take(ranked[Math.floor(place * ranked.length)]);
  const near = (row: number) => Math.abs((likelihood[row] ?? 0) - DECISION);
  for (const row of [...open].sort((a, b) => near(a) - near(b) || a - b)) if (found.length < first) take(row);
  return found;
}
