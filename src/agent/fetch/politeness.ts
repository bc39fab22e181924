import { createLimiter } from '../../domain/work/limiter.ts';
import type { Clock, Pauses, Turns } from '../ports.ts';
import type { Resolve } from './address.ts';
import { FetchFailure } from './failure.ts';
import { openTurns } from './turns.ts';

/** Requests to one resolved address, over all workers: hosts that share a machine share these. */
const AT_A_TIME = 4;
const EVERY_MS = 125;
/** A host that rests for longer is not waited for. */
const PATIENCE_MS = 60_000;
/** A host that does not say for how long it wants to be left alone. */
const REST_MS = 30_000;

export interface Politeness {
  /**
   * Resolves when the host may be asked: it rests no more, it is our turn, `pauseMs` have passed since the last one, and its address is asked four times
   * at a time and eight times a second at most. Whoever disposes has asked. Throws FetchFailure for a host that rests long, or the signal's reason.
   */
  enter(host: string, pauseMs: number, signal: AbortSignal): Promise<AsyncDisposable>;
  /** Notes that a host answered that it is asked too often or cannot serve now: for all workers, and for nobody but this host. */
  rest(host: string, ms: number | undefined, reason: string): Promise<void>;
}

/** Keeps to what hosts and their addresses are asked at most; with `turns` and `pauses` together with other processes. */
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

  /** A name that has no address is told by whoever connects. */
  const addressOf = async (host: string) => (await resolve(host).catch(() => []))[0]?.address ?? null;

  return {
    async enter(host, pauseMs, signal) {
      await using open = new AsyncDisposableStack();
      await untilRested(host, signal);
      open.use(await hosts.take(host, pauseMs, signal));
      await turns?.take(`host:${host}`, pauseMs, signal);
      await untilRested(host, signal); // an answer that came meanwhile may have said so
      const address = await addressOf(host);
      if (address !== null) {
        await addresses.enter(address, signal); // in this process first, so that few look for a place among all
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
