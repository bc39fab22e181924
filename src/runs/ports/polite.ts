import { FetchFailure } from '../../agent/fetch/failure.ts';
import type { Fetcher } from '../../agent/fetch/fetcher.ts';
import type { Clock, SearchQuery } from '../../agent/ports.ts';
import { SearchFailure, type SearchProvider } from '../../agent/search/provider.ts';
import type { Database } from '../../db/connection/client.ts';
import { findPause, setPause } from '../../db/queries/shared/pause.ts';

const PROVIDER_REST_MS = 60_000;
const HOST_REST_MS = 30_000;
const WAIT_MAX_MS = 60_000;

interface Shared {
  db: Database;
  clock: Clock;
}

/** A provider that all workers leave alone for as long as it said, or a minute, once it said that it is asked too often. */
export function politeProvider({ db }: Shared, provider: SearchProvider): SearchProvider {
  const key = `provider:${provider.name}`;
  return {
    ...provider,
    async search(query: SearchQuery, signal) {
      const { ms, reason } = await findPause(db, key);
      if (ms > 0) throw new SearchFailure('rate_limited', `${reason ?? 'it is asked too often'} (rests for ${Math.ceil(ms / 1000)} s)`);
      try {
        return await provider.search(query, signal);
      } catch (error) {
        if (error instanceof SearchFailure && error.kind === 'rate_limited')
          await setPause(db, key, error.retryAfterMs ?? PROVIDER_REST_MS, error.message);
        throw error;
      }
    },
  };
}

/** A fetcher that, in all workers, leaves a host alone which said that it is asked too often, or cannot serve now. But for `unhurried` hosts. */
export function politeFetcher({ db, clock }: Shared, fetcher: Fetcher, { unhurried }: { unhurried: readonly string[] }): Fetcher {
  const rest = async (url: URL, signal: AbortSignal) => {
    const { ms } = await findPause(db, `host:${url.hostname}`);
    if (ms > WAIT_MAX_MS) throw new FetchFailure('http_status', `${url.host} asked to be left alone for ${Math.ceil(ms / 1000)} s`);
    if (ms > 0) await clock.sleep(ms, signal);
  };
  return {
    async fetch(address, signal, known) {
      const url = URL.parse(address);
      if (url && !unhurried.includes(url.host)) await rest(url, signal);
      try {
        return await fetcher.fetch(address, signal, known);
      } catch (error) {
        if (url && error instanceof FetchFailure && (error.status === 429 || error.status === 503))
          await setPause(db, `host:${url.hostname}`, error.retryAfterMs ?? HOST_REST_MS, error.message);
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => fetcher[Symbol.asyncDispose](),
  };
}
