import type { SearchQuery, ServiceCalls } from '../../agent/ports.ts';
import { REMEMBERED } from '../../agent/search/patience.ts';
import { SearchFailure, type SearchProvider } from '../../agent/search/provider.ts';
import type { Database } from '../../db/connection/client.ts';
import { findPause, setPause } from '../../db/queries/shared/pause.ts';

const PROVIDER_REST_MS = 60_000;

/**
 * A provider with pauses that all workers share: the stated time or a minute after a rate limit, a minute without an answer, and while its
 * calls crash workers.
 */
export function politeProvider(db: Database, calls: Pick<ServiceCalls, 'watch'>, provider: SearchProvider): SearchProvider {
  const key = `provider:${provider.name}`;
  return {
    ...provider,
    async search(query: SearchQuery, signal) {
      const { ms, reason } = await findPause(db, key);
      if (ms > 0) throw new SearchFailure('rate_limited', `${reason ?? 'it is asked too often'} (rests for ${Math.ceil(ms / 1000)} s)`);
      try {
        return await calls.watch(
          key,
          () => provider.search(query, signal),
          (why) => new SearchFailure('unavailable', why),
        );
      } catch (error) {
        const isFirst = error instanceof SearchFailure && error.cause !== REMEMBERED; // otherwise an operator may have ended the pause
        if (isFirst && (error.kind === 'rate_limited' || error.retryAfterMs !== undefined))
          await setPause(db, key, error.retryAfterMs ?? PROVIDER_REST_MS, error.message);
        throw error;
      }
    },
  };
}
