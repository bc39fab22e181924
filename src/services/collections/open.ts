import { findCollection } from '../../db/queries/collections/collection.ts';
import { mayChange, mayRead } from '../../domain/access.ts';
import { Fault } from '../../domain/errors.ts';
import type { CountedCollection } from '../../domain/page/collection.ts';
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
