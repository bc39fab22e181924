import { Agent, type buildConnector } from 'undici';
import type { Clock, Pauses, Turns } from '../ports.ts';
import { lookupBy, type Resolve, remembering, resolveBySystem, vetted } from './address.ts';
import { openCookies } from './cookies.ts';
import { type Answer, type Ask, asFetchFailure, exchange, LIMITS, type Limits } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { type Freshness, freshnessOf, hopOf, type Validators } from './freshness.ts';
import { openPoliteness } from './politeness.ts';
import { refreshOf } from './refresh.ts';
import { openRobots, ROBOTS_BYTES } from './robots.ts';
import { privateHosts, type Target, targetOf } from './target.ts';

const MAX_REDIRECTS = 5;
const MAX_RETRY_AFTER_MS = 10_000;
const HOUR_MS = 3_600_000;
const ADDRESS_KEPT_MS = 10_000;

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

const PAGE_TYPES = new Set(['', 'text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'text/xml', 'application/xml']);
/** Media types under which PDFs are sent; the last two are generic. */
const PDF_TYPES = new Set(['application/pdf', 'application/x-pdf', 'application/octet-stream', 'binary/octet-stream']);
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,application/xml;q=0.7,*/*;q=0.1';

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
  const resolvePublic = remembering(vetted(resolve), clock, ADDRESS_KEPT_MS);
  const politeness = openPoliteness({ clock, turns, pauses, resolve: resolvePublic });
  const agents = {
    public: new Agent({ connect: connect ?? { lookup: lookupBy(resolvePublic) } }),
    private: new Agent({ connect: { lookup: lookupBy(resolve) } }),
  };
  const agentNow = () => (typeof userAgent === 'string' ? userAgent : userAgent());
  const vetByRobots = openRobots({ agent: agentNow().split(/[/\s]/)[0] ?? '*', clock, fetchRobots });

  const pages = {
    headers: { accept: ACCEPT },
    allowance: (type: string) =>
      anyType ? bounds.maxBytes : PDF_TYPES.has(type) ? bounds.maxPdfBytes : PAGE_TYPES.has(type) ? bounds.maxBytes : null,
    excess: 'fail',
  } as const;
  const traces = { headers: pages.headers, allowance: () => 0, excess: 'cut' } as const;
  const robots = { headers: {}, allowance: () => ROBOTS_BYTES, excess: 'cut' } as const;

  /** Follows redirects and vets each hop like the first. `onHop` is called for each. */
  async function follow(
    start: Target,
    ask: Omit<Ask, 'dispatcher'>,
    signal: AbortSignal,
    { known, onHop }: { known?: Validators | undefined; onHop?: (host: string) => void } = {},
  ) {
    let target = start;
    let leftMs = bounds.totalMs;
    const hops: Freshness[] = [];
    const cookies = openCookies();
    let isAgain = false;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const pauseMs = await pauseOf(target, ask, signal);
      await using _turn = target.isPrivate ? null : await politeness.enter(target.url.hostname, pauseMs, signal);
      const began = now();
      const isConditional = known?.url === target.url.href;
      const headers = {
        'user-agent': agentNow(),
        ...ask.headers,
        ...cookies.headersFor(target.url),
        ...(isConditional && conditionsOf(known)),
      };
      const answer = await timed(target, { ...ask, headers }, leftMs, signal);
      leftMs -= now() - began;
      if (!target.isPrivate) await noteRest(target.url, answer);
      const hasSet = cookies.keep(target.url, answer.headers);
      const location: string | null = answer.location ?? (ask === pages ? refreshOf(answer, target.url, hasSet && !isAgain) : null);
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
    await politeness.rest(url.hostname, millisOf(retryAfter, clock.now()), `${url.host} answered with status ${status}`);
  }

  /** The pause after a request to a host. Reads robots.txt, unless that is what is being fetched. */
  async function pauseOf({ url }: Target, ask: unknown, signal: AbortSignal): Promise<number> {
    if (ask === robots) return hostDelayMs;
    const { crawlDelayMs } = await vetByRobots(url, signal);
    return Math.max(hostDelayMs, crawlDelayMs);
  }

  async function timed({ url, isPrivate }: Target, ask: Omit<Ask, 'dispatcher'>, leftMs: number, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)));
    const dispatcher = isPrivate ? agents.private : agents.public;
    try {
      return await exchange(url, { ...ask, dispatcher }, AbortSignal.any([signal, closing.signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      if (timeout.aborted) throw new FetchFailure('timeout', `${url.host} took longer than ${bounds.totalMs / 1000} s`, { cause: error });
      throw asFetchFailure(error, url.host);
    }
  }

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
    const retryAfterMs = isBusy(status) ? millisOf(answer.retryAfter, clock.now()) : undefined;
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
      await Promise.all([agents.public.destroy(), agents.private.destroy()]);
    },
  };
}

const conditionsOf = ({ etag, lastModified }: Validators) => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

/** The host reports too many requests, or is unavailable. */
const isBusy = (status: number) => status === 429 || status === 503;

/** Retry-After in milliseconds from now, an hour at most: seconds or a date (RFC 9110, 10.2.3). */
function millisOf(retryAfter: string | null, now: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter.trim())) return Math.min(HOUR_MS, Number(retryAfter) * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.min(HOUR_MS, Math.max(0, date - now));
}

/** The media type by the document's bytes where they are clear, else as declared. Throws FetchFailure for what is neither text nor PDF. */
function typeOf(declared: string, body: Uint8Array, { host }: URL): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 1024));
  if (start.trimStart().startsWith('%PDF-')) return 'application/pdf';
  const isOpen = declared === '' || (declared !== 'application/pdf' && PDF_TYPES.has(declared));
  // text that starts like HTML is HTML, whatever its declared type
  if (/^(?:\S{0,3})\s*(?:<!doctype\s+html|<html[\s>])/iu.test(start) && (isOpen || declared === 'text/plain')) return 'text/html';
  if (!isOpen) return declared;
  if (body.subarray(0, 1024).includes(0)) throw new FetchFailure('media_type', `What ${host} sent is neither a page nor a PDF`);
  return /^\S{0,3}</u.test(start.trimStart()) ? 'text/html' : 'text/plain';
}
