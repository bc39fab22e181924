const FIRST_MS = 100;
const LAST_MS = 30_000;
const SETTLED_MS = 10_000;

/** A part of the service that is restarted when it ends. */
export type PartName = 'gateway' | 'worker' | 'postgres';

/** Restarts of a part by cause: `silent`, `fork` (no process could be created), the name of a signal, or `exit` and a code. */
export interface RestartCount {
  part: PartName;
  cause: string;
  restarts: number;
}

/**
 * Returns the pause (ms) before the next restart, given how long the part lived (ms). Pauses double from 0.1 to 30 s and reset after a life
 * of 10 s.
 */
export function restartPauses(): (livedMs: number) => number {
  let next = FIRST_MS;
  return (livedMs) => {
    const pause = livedMs < SETTLED_MS ? next : FIRST_MS;
    next = Math.min(LAST_MS, 2 * pause);
    return pause;
  };
}
