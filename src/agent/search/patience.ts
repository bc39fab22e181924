import { openTurns } from '../fetch/turns.ts';
import type { Clock, Turns } from '../ports.ts';
import { SearchFailure } from './provider.ts';

export interface Named {
  /** The display name. */
  label: string;
  /** The provider's prefix of settings: BRAVE for BRAVE_API_KEY and BRAVE_BASE_URL. */
  setting: string;
}

/** Longer waits are left to the run. */
const PATIENCE_MS = 10_000;
/**
 * How long this process remembers a pause by itself; longer pauses are shared by all processes (runs/ports/polite.ts), and an operator can
 * end them.
 */
const REMEMBERED_MS = 60_000;
/** The cause of a failure that repeats an earlier one. */
export const REMEMBERED = 'remembered';
/** The pause of a service that does not answer: each call to it delays all runs of a worker. */
const SILENT_MS = 60_000;

/**
 * One request at a time, `everyMs` apart. If the service asks for a retry within 10 s (`retryAfterMs` of a SearchFailure), it gets one;
 * after a longer pause all calls fail, also those in the queue, for a minute at most.
 */
export function openPatience(service: Named, everyMs: number, { clock, turns }: { clock: Clock; turns?: Turns | undefined }) {
  const pace = openTurns(clock);
  let closed: { until: number; rememberedUntil: number; by: SearchFailure } | null = null;

  /** Throws while the service pauses. */
  function throwIfClosed(): void {
    const now = clock.now();
    if (!closed || now >= Math.min(closed.until, closed.rememberedUntil)) return;
    throw new SearchFailure(closed.by.kind, closed.by.message, { retryAfterMs: closed.until - now, cause: REMEMBERED });
  }

  async function inTurn<T>(once: () => Promise<T>, signal: AbortSignal): Promise<T> {
    using _turn = await pace.take(service.setting, everyMs, signal);
    await turns?.take(`provider:${service.setting}`, everyMs, signal);
    throwIfClosed();
    return await once(); // the turn ends after it
  }

  return {
    /** No request for this many milliseconds. */
    rest: (ms: number) => pace.rest(service.setting, ms),
    /** Throws what `once` throws, SearchFailure while the service pauses, or the signal's reason. */
    async ask<T>(once: () => Promise<T>, signal: AbortSignal): Promise<T> {
      throwIfClosed();
      try {
        return await inTurn(once, signal);
      } catch (error) {
        if (!(error instanceof SearchFailure) || error.retryAfterMs === undefined) throw error;
        const ms = error.retryAfterMs;
        if (ms > PATIENCE_MS) {
          const now = clock.now();
          closed = { until: now + ms, rememberedUntil: now + REMEMBERED_MS, by: error };
          throw error;
        }
        pace.rest(service.setting, ms);
        return inTurn(once, signal);
      }
    },
  };
}

export const limited = ({ label, setting }: Named, retryAfterMs?: number) =>
  new SearchFailure(
    'rate_limited',
    `${label} limits how often it may be asked: ${retryAfterMs === undefined ? 'wait' : `wait ${Math.ceil(retryAfterMs / 1000)} s`}, or leave ${setting.toLowerCase()} out of SEARCH_PROVIDERS`,
    { retryAfterMs },
  );

/** A service that did not answer in time. */
export const silent = ({ label }: Named, timeoutMs: number, cause: unknown) =>
  new SearchFailure('unavailable', `${label} did not answer within ${timeoutMs / 1000} s`, { retryAfterMs: SILENT_MS, cause });

/** The longest pause of a service. */
const DAY_MS = 24 * 3_600_000;

/** Retry-After in milliseconds from now, a day at most: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Math.min(DAY_MS, Number(header) * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.min(DAY_MS, Math.max(0, date - now));
}
