import type { HandOver } from '../run-state.ts';

/** Seconds for which a run keeps its place while callers with fewer places wait, unless its caller holds more than half of all places. */
export const TURN_SECONDS = 30;

/** A run that a worker holds. `leaving`: it has been asked to hand over. */
export interface Held {
  runId: string;
  caller: string;
  seconds: number;
  leaving: boolean;
}

/** The number of a caller's runs that wait. */
export interface Waiting {
  caller: string;
  runs: number;
}

/**
 * Chooses runs to hand over when all places are taken: for each waiting run, callers with the fewest places first, one run of a caller with
 * more. A caller with over half of all places hands over at once, others after TURN_SECONDS. `waiting`: longest wait first.
 */
export function chooseHandOvers(held: readonly Held[], waiting: readonly Waiting[]): { runId: string; how: HandOver }[] {
  const half = Math.max(1, Math.floor(held.length / 2));
  const staying = held.filter(({ leaving }) => !leaving).sort((a, b) => b.seconds - a.seconds);
  const places = new Map<string, number>();
  const placesOf = (caller: string) => places.get(caller) ?? 0;
  const add = (caller: string, n: number) => places.set(caller, placesOf(caller) + n);
  for (const { caller } of staying) add(caller, 1);
  const queue = waiting.map((one) => ({ ...one }));
  const chosen: { runId: string; how: HandOver }[] = [];
  for (let free = held.length - staying.length; queue.length > 0; ) {
    const next = queue.reduce((a, b) => (placesOf(b.caller) < placesOf(a.caller) ? b : a));
    if (free > 0) free--;
    else {
      const { caller: nextCaller } = next;
      const isNow = ({ caller }: Held) => placesOf(caller) > half && placesOf(nextCaller) < half;
      const candidates = staying.filter(
        (run) => placesOf(run.caller) > placesOf(nextCaller) && (isNow(run) || run.seconds >= TURN_SECONDS),
      );
      const [first, ...others] = candidates;
      if (!first) break;
      const leaves = others.reduce((a, b) => (placesOf(b.caller) > placesOf(a.caller) ? b : a), first);
      chosen.push({ runId: leaves.runId, how: isNow(leaves) ? 'now' : 'turn' });
      staying.splice(staying.indexOf(leaves), 1);
      add(leaves.caller, -1);
    }
    add(next.caller, 1);
    if (--next.runs === 0) queue.splice(queue.indexOf(next), 1);
  }
  return chosen;
}
