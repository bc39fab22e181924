import { fitting, type SearchProvider } from '../agent/search/provider.ts';
import type { Database } from '../db/connection/client.ts';
import { listSources } from '../db/queries/collections/collection.ts';
import { callerOf } from '../domain/caller/caller.ts';
import type { CountedCollection } from '../domain/page/collection.ts';
import type { Webset } from '../domain/webset-state.ts';
import type { WorkerDeps } from './worker-deps.ts';

const INDEX = 'index';

/** What a run searches: collections by id, and search providers. */
export interface Sources {
  collectionIds: string[];
  providers: SearchProvider[];
  /** Whether any of the collections is not the samples. */
  hasOwn: boolean;
}

/**
 * The collections that the webset names, else its owner's and the operator's; the web, if on and not excluded; the samples only if named or
 * alone. For a run through a share, only named collections of the owner count. A replay uses the recorded sources.
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

/** Of the collections for an unnamed search, those with pages or with files being read; the samples if there is nothing else. */
function usual(found: readonly CountedCollection[], hasWeb: boolean): CountedCollection[] {
  const held = found.filter(({ pages, files }) => pages + files.waiting > 0);
  const own = held.filter(({ kind }) => kind !== 'samples');
  return own.length > 0 || hasWeb ? own : held;
}
