import type { RunEvent } from '../webset-state.ts';

const EVERY_MS = 300;
const AHEAD_MS = 2 * EVERY_MS; // two ahead of their time: a row that comes soon after another is not kept waiting

/** How fast what has changed is fetched: at once after a pause, else evenly. */
export function createPace() {
  /** When the next fetch is due at an even pace. */
  let due = 0;
  return {
    /** ms until one may begin. */
    wait: () => Math.max(0, due - AHEAD_MS - performance.now()),
    ended() {
      due = Math.max(due, performance.now()) + EVERY_MS;
    },
  };
}

const ENDS = new Set(['run.started', 'run.completed', 'run.failed', 'run.cancelled']);

/** Hears a run's events one by one: whether one tells of a row or of the run's end (`now`), of numbers that no row waits for (`slowly`), or of nothing to fetch. */
export function createEventFilter(): (event: RunEvent) => 'now' | 'slowly' | null {
  let judged = 0;
  return ({ type, data }) => {
    const payload = (data ?? {}) as { judged?: number; tool?: string };
    if (ENDS.has(type)) return 'now';
    if (type === 'tool.result') return payload.tool === 'judge' ? 'now' : 'slowly';
    if (type !== 'progress') return null;
    const before = judged;
    judged = Number(payload.judged ?? 0);
    return judged === before ? 'slowly' : 'now';
  };
}
