import type { Logger } from 'pino';
import { watchStalls } from '../domain/work/running-time.ts';

const LEAST_MS = 1000;
const QUIET_MS = 60_000;

export interface Stalls extends Disposable {
  /** Whether this process stalled for at least half of the last `seconds`: then it cannot judge others as late. */
  within(seconds: number): boolean;
}

/**
 * Detects stalls of this process: stopped, starved, suspended, or blocked by its own code. `count` gets the seconds of each; those of 1 s
 * or more are logged, at most once a minute, with the sum since.
 */
export function openStalls(log: Pick<Logger, 'warn'>, count: (seconds: number) => void): Stalls {
  const lately: { endedAt: number; lateMs: number }[] = [];
  let untold = 0;
  let quiet: NodeJS.Timeout | undefined;
  const report = () => {
    quiet = undefined;
    if (untold === 0) return;
    log.warn({ seconds: Math.round(untold / 100) / 10 }, 'this process got no time');
    untold = 0;
    quiet = setTimeout(report, QUIET_MS).unref();
  };
  const watch = watchStalls((lateMs) => {
    count(lateMs / 1000);
    if (lateMs < LEAST_MS) return;
    untold += lateMs;
    const now = performance.now();
    while (lately[0] && now - lately[0].endedAt > QUIET_MS) lately.shift();
    lately.push({ endedAt: now, lateMs });
    if (!quiet) report();
  });
  return {
    within(seconds) {
      watch.look();
      const now = performance.now();
      return lately.some(({ endedAt, lateMs }) => lateMs >= seconds * 500 && now - endedAt < seconds * 1000);
    },
    [Symbol.dispose]() {
      watch[Symbol.dispose]();
      clearTimeout(quiet);
      report();
      clearTimeout(quiet);
    },
  };
}
