import { fitting, type SearchProvider } from '../agent/search/provider.ts';
import type { Database } from '../db/connection/client.ts';
import { listSources } from '../db/queries/collections/collection.ts';
import { callerOf } from '../domain/caller/caller.ts';
import type { CountedCollection } from '../domain/page/collection.ts';
import type { Webset } from '../domain/webset.ts';
import type { WorkerDeps } from './worker-deps.ts';

const INDEX = 'index';

/** What a run searches: collections of pages, by their ids, and the providers that are asked. */
export interface Sources {
  collectionIds: string[];
  providers: SearchProvider[];
  /** Whether some of the collections are not the samples. */
  hasOwn: boolean;
}

/**
 * The collections that the webset names; else its owner's and the operator's. The web where it is on and the webset does not leave it out; the samples only
 * where there is nothing else, unless they are named. Of another account's collections none, whoever named them; of the owner's only the named ones where somebody with
 * whom it is shared runs it. A recording asks whom it asked.
 */
export async function sourcesOf(
  deps: Pick<WorkerDeps, 'providers' | 'script'> & { db: Database },
  webset: Webset,
  caller: string | null,
): Promise<Sources> {
  const known = fitting(deps.providers, webset.category);
  const web = webset.searchWeb ? known.filter(({ name }) => name !== INDEX) : [];
  const index = known.filter(({ name }) => name === INDEX);
  const { collectionIds: named, ownerId } = webset;
  const isOwners = named !== null || caller === null || caller === callerOf(ownerId, null);
  const found = await listSources(deps.db, { collectionIds: named, ownerId: isOwners ? ownerId : null });
  const searched = named === null ? usual(found, web.length > 0) : found;
  const collectionIds = searched.map(({ id }) => id);
  const hasOwn = searched.some(({ kind }) => kind !== 'samples');
  if (deps.script) return { collectionIds, hasOwn, providers: known };
  return { collectionIds, hasOwn, providers: collectionIds.length > 0 || web.length === 0 ? [...index, ...web] : web };
}

/** Of the collections that an unnamed search may use those that hold pages, or files that are being read; the samples where there is nothing else. */
function usual(found: readonly CountedCollection[], hasWeb: boolean): CountedCollection[] {
  const held = found.filter(({ pages, files }) => pages + files.waiting > 0);
  const own = held.filter(({ kind }) => kind !== 'samples');
  return own.length > 0 || hasWeb ? own : held;
}
