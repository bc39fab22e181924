import type { PageIndex } from '../../ports.ts';
import { SearchFailure, type SearchProvider } from '../provider.ts';

/** Hits in an answer. */
export const INDEX_PAGE = 50;

/** Search over the pages of collections. A hit includes its stored page, so that it is not fetched. */
export function openIndexSearch(index: PageIndex, limit = INDEX_PAGE): SearchProvider {
  return {
    name: 'index',
    async search(query, signal) {
      signal.throwIfAborted();
      const hits = await index.search(query, limit);
      if (hits.length === 0 && (await index.size(query)) === 0) {
        throw new SearchFailure('misconfigured', 'nothing is indexed yet: npm run webset -- index <folder>');
      }
      signal.throwIfAborted();
      return hits.map((hit) => ({ ...hit, provider: 'index' }));
    },
  };
}
