import type { Tx } from '../../db/connection/client.ts';
import { findCollection, lockCollection } from '../../db/queries/collections/collection.ts';
import { mayChange, mayRead } from '../../domain/access.ts';
import { Fault } from '../../domain/errors.ts';
import type { Collection, CountedCollection } from '../../domain/page/collection.ts';
import type { Call } from '../call.ts';

export const collectionNotFound = () => new Fault('NOT_FOUND', 'Collection not found');

/** A collection that the caller may read. NOT_FOUND when there is none, FORBIDDEN when it is another user's. */
export async function openCollection({ db, viewer }: Call, id: string): Promise<CountedCollection> {
  const collection = await findCollection(db, id);
  if (!collection) throw collectionNotFound();
  if (!mayRead(viewer, collection)) throw new Fault('FORBIDDEN', 'This collection belongs to another user');
  return collection;
}

/** One that the caller may change: FORBIDDEN for the operator's and the samples. */
export async function openOwnCollection(call: Call, id: string): Promise<CountedCollection> {
  const collection = await openCollection(call, id);
  if (!mayChange(call.viewer, collection)) throw new Fault('FORBIDDEN', 'The operator of this service keeps this collection');
  return collection;
}

/** Holds one that was opened against every change until the transaction ends. NOT_FOUND where it is gone, or somebody else's by now. */
export async function holdOwnCollection(tx: Tx, { id, ownerId }: Pick<Collection, 'id' | 'ownerId'>): Promise<void> {
  const held = await lockCollection(tx, id);
  if (!held || held.ownerId !== ownerId) throw collectionNotFound();
}
