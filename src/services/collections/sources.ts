import { createHash } from 'node:crypto';
import { updateSources } from '../../db/queries/websets/webset.ts';
import { Fault } from '../../domain/errors.ts';
import { COLLECTIONS_MAX, type SourcesChange } from '../../domain/page/collection.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { holdRestingWebset, openWebset } from '../open.ts';
import { aliasesOf } from '../share/masks.ts';
import { collectionNotFound, openCollection } from './open.ts';

/** What names a collection among those of a webset and opens nothing: for who comes by a share another one than for others. */
export const keyOf = ({ viewer }: Pick<Call, 'viewer'>, websetId: string, id: string): string =>
  viewer.share ? aliasesOf(viewer.share).of(id) : createHash('sha256').update(`${websetId} ${id}`).digest('base64url').slice(0, 22);

/**
 * Sets what a webset searches from its next run on. BAD_REQUEST for nothing, NOT_FOUND and FORBIDDEN for collections that the caller or
 * the owner may not search, CONFLICT while a run is alive.
 */
export async function setSources(call: Call, websetId: string, change: SourcesChange): Promise<OpenedWebset> {
  const added = change.usual ? [] : [...new Set(change.collectionIds ?? [])];
  const owners: (string | null)[] = [];
  for (const id of added) owners.push((await openCollection(call, id)).ownerId);
  await call.db.transaction(async (tx) => {
    const { ownerId, collectionIds: named, searchWeb: before } = await holdRestingWebset(call, tx, websetId);
    if ((change.usual || added.length > 0) && call.viewer.share)
      throw new Fault('FORBIDDEN', 'Through a share no further collections are searched');
    if (owners.some((owner) => owner !== null && owner !== ownerId))
      throw new Fault('FORBIDDEN', 'A webset searches the collections of its own account alone: claim it first');
    const byKey = new Map(named?.map((id) => [keyOf(call, websetId, id), id]));
    const kept = change.keep?.map((key) => byKey.get(key)) ?? named ?? [];
    if (kept.includes(undefined)) throw collectionNotFound();
    const ids = [...new Set([...kept, ...added])] as string[];
    const isUsual = change.usual || (named === null && added.length === 0);
    const searchWeb = change.searchWeb ?? (change.usual || before);
    if (!isUsual && ids.length === 0 && !searchWeb) throw new Fault('BAD_REQUEST', 'A request searches a collection at least, or the web');
    if (ids.length > COLLECTIONS_MAX) throw new Fault('BAD_REQUEST', `A request searches ${COLLECTIONS_MAX} collections at most`);
    await updateSources(tx, websetId, { collectionIds: isUsual ? null : ids, searchWeb });
  });
  return openWebset(call, websetId);
}
