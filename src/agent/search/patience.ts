import { openTurns } from '../fetch/turns.ts';
import type { Clock, Turns } from '../ports.ts';
import { SearchFailure } from './provider.ts';

export interface Named {
  /** As people know it. */
  label: string;
  /** The provider's name in settings: BRAVE for BRAVE_API_KEY and BRAVE_BASE_URL. */
  setting: string;
}

/** Longer waits are the run's business, not the request's. */
const PATIENCE_MS = 10_000;

/**
 * Asks a service once at a time, spaced by `everyMs`. When it says to come back within 10 s (`retryAfterMs` of a SearchFailure) it is asked once
 * more; past that nobody asks before the time that it named.
 */
export function openPatience(service: Named, everyMs: number, { clock, turns }: { clock: Clock; turns?: Turns | undefined }) {
  const pace = openTurns(clock);
  let closedUntil = 0;

  async function inTurn<T>(once: () => Promise<T>, signal: AbortSignal): Promise<T> {
    using _turn = await pace.take(service.setting, everyMs, signal);
    await turns?.take(`provider:${service.setting}`, everyMs, signal);
    return await once(); // the turn ends after it
  }

  return {
    /** Nobody asks before this many milliseconds are over. */
    rest: (ms: number) => pace.rest(service.setting, ms),
    /** Throws what `once` throws, SearchFailure while the service is left alone, or the signal's reason. */
    async ask<T>(once: () => Promise<T>, signal: AbortSignal): Promise<T> {
      const wait = closedUntil - clock.now();
      if (wait > 0) throw limited(service, wait);
      try {
        return await inTurn(once, signal);
      } catch (error) {
        const ms = error instanceof SearchFailure ? error.retryAfterMs : undefined;
        if (ms === undefined) throw error;
        if (ms > PATIENCE_MS) {
          closedUntil = clock.now() + ms;
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

/** No service that the operator set up is left alone for longer. */
const DAY_MS = 24 * 3_600_000;

/** Retry-After in milliseconds from now, a day at most: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Math.min(DAY_MS, Number(header) * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.min(DAY_MS, Math.max(0, date - now));
}
