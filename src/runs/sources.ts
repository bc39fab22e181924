import { fitting, type SearchProvider } from '../agent/search/provider.ts';
import type { Database } from '../db/connection/client.ts';
import { listSources } from '../db/queries/collections/collection.ts';
import type { Webset } from '../domain/webset.ts';
import type { WorkerDeps } from './worker-deps.ts';

const INDEX = 'index';

/** What a run searches: collections of pages, by their ids, and the providers that are asked. */
export interface Sources {
  collectionIds: string[];
  providers: SearchProvider[];
}

/**
 * The collections that the webset names; else its owner's and the operator's. The web where it is on and the webset does not leave it out; the samples only
 * where there is nothing else, unless they are named. Of another account's collections none, whoever named them. A recording asks whom it asked.
 */
export async function sourcesOf(deps: Pick<WorkerDeps, 'providers' | 'script'> & { db: Database }, webset: Webset): Promise<Sources> {
  const known = fitting(deps.providers, webset.category);
  const web = webset.searchWeb ? known.filter(({ name }) => name !== INDEX) : [];
  const index = known.filter(({ name }) => name === INDEX);
  const found = await listSources(deps.db, webset);
  const held = found.filter(({ pages }) => pages > 0);
  const own = webset.collectionIds === null ? held.filter(({ kind }) => kind !== 'samples') : held;
  const searched = own.length > 0 || web.length > 0 || webset.collectionIds !== null ? own : held;
  const collectionIds = searched.map(({ id }) => id);
  if (deps.script) return { collectionIds, providers: known };
  return { collectionIds, providers: collectionIds.length > 0 || web.length === 0 ? [...index, ...web] : web };
}
