import type { RunEvent } from '../webset-state.ts';

const EVERY_MS = 300;
const AHEAD_MS = 2 * EVERY_MS; // two fetches ahead: a row that arrives soon after another is not delayed

/** How often changes are fetched: at once after a pause, else at even intervals. */
export function createPace() {
  /** When the next fetch is due at an even pace. */
  let due = 0;
  return {
    /** Milliseconds until one may begin. */
    wait: () => Math.max(0, due - AHEAD_MS - performance.now()),
    ended() {
      due = Math.max(due, performance.now()) + EVERY_MS;
    },
  };
}

const ENDS = new Set(['run.started', 'run.completed', 'run.failed', 'run.cancelled']);

/** Classifies a run's events in order: `now` for rows and the run's end, `slowly` for figures, null when nothing needs to be fetched. */
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
