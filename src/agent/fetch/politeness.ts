import { createLimiter } from '../../domain/work/limiter.ts';
import type { Clock, Pauses, Turns } from '../ports.ts';
import type { Resolve } from './address.ts';
import { FetchFailure } from './fetch-failure.ts';
import { openTurns } from './turns.ts';

/** Requests to one resolved address over all workers, since hosts may share a machine. */
const AT_A_TIME = 4;
const EVERY_MS = 125;
/** Longer pauses of a host are not waited for. */
const PATIENCE_MS = 60_000;
/** The pause of a host that names none. */
const REST_MS = 30_000;
const HOUR_MS = 3_600_000;

export interface Politeness {
  /**
   * Resolves when the host may be requested: its pause is over, `pauseMs` have passed, and its address is below its limits. Dispose after
   * the request. Throws FetchFailure for a host with a long pause, or the signal's reason.
   */
  enter(host: string, pauseMs: number, signal: AbortSignal): Promise<AsyncDisposable>;
  /** Stores for all workers that this host reported too many requests or is unavailable. */
  rest(host: string, ms: number | undefined, reason: string): Promise<void>;
}

/** Limits requests to hosts and addresses; with `turns` and `pauses` across processes. */
export function openPoliteness({
  clock,
  turns,
  pauses,
  resolve,
}: {
  clock: Clock;
  turns?: Turns | undefined;
  pauses?: Pauses | undefined;
  resolve: Resolve;
}): Politeness {
  const hosts = openTurns(clock);
  const addresses = createLimiter({ each: AT_A_TIME });

  async function untilRested(host: string, signal: AbortSignal) {
    const ms = (await pauses?.left(`host:${host}`))?.ms ?? 0;
    if (ms > PATIENCE_MS) throw new FetchFailure('http_status', `${host} asked to be left alone for ${Math.ceil(ms / 1000)} s`);
    if (ms > 0) await clock.sleep(ms, signal);
  }

  /** null for a name without an address: connecting reports that error. */
  const addressOf = async (host: string) => (await resolve(host).catch(() => []))[0]?.address ?? null;

  return {
    async enter(host, pauseMs, signal) {
      await using open = new AsyncDisposableStack();
      await untilRested(host, signal);
      open.use(await hosts.take(host, pauseMs, signal));
      await turns?.take(`host:${host}`, pauseMs, signal);
      await untilRested(host, signal); // another request's answer may have set a pause meanwhile
      const address = await addressOf(host);
      if (address !== null) {
        await addresses.enter(address, signal); // in this process first, so that few wait for a place among all processes
        open.defer(() => addresses.leave(address));
        if (turns) open.use(await turns.hold(`address:${address}`, AT_A_TIME, signal));
        await turns?.take(`address:${address}`, EVERY_MS, signal);
      }
      const close = open.move();
      return { [Symbol.asyncDispose]: () => close.disposeAsync() };
    },
    rest: async (host, ms, reason) => pauses?.set(`host:${host}`, ms ?? REST_MS, reason),
  };
}

/** The host reports too many requests, or is unavailable. */
export const isBusy = (status: number) => status === 429 || status === 503;

/** Retry-After in milliseconds from now, an hour at most: seconds or a date (RFC 9110, 10.2.3). */
export function restMsOf(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter.trim())) return Math.min(HOUR_MS, Number(retryAfter) * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.min(HOUR_MS, Math.max(0, date - now));
}
