import type { SharedWebset } from './caller/share.ts';
import type { Collection } from './page/collection.ts';
import type { Webset } from './webset.ts';

/** Who is calling. Nobody signed in: `userId` is null. */
export interface Viewer {
  userId: string | null;
  /** Where an account of less than a day was made, as a hash. */
  newFrom?: string | null;
  /** The share that the caller came by: nothing but its webset opens then. */
  share?: SharedWebset;
}

export const ANONYMOUS: Viewer = { userId: null };

/** An owned webset opens to its owner only; one without an owner to anyone who holds its id (spec section 5). Through a share its webset opens alone. */
export const mayOpen = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) =>
  viewer.share ? viewer.share.websetId === webset.id : mayHave(viewer, webset);

/** Whoever may open a webset changes it, except through a share that reads. */
export const mayEdit = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) =>
  mayOpen(viewer, webset) && viewer.share?.access !== 'read';

/** It is deleted and shared by those who open it by its own id. */
export const mayOwn = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) => !viewer.share && mayOpen(viewer, webset);

/** What was made by an account is the account's; without one, of whoever holds its id. */
export const mayHave = (viewer: Viewer, made: Pick<Webset, 'ownerId'>) => made.ownerId === null || made.ownerId === viewer.userId;

/** The account by whose right a viewer changes a webset: the viewer's own, or that of its owner, who shares it to be edited. */
export const rightOf = ({ userId, share }: Viewer, websetId: string): string | null => {
  if (!share) return userId;
  return share.websetId === websetId && share.access === 'edit' ? share.ownerId : null;
};

/** A collection of the operator's opens to everybody, an account's to that account, one uploaded without an account to whoever holds its id. */
export const mayRead = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind !== 'uploaded' || collection.ownerId === null || collection.ownerId === viewer.userId;

/** What was uploaded is changed by whoever may read it; the operator's and the samples by commands alone. */
export const mayChange = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind === 'uploaded' && mayRead(viewer, collection);
