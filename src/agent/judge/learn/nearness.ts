import type { ScoredUnit } from '../score/record.ts';
import type { Wanted } from '../score/score-page.ts';

/** Added to the nearness of a unit with a number, date or place of the type that the criterion bounds. */
const TYPED = 0.2;
const LEAST = 0.05;

/**
 * The nearness of each unit of each row to a criterion, .05 to 1: the share of the criterion's words, weighted by rarity in the run, in the
 * unit or its label, or (at half weight) its heading. Words that no page contains are ignored.
 */
export function nearnessOf({ words: wanted }: Wanted, rows: readonly ScoredUnit[][]): Float32Array[] {
  const counts = new Map<number, number>();
  let all = 0;
  for (const units of rows)
    for (const unit of units) {
      all++;
      for (const hash of saidOf(unit, wanted).keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
  const weights = new Map([...counts].map(([hash, count]) => [hash, (wanted.get(hash) ?? 0) * Math.log(1 + all / count)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const nearness = (unit: ScoredUnit) => {
    let sum = 0;
    for (const [hash, share] of saidOf(unit, wanted)) sum += (weights.get(hash) ?? 0) * share;
    return Math.max(LEAST, Math.min(1, sum / total + (unit.mentions.some(({ isList }) => !isList) ? TYPED : 0)));
  };
  return rows.map((units) => Float32Array.from(units, nearness));
}

function saidOf({ words, label, heading }: ScoredUnit, wanted: ReadonlyMap<number, number>): Map<number, number> {
  const said = new Map<number, number>();
  for (const hash of heading) if (wanted.has(hash)) said.set(hash, 0.5);
  for (const hash of label) if (wanted.has(hash)) said.set(hash, 1);
  for (const hash of words) if (wanted.has(hash)) said.set(hash, 1);
  return said;
}
