import { z } from 'zod';
import { openJsonMeter, SERVICE_BOUNDS } from '../json-meter.ts';
import type { Clock, Turns } from '../ports.ts';
import { readText } from './json.ts';
import { limited, type Named, openPatience, retryAfterMs, silent } from './patience.ts';
import { SearchFailure } from './provider.ts';

/** What every provider is opened with. `baseUrl` comes from the operator, so it may be a private address. */
export interface ServiceOptions {
  clock: Clock;
  /** Shared with other processes. */
  turns?: Turns | undefined;
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number | undefined;
}

export interface KeyedOptions extends ServiceOptions {
  /** Absent where a proxy at `baseUrl` adds it. */
  key?: string | undefined;
}

/** For services that ask callers to say who they are: `product/version (+contact)`. */
export interface PublicOptions extends ServiceOptions {
  userAgent: string;
}

interface Service extends Named {
  baseUrl: string;
  headers: Record<string, string>;
  /** Of rest after each request. */
  everyMs?: number;
  /** How long the service asks to rest, read off an answer. */
  restMs?(headers: Headers): number;
  isKeyed?: boolean;
  maxBytes?: number;
}

export interface ServiceRequest {
  path: string;
  query?: Record<string, string | number>;
  /** Sent as JSON, by POST. */
  body?: object;
}

/**
 * A search service over HTTP: one request at a time, spaced as it asks, bodies capped, failures by kind with words on what to do. After
 * a 429 it is asked once more when it says so within 10 s; past that nobody asks before the time that it named.
 */
export function openService(service: Service, { clock, turns, fetch = globalThis.fetch, timeoutMs = 15_000 }: ServiceOptions) {
  const base = baseOf(service);
  const patience = openPatience(service, service.everyMs ?? 0, { clock, turns });

  async function once({ path, query = {}, body }: ServiceRequest, signal: AbortSignal, isJson: boolean): Promise<string> {
    const url = new URL(path.replace(/^\//, ''), base);
    url.search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...service.headers },
        redirect: 'manual', // a key must not travel to where the answer points
        signal: AbortSignal.any([signal, timeout]),
      });
      patience.rest(service.restMs?.(response.headers) ?? 0);
      if (response.ok) return await readText(response, service.maxBytes, isJson ? openJsonMeter(SERVICE_BOUNDS) : undefined);
      const words = (await readText(response, service.maxBytes).catch(() => '')).slice(0, 2000);
      throw refusal(service, response, words, clock.now());
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SearchFailure) throw error;
      if (timeout.aborted) throw silent(service, timeoutMs, error);
      const why = error instanceof RangeError ? error.message : 'cannot be reached';
      throw new SearchFailure('unavailable', `${service.label} ${why}`, { cause: error });
    }
  }

  const text = (request: ServiceRequest, signal: AbortSignal, isJson = false) => patience.ask(() => once(request, signal, isJson), signal);

  return {
    /** The body of an answer. Throws SearchFailure, or the signal's reason. */
    text: (request: ServiceRequest, signal: AbortSignal) => text(request, signal),
    /** An answer of the shape that is documented. Throws SearchFailure, or the signal's reason. */
    async json<T extends z.ZodType>(request: ServiceRequest, shape: T, signal: AbortSignal): Promise<z.output<T>> {
      const body = await text(request, signal, true);
      const parsed = shape.safeParse(jsonOf(body));
      if (parsed.success) return parsed.data;
      throw strange(service);
    },
  };
}

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** The service did not speak its protocol. */
export const strange = ({ label, setting }: Pick<Service, 'label' | 'setting'>) =>
  new SearchFailure('misconfigured', `${label} did not answer as its documentation says: check ${setting}_BASE_URL`);

function baseOf({ baseUrl, setting }: Service): URL {
  const url = URL.parse(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SearchFailure('misconfigured', `${setting}_BASE_URL must be an http or https URL`);
}

const USED_UP = /credit|quota|plan|billing|exceed/i;

function refusal(service: Service, { status, headers }: Response, words: string, now: number): SearchFailure {
  const { label, setting, isKeyed } = service;
  const key = `${setting}_API_KEY`;
  if (status === 429 || status === 503) {
    const ms = retryAfterMs(headers.get('retry-after'), now);
    if (status === 429 || ms !== undefined) return limited(service, ms);
  }
  if (
    isKeyed &&
    (status === 402 || status === 432 || status === 433 || (status >= 400 && status < 500 && /not enough credits/i.test(words)))
  )
    return new SearchFailure(
      'rate_limited',
      `What ${key} may use of ${label} is used up: raise its plan there, or leave ${setting.toLowerCase()} out of SEARCH_PROVIDERS`,
    );
  if (status === 401 || status === 403 || (isKeyed && /token_invalid|invalid.{0,20}key/i.test(words))) {
    if (!isKeyed)
      return new SearchFailure(
        'unauthorized',
        `${label} refuses us (status ${status}): CONTACT must be a mail address or URL that reaches you`,
      );
    return new SearchFailure(
      'unauthorized',
      `${label} does not accept ${key}${USED_UP.test(words) ? ', or its plan is used up' : ''}: check it there`,
    );
  }
  if (status === 404 || (status >= 300 && status < 400))
    return new SearchFailure(
      'misconfigured',
      `${label} has no search at ${new URL(service.baseUrl).host} (status ${status}): check ${setting}_BASE_URL`,
    );
  return new SearchFailure('unavailable', `${label} answered with status ${status}`);
}

/** A list of which only the items that make sense are kept, each with its place. */
export const itemsOf = <T extends z.ZodType>(list: readonly unknown[], item: T): { item: z.output<T>; position: number }[] =>
  list.flatMap((raw, position) => {
    const parsed = item.safeParse(raw);
    return parsed.success ? [{ item: parsed.data, position }] : [];
  });

/** Text of an answer that may be missing or something else. */
export const looseText = z.string().nullish().catch(null);

/** Keeps what is said of an optional field, leaves it out otherwise. */
export const dated = (publishedAt: string | null | undefined) => (publishedAt ? { publishedAt } : {});
