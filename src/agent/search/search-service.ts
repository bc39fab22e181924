import { z } from 'zod';
import { openJsonMeter, SERVICE_BOUNDS } from '../json-meter.ts';
import type { Clock, Turns } from '../ports.ts';
import { readText } from './json.ts';
import { limited, type Named, openPatience, retryAfterMs, silent } from './patience.ts';
import { SearchFailure } from './provider.ts';

/** Options of every provider. The operator sets `baseUrl`, so it may be a private address. */
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

/** For services that ask callers to identify themselves: `product/version (+contact)`. */
export interface PublicOptions extends ServiceOptions {
  userAgent: string;
}

interface Service extends Named {
  baseUrl: string;
  headers: Record<string, string>;
  /** The pause after each request. */
  everyMs?: number;
  /** The pause that an answer's headers ask for. */
  restMs?(headers: Headers): number;
  isKeyed?: boolean;
  maxBytes?: number;
}

export interface ServiceRequest {
  path: string;
  query?: Record<string, string | number>;
  /** Sent as JSON by POST. */
  body?: object;
}

/**
 * A search service over HTTP: one request at a time, with pauses and size limits; failures have a kind and say what to do. One retry after
 * a 429 with a wait of up to 10 s; a longer wait makes all calls fail until it is over.
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
        redirect: 'manual', // a redirect would carry the key elsewhere
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
    /** An answer of the documented shape. Throws SearchFailure, or the signal's reason. */
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

/** The service did not follow its protocol. */
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
      `The quota of ${key} at ${label} is used up: raise its plan there, or leave ${setting.toLowerCase()} out of SEARCH_PROVIDERS`,
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

/** The valid items of a list, each with its position. */
export const itemsOf = <T extends z.ZodType>(list: readonly unknown[], item: T): { item: z.output<T>; position: number }[] =>
  list.flatMap((raw, position) => {
    const parsed = item.safeParse(raw);
    return parsed.success ? [{ item: parsed.data, position }] : [];
  });

/** Text that may be missing or of another type. */
export const looseText = z.string().nullish().catch(null);

/** Leaves the field out when there is no date. */
export const dated = (publishedAt: string | null | undefined) => (publishedAt ? { publishedAt } : {});
