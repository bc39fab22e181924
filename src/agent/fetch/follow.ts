import { Agent, type buildConnector } from 'undici';
import type { Clock, Pauses, Turns } from '../ports.ts';
import { lookupBy, type Resolve, remembering, vetted } from './address.ts';
import { openCookies } from './cookies.ts';
import { type Answer, type Ask, asFetchFailure, exchange, type Limits } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { type Freshness, hopOf, type Validators } from './freshness.ts';
import { isBusy, openPoliteness, restMsOf } from './politeness.ts';
import { refreshOf } from './refresh.ts';
import { type Target, targetOf } from './target.ts';

const MAX_REDIRECTS = 5;
const ADDRESS_KEPT_MS = 10_000;

/** What is asked of each address on the way. */
export interface Following extends Omit<Ask, 'dispatcher'> {
  /** Milliseconds between two requests to the host. Throws FetchFailure for an address that may not be fetched. */
  pauseOf(url: URL, signal: AbortSignal): Promise<number>;
  /** Whether a page that only refreshes to another address counts as a redirect. */
  refreshes: boolean;
}

interface FollowOptions {
  userAgent: () => string;
  allowed: ReadonlySet<string>;
  clock: Clock;
  turns: Turns | undefined;
  pauses: Pauses | undefined;
  resolve: Resolve;
  now: () => number;
  connect: buildConnector.connector | undefined;
  bounds: Limits;
  /** Aborts all requests. */
  closing: AbortSignal;
}

/** Requests an address and those that it redirects to, as politely as the hosts ask. */
export function openFollow({ userAgent, allowed, clock, turns, pauses, resolve, now, connect, bounds, closing }: FollowOptions) {
  const resolvePublic = remembering(vetted(resolve), clock, ADDRESS_KEPT_MS);
  const politeness = openPoliteness({ clock, turns, pauses, resolve: resolvePublic });
  const agents = {
    public: new Agent({ connect: connect ?? { lookup: lookupBy(resolvePublic) } }),
    private: new Agent({ connect: { lookup: lookupBy(resolve) } }),
  };

  /** Follows redirects and vets each hop like the first. `onHop` is called for each. */
  async function follow(
    start: Target,
    ask: Following,
    signal: AbortSignal,
    { known, onHop }: { known?: Validators | undefined; onHop?: (host: string) => void } = {},
  ) {
    let target = start;
    let leftMs = bounds.totalMs;
    const hops: Freshness[] = [];
    const cookies = openCookies();
    let isAgain = false;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const pauseMs = await ask.pauseOf(target.url, signal);
      await using _turn = target.isPrivate ? null : await politeness.enter(target.url.hostname, pauseMs, signal);
      const began = now();
      const isConditional = known?.url === target.url.href;
      const headers = {
        'user-agent': userAgent(),
        ...ask.headers,
        ...cookies.headersFor(target.url),
        ...(isConditional && conditionsOf(known)),
      };
      const answer = await timed(target, { ...ask, headers }, leftMs, signal);
      leftMs -= now() - began;
      if (!target.isPrivate) await noteRest(target.url, answer);
      const hasSet = cookies.keep(target.url, answer.headers);
      const location: string | null = answer.location ?? (ask.refreshes ? refreshOf(answer, target.url, hasSet && !isAgain) : null);
      if (location === null) return { ...answer, url: target.url, hops, isConditional };
      isAgain ||= location === target.url.href;
      hops.push(hopOf(answer.status, answer.headers, clock.now()));
      target = targetOf(location, allowed, target.url.href);
      onHop?.(target.url.host);
    }
    throw new FetchFailure('redirects', `${start.url.host} redirects more than ${MAX_REDIRECTS} times`);
  }

  /** Stores the pause for the host that answered, not for the host of the first request. */
  async function noteRest(url: URL, { status, retryAfter }: Answer) {
    if (!isBusy(status)) return;
    await politeness.rest(url.hostname, restMsOf(retryAfter, clock.now()), `${url.host} answered with status ${status}`);
  }

  async function timed({ url, isPrivate }: Target, ask: Omit<Ask, 'dispatcher'>, leftMs: number, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)));
    const dispatcher = isPrivate ? agents.private : agents.public;
    try {
      return await exchange(url, { ...ask, dispatcher }, AbortSignal.any([signal, closing, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      closing.throwIfAborted();
      if (timeout.aborted) throw new FetchFailure('timeout', `${url.host} took longer than ${bounds.totalMs / 1000} s`, { cause: error });
      throw asFetchFailure(error, url.host);
    }
  }

  return { follow, destroy: () => Promise.all([agents.public.destroy(), agents.private.destroy()]) };
}

const conditionsOf = ({ etag, lastModified }: Validators) => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});
