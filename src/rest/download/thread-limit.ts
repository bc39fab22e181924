import { Fault } from '../../domain/errors.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import type { Patience } from '../../domain/work/patience.ts';
import { lookWhileRunning } from '../../domain/work/running-time.ts';
import type { Context } from '../../graphql/builder.ts';
import type { Answer } from '../../services/answers/memory.ts';

/** Threads that write files at a time, of one caller and of all: each takes up to 100 MB. */
const THREADS = { each: 1, all: 3 };
/** Downloads of a caller at a time: one that is written, and one that waits. */
const AT_ONCE = 2;

const tooMany = () =>
  new Fault('TOO_MANY_REQUESTS', `${AT_ONCE} downloads are under way from here: try again when one has ended`, { retryAfter: 10 });
const noThread = () => new Fault('SERVICE_UNAVAILABLE', 'Too many files are being written: try again in 5 seconds', { retryAfter: 5 });

export interface ThreadLimit {
  /** Does a download in a thread of its own. */
  run(caller: Context, download: () => Promise<void>): Promise<void>;
  /** Whether an answer is a download in a thread that one of another caller waits for. */
  isInTheWay(answer: Answer): boolean;
}

/**
 * Does a download once a thread is free for it. Throws TOO_MANY_REQUESTS for the third one of a caller, SERVICE_UNAVAILABLE after
 * `waitMs` behind other callers, and what aborts `caller.left`.
 */
export function createThreadLimit({ waitMs, lookMs }: Patience['downloads']): ThreadLimit {
  const limiter = createLimiter(THREADS);
  const waiting = new Set<{ client: string }>();
  const inThread = new WeakSet<Answer>();
  const isBehindOthers = ({ client }: { client: string }) => limiter.of(client).held === 0;

  const waitFor = (client: string, refuse: (fault: Fault) => void): Disposable => {
    let waitedMs = 0;
    const waiter = { client };
    waiting.add(waiter);
    const look = lookWhileRunning(lookMs, () => {
      if (!isBehindOthers(waiter)) return;
      waitedMs += lookMs;
      if (waitedMs > waitMs) refuse(noThread());
    });
    return {
      [Symbol.dispose]() {
        waiting.delete(waiter);
        look[Symbol.dispose]();
      },
    };
  };

  return {
    isInTheWay: (answer) => inThread.has(answer) && waiting.values().some(isBehindOthers),
    async run(caller, download) {
      const client = caller.client ?? '';
      const { held, waiting: queued } = limiter.of(client);
      if (held + queued >= AT_ONCE) throw tooMany();
      const late = new AbortController();
      const look = limiter.isFree(client) ? undefined : waitFor(client, (fault) => late.abort(fault));
      const left = caller.left?.();
      try {
        await limiter.enter(client, left ? AbortSignal.any([left, late.signal]) : late.signal);
      } finally {
        look?.[Symbol.dispose]();
      }
      const { answer } = caller;
      if (answer) inThread.add(answer);
      try {
        await download();
      } finally {
        if (answer) inThread.delete(answer);
        limiter.leave(client);
      }
    },
  };
}
