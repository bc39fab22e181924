import type { Clock } from '../ports.ts';

const MANY = 1000;

interface Line {
  tail: Promise<void>;
  waiting: number;
  freeAt: number;
}

/** One request a host at a time, with a pause after each; callers wait in line. */
export function openTurns(clock: Clock) {
  const lines = new Map<string, Line>();

  function lineOf(host: string): Line {
    const known = lines.get(host);
    if (known) return known;
    if (lines.size >= MANY) forgetIdle();
    const line = { tail: Promise.resolve(), waiting: 0, freeAt: 0 };
    lines.set(host, line);
    return line;
  }

  function forgetIdle() {
    for (const [host, { waiting, freeAt }] of lines) if (waiting === 0 && freeAt <= clock.now()) lines.delete(host);
  }

  /** Resolves when it is the caller's turn. Disposing ends the turn; the next begins `pauseMs` later. Throws the signal's reason. */
  async function take(host: string, pauseMs: number, signal: AbortSignal): Promise<Disposable> {
    const line = lineOf(host);
    const before = line.tail;
    const { promise: mine, resolve: leave } = Promise.withResolvers<void>();
    line.tail = before.then(() => mine);
    line.waiting++;
    const end = () => {
      line.waiting--;
      leave();
    };
    try {
      await unlessAborted(before, signal);
      const pause = line.freeAt - clock.now();
      if (pause > 0) await clock.sleep(pause, signal);
      signal.throwIfAborted();
    } catch (error) {
      end();
      throw error;
    }
    return {
      [Symbol.dispose]() {
        line.freeAt = Math.max(line.freeAt, clock.now() + pauseMs);
        end();
      },
    };
  }

  /** No request to the host for this many milliseconds. */
  function rest(host: string, ms: number): void {
    const line = lineOf(host);
    line.freeAt = Math.max(line.freeAt, clock.now() + ms);
  }

  return { take, rest };
}

/** The promise's outcome, or the signal's reason as soon as it is aborted. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {});
    return Promise.reject(signal.reason);
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
