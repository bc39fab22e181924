import { z } from 'zod';
import type { Hit, SearchQuery } from '../../ports.ts';
import { cleanLine } from '../../read/canonical.ts';
import { readJson, readText } from '../json.ts';
import { retryAfterMs } from '../patience.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';
import { nothingFrom } from '../searxng-engines.ts';

const answer = z.object({
  results: z.array(z.unknown()),
  unresponsive_engines: z.array(z.unknown()).catch([]),
});

const result = z.object({
  url: z.string().min(1),
  title: z.string().nullish().catch(null),
  content: z.string().nullish().catch(null),
  publishedDate: z.string().nullish().catch(null),
});

const REFUSAL_BYTES = 100_000;

export interface SearxngOptions {
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number | undefined;
}

/**
 * Search by a SearXNG instance (docs.searxng.org, "Search API"): GET {baseUrl}/search?q&format=json&pageno. The operator sets `baseUrl`, so
 * it may be a private address.
 */
export function openSearxng({ baseUrl, fetch = globalThis.fetch, timeoutMs = 15_000 }: SearxngOptions): SearchProvider {
  const base = baseOf(baseUrl);

  return {
    name: 'searxng',
    async search(query, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const ask = async () => {
        const response = await fetch(searchUrl(base, query), {
          headers: headersFor(base),
          redirect: 'manual', // the operator did not choose a redirect's target
          signal: AbortSignal.any([signal, timeout]),
        });
        if (!response.ok) {
          const words = await readText(response, REFUSAL_BYTES).catch(() => '');
          throw refusal(response.status, words, retryAfterMs(response.headers.get('retry-after'), Date.now()));
        }
        return hitsOf(await readJson(response));
      };
      try {
        return await ask().catch((error: unknown) => {
          if (wasReset(error)) return ask();
          throw error;
        });
      } catch (error) {
        signal.throwIfAborted();
        if (timeout.aborted)
          throw new SearchFailure('unavailable', `SearXNG did not answer within ${timeoutMs / 1000} s`, { cause: error });
        throw asFailure(error);
      }
    },
  };
}

/** A kept-alive connection may be closed just as it is reused. A search has no side effects, so it is retried. */
const wasReset = (error: unknown) =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  (error.cause.code === 'ECONNRESET' || error.cause.code === 'EPIPE' || error.cause.code === 'UND_ERR_SOCKET');

function baseOf(text: string): URL {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SearchFailure(
    'misconfigured',
    'SEARXNG_URL must be the http(s) address of a SearXNG instance, for example http://127.0.0.1:8080',
  );
}

function searchUrl(base: URL, { text, pageNumber }: SearchQuery): URL {
  const url = new URL('search', base);
  url.username = url.password = '';
  url.search = new URLSearchParams({ q: text, format: 'json', pageno: String(pageNumber + 1) }).toString();
  return url;
}

/** fetch refuses a URL with credentials: they are sent as a header (basic authentication). */
function headersFor({ username, password }: URL): Record<string, string> {
  const accept = { accept: 'application/json' };
  if (!username && !password) return accept;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { ...accept, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

const CAPTCHA = /captcha|are you (?:a )?(?:human|robot)|cf-chl|challenge-platform/i;

function refusal(status: number, words: string, retryAfterMs: number | undefined): SearchFailure {
  if (CAPTCHA.test(words)) {
    return new SearchFailure(
      'unavailable',
      `A guard in front of SearXNG asks for a CAPTCHA (status ${status}): use an instance of your own`,
    );
  }
  if (status === 403) {
    return new SearchFailure(
      'misconfigured',
      'SearXNG refuses to answer in JSON: add "json" to search.formats in its settings.yml and restart it',
    );
  }
  if (status === 401) return new SearchFailure('unauthorized', 'SearXNG asks for a user name and password: put them into SEARXNG_URL');
  if (status === 429) {
    return new SearchFailure(
      'rate_limited',
      'SearXNG limits how often it may be asked: wait, or set server.limiter to false in its settings.yml',
      { retryAfterMs },
    );
  }
  if (status >= 300 && status < 400)
    return new SearchFailure('misconfigured', 'SearXNG redirects to another address: SEARXNG_URL must be the one that it answers at');
  if (status === 404)
    return new SearchFailure('misconfigured', 'SearXNG has no /search: SEARXNG_URL must be the address of the instance itself');
  return new SearchFailure('unavailable', `SearXNG answered with status ${status}`);
}

function hitsOf(json: unknown): Hit[] {
  const parsed = answer.safeParse(json);
  if (!parsed.success) throw new SearchFailure('misconfigured', 'SearXNG did not answer like SearXNG: check SEARXNG_URL');

  const { results, unresponsive_engines: silent } = parsed.data;
  if (results.length === 0 && silent.length > 0) throw nothingFrom(silent);

  return results.flatMap((item, position) => {
    const { success, data } = result.safeParse(item);
    if (!success) return [];
    return {
      url: data.url,
      title: cleanLine(data.title ?? ''),
      snippet: cleanLine(data.content ?? ''),
      provider: 'searxng',
      position,
      ...(data.publishedDate ? { publishedAt: data.publishedDate } : {}),
    };
  });
}

function asFailure(error: unknown): SearchFailure {
  if (error instanceof SearchFailure) return error;
  if (error instanceof SyntaxError) {
    return new SearchFailure('misconfigured', 'SearXNG did not answer with JSON: check SEARXNG_URL', { cause: error });
  }
  if (error instanceof RangeError) return new SearchFailure('unavailable', `SearXNG: ${error.message}`, { cause: error });
  return new SearchFailure('unavailable', 'SearXNG cannot be reached: is it running at the address in SEARXNG_URL?', { cause: error });
}
