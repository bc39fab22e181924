import type { Collection } from './page/collection.ts';
import type { Webset } from './webset.ts';

/** Who is calling. Nobody signed in: `userId` is null. */
export interface Viewer {
  userId: string | null;
  /** Where an account of less than a day was made, as a hash. */
  newFrom?: string | null;
}

export const ANONYMOUS: Viewer = { userId: null };

/** An owned webset opens to its owner only; one without an owner to anyone who holds its id (spec section 5). */
export const mayOpen = (viewer: Viewer, webset: Pick<Webset, 'ownerId'>) => webset.ownerId === null || webset.ownerId === viewer.userId;

/** A collection of the operator's opens to everybody, an account's to that account, one uploaded without an account to whoever holds its id. */
export const mayRead = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind !== 'uploaded' || collection.ownerId === null || collection.ownerId === viewer.userId;

/** What was uploaded is changed by whoever may read it; the operator's and the samples by commands alone. */
export const mayChange = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind === 'uploaded' && mayRead(viewer, collection);
