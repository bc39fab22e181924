import type { buildConnector } from 'undici';
import type { Clock, Pauses, Turns } from '../ports.ts';
import { type Resolve, resolveBySystem } from './address.ts';
import { LIMITS, type Limits } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { type Following, openFollow } from './follow.ts';
import { type Freshness, freshnessOf, type Validators } from './freshness.ts';
import { ACCEPT, PAGE_TYPES, PDF_TYPES, typeOf } from './media-type.ts';
import { isBusy, restMsOf } from './politeness.ts';
import { openRobots, ROBOTS_BYTES } from './robots.ts';
import { privateHosts, targetOf } from './target.ts';

const MAX_RETRY_AFTER_MS = 10_000;

/** A fetched document. `url` is its address after redirects; `mediaType` has no parameters. */
export interface Fetched {
  url: string;
  status: number;
  mediaType: string;
  charset: string | null;
  body: Uint8Array;
  /** How long the answer may be reused. */
  freshness: Freshness;
}

export interface Fetcher extends AsyncDisposable {
  /**
   * Throws FetchFailure, or the signal's reason as soon as it is aborted. `known`: validators of the last fetch; then the answer may have
   * status 304 and no body: the document has not changed.
   */
  fetch(url: string, signal: AbortSignal, known?: Validators): Promise<Fetched>;
  /** The hosts that an address redirects to, in order, as far as they can be requested. Throws the signal's reason. */
  redirects(url: string, signal: AbortSignal): Promise<string[]>;
}

export interface FetcherOptions {
  /** `product/version (contact)`, or a function that returns it; robots.txt rules address the product. */
  userAgent: string | (() => string);
  /** `host:port` as in a URL: addresses that are fetched although they are not public, and without a pause. */
  allowPrivate: readonly string[];
  /** The shortest pause between two requests to a host. */
  hostDelayMs: number;
  clock: Clock;
  /** Shared with other processes. */
  turns?: Turns | undefined;
  pauses?: Pauses | undefined;
  /** Resolves host names; by default the system does. */
  resolve?: Resolve;
  /** The clock for a document's time limit, in milliseconds. */
  now?: () => number;
  /** Connects to public addresses; the default connects only to the addresses that were vetted. */
  connect?: buildConnector.connector;
  limits?: Partial<Limits>;
  /** Whether documents of any type are returned; else only HTML, text and PDF, as recognized by their bytes. */
  anyType?: boolean;
}

/**
 * Fetches untrusted pages within limits: public addresses only, as robots.txt allows, one request a host at a time, with pauses. Addresses
 * in `allowPrivate` are the operator's own and exempt.
 */
export function openFetcher({
  userAgent,
  allowPrivate,
  hostDelayMs,
  clock,
  turns,
  pauses,
  resolve = resolveBySystem,
  connect,
  now = () => performance.now(),
  limits,
  anyType = false,
}: FetcherOptions): Fetcher {
  const bounds = { ...LIMITS, ...limits };
  const allowed = privateHosts(allowPrivate);
  const closing = new AbortController();
  const agentNow = () => (typeof userAgent === 'string' ? userAgent : userAgent());
  const { follow, destroy } = openFollow({
    userAgent: agentNow,
    allowed,
    clock,
    turns,
    pauses,
    resolve,
    now,
    connect,
    bounds,
    closing: closing.signal,
  });
  const vetByRobots = openRobots({ agent: agentNow().split(/[/\s]/)[0] ?? '*', clock, fetchRobots });

  const pages: Following = {
    headers: { accept: ACCEPT },
    allowance: (type: string) =>
      anyType ? bounds.maxBytes : PDF_TYPES.has(type) ? bounds.maxPdfBytes : PAGE_TYPES.has(type) ? bounds.maxBytes : null,
    excess: 'fail',
    pauseOf: async (url, signal) => Math.max(hostDelayMs, (await vetByRobots(url, signal)).crawlDelayMs),
    refreshes: true,
  };
  const traces: Following = { ...pages, allowance: () => 0, excess: 'cut', refreshes: false };
  const robots: Following = {
    headers: {},
    allowance: () => ROBOTS_BYTES,
    excess: 'cut',
    pauseOf: async () => hostDelayMs,
    refreshes: false,
  };

  /** Retries once when the error may pass. */
  async function twice<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = error instanceof FetchFailure ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs > MAX_RETRY_AFTER_MS || signal.aborted) throw error;
      await clock.sleep(waitMs, signal);
      return attempt();
    }
  }

  async function fetchRobots(place: URL) {
    const target = targetOf(place.href, allowed);
    try {
      const { status, body } = await twice(() => follow(target, robots, closing.signal), closing.signal);
      if (status >= 200 && status < 300) return { text: new TextDecoder().decode(body) };
      if (status >= 400 && status < 500) return 'none';
      throw new FetchFailure('robots', `robots.txt of ${place.host} answers with status ${status}, so nothing there may be fetched`);
    } catch (error) {
      if (!(error instanceof FetchFailure) || ['network', 'timeout', 'blocked_address', 'robots'].includes(error.code)) throw error;
      if (error.code === 'redirects') return 'none'; // RFC 9309, 2.3.1.2
      throw new FetchFailure('robots', `robots.txt of ${place.host} is unavailable, so nothing there may be fetched: ${error.message}`);
    }
  }

  async function fetchPage(url: string, signal: AbortSignal, known?: Validators): Promise<Fetched> {
    const answer = await follow(targetOf(url, allowed), pages, signal, { known });
    const { status, mediaType, charset, body, headers, hops, isConditional } = answer;
    if ((status >= 200 && status < 300) || (status === 304 && isConditional)) {
      const freshness = freshnessOf(headers, clock.now(), hops);
      return {
        url: answer.url.href,
        status,
        mediaType: anyType ? mediaType : typeOf(mediaType, body, answer.url),
        charset,
        body,
        freshness,
      };
    }
    const retryAfterMs = isBusy(status) ? restMsOf(answer.retryAfter, clock.now()) : undefined;
    throw new FetchFailure('http_status', `${answer.url.host} answered with status ${status}`, { status, retryAfterMs });
  }

  return {
    async fetch(url, signal, known) {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      return twice(() => fetchPage(url, signal, known), signal);
    },
    async redirects(url, signal) {
      const hosts: string[] = [];
      try {
        await follow(targetOf(url, allowed), traces, signal, { onHop: (host) => hosts.push(host) });
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error;
      }
      return hosts;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('The fetcher is closed'));
      await destroy();
    },
  };
}
