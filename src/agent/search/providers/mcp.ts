import { literalOf, type Resolve } from '../../fetch/address.ts';
import { FetchFailure, type FetchFailureCode } from '../../fetch/fetch-failure.ts';
import { openVettedFetch } from '../../fetch/vetted-fetch.ts';
import type { SearchQuery } from '../../ports.ts';
import { type Connection, connect } from '../mcp/connection.ts';
import { hitsOf, type ToolResult } from '../mcp/hits.ts';
import { argumentsFor, toolFor } from '../mcp/tool.ts';
import { limited, openPatience, retryAfterMs, silent } from '../patience.ts';
import { plainLine } from '../plain.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';
import type { KeyedOptions } from '../search-service.ts';

const NAMES = { label: 'The MCP server', setting: 'MCP' };
const SETTING = 'MCP_SEARCH_URL';
const MAX_BYTES = 4 * 1024 * 1024;
/** A shorter value in an address is not a key. */
const SECRET_MIN = 6;
/** Public servers without a key do not publish their limits: one search a second is modest. The operator's own machines have no pause. */
const EVERY_MS = 1000;

export interface McpOptions extends Omit<KeyedOptions, 'fetch'> {
  /** The name of the tool that searches; absent: it is found by its name. */
  tool?: string | undefined;
  /** `host:port` that may be requested without being public, besides an IP address or a name without dots in `baseUrl`. */
  allowPrivate?: readonly string[];
  /** Resolves host names; by default the system does. */
  resolve?: Resolve;
}

/** Search by a tool of an MCP server (modelcontextprotocol.io) over Streamable HTTP. The first search opens a session, which is reused. */
export function openMcp({
  baseUrl = '',
  key,
  tool,
  allowPrivate = [],
  resolve,
  clock,
  turns,
  timeoutMs = 30_000,
}: McpOptions): SearchProvider {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) throw new SearchFailure('misconfigured', `${SETTING} must be an http or https URL`);
  const own = ownPlace(url);
  const patience = openPatience(NAMES, own.length > 0 ? 0 : EVERY_MS, { clock, turns });
  const fetch = openVettedFetch({ allowPrivate: [...allowPrivate, ...own], maxBytes: MAX_BYTES, ...(resolve && { resolve }) });
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const refusal = (response: Response) => refusalOf(response, key !== undefined, clock.now());
  const secrets = [key ?? '', ...url.searchParams.values()].filter((text) => text.length >= SECRET_MIN);
  /** A server may repeat the key in its answer. */
  const redacted = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  let session: Connection | null = null;

  async function once(query: SearchQuery, signal: AbortSignal): Promise<ToolResult | null> {
    const reused = session;
    session ??= await connect({ url: url as URL, headers, fetch, refusal }, signal);
    try {
      const found = toolFor(session.tools, tool);
      const input = argumentsFor(found, query);
      return input ? await session.call(found.name, input, signal) : null;
    } catch (error) {
      session.close();
      session = null;
      if (reused && isEnded(error) && !signal.aborted) return once(query, signal);
      throw error;
    }
  }

  return {
    name: 'mcp',
    search: (query, signal) =>
      patience.ask(async () => {
        const timeout = AbortSignal.timeout(timeoutMs);
        try {
          const result = await once(query, AbortSignal.any([signal, timeout]));
          return (result ? hitsOf(result, redacted) : []).map((hit) => ({
            ...hit,
            title: redacted(hit.title),
            snippet: redacted(hit.snippet),
          }));
        } catch (error) {
          signal.throwIfAborted();
          if (timeout.aborted) throw silent(NAMES, timeoutMs, error);
          throw failureOf(error, redacted);
        }
      }, signal),
  };
}

/**
 * The operator's own machine, if it is an IP address or a name without dots: it may be private. A domain name must resolve to public
 * addresses.
 */
function ownPlace({ hostname, port, protocol }: URL): string[] {
  const isOwn = literalOf(hostname) !== null || !hostname.includes('.');
  return isOwn ? [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`] : [];
}

/** Servers report an expired session by 404, some by 400. */
const isEnded = (error: unknown) => error instanceof SearchFailure && error.cause === 'session';

// Callers read these messages: they name settings, never the address.

function refusalOf({ status, headers }: Response, isKeyed: boolean, now: number): SearchFailure {
  if (status >= 300 && status < 400)
    return new SearchFailure('misconfigured', `${NAMES.label} redirects to another address: ${SETTING} must be the one that it answers at`);
  if (status === 401 || status === 403)
    return new SearchFailure(
      'unauthorized',
      isKeyed
        ? `${NAMES.label} does not accept MCP_SEARCH_KEY (status ${status})`
        : `${NAMES.label} asks for a key (status ${status}): set MCP_SEARCH_KEY`,
    );
  const wait = retryAfterMs(headers.get('retry-after'), now);
  if (status === 429 || (status === 503 && wait !== undefined)) return limited(NAMES, wait);
  if (status === 402) return new SearchFailure('rate_limited', `${NAMES.label} asks for payment: its quota is used up`);
  if (status === 400 || status === 404 || status === 405 || status === 406)
    return new SearchFailure('misconfigured', `${NAMES.label} has no Streamable HTTP at ${SETTING} (status ${status})`, {
      cause: 'session',
    });
  return new SearchFailure('unavailable', `${NAMES.label} answered with status ${status}`);
}

/** Failures of the connection, in words for the operator. */
const ON_THE_WAY: Partial<Record<FetchFailureCode, string>> = {
  blocked_address: `${SETTING} leads to an address that is not public: FETCH_ALLOW_PRIVATE must name its host and port`,
  bad_url: `${SETTING} names a port that is asked only where FETCH_ALLOW_PRIVATE names its host and port`,
};

/** A SearchFailure for an error of the library or the connection. */
function failureOf(error: unknown, redacted: (text: string) => string): SearchFailure {
  if (error instanceof SearchFailure) return error;
  if (error instanceof FetchFailure) {
    const words = ON_THE_WAY[error.code];
    if (words) return new SearchFailure('misconfigured', words, { cause: error });
    const why = error.code === 'too_large' ? error.message : `cannot be reached: is it running at the address in ${SETTING}?`;
    return new SearchFailure('unavailable', `${NAMES.label}: ${why}`, { cause: error });
  }
  const { name = '', message = '' } = error instanceof Error ? error : {};
  const said =
    name === 'McpError'
      ? ` (${plainLine(redacted(message.slice(0, 2000)))
          .slice(0, 200)
          .toWellFormed()})`
      : '';
  return new SearchFailure('misconfigured', `${NAMES.label} did not answer as MCP says${said}: check ${SETTING}`, { cause: error });
}
