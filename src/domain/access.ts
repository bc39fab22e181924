import type { SharedWebset } from './caller/share.ts';
import type { Collection } from './page/collection.ts';
import type { Webset } from './webset-state.ts';

/** The caller. `userId` is null when nobody is signed in. */
export interface Viewer {
  userId: string | null;
  /** Hash of the network address from which an account less than a day old was created. */
  newFrom?: string | null;
  /** The share that the caller came by. It opens its own webset and nothing else. */
  share?: SharedWebset;
}

export const ANONYMOUS: Viewer = { userId: null };

/**
 * An owned webset opens to its owner; one without an owner to anyone who has its id (spec section 5). A share opens its own webset only.
 */
export const mayOpen = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) =>
  viewer.share ? viewer.share.websetId === webset.id : mayHave(viewer, webset);

/** Everyone who may open a webset may change it, except through a read-only share. */
export const mayEdit = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) =>
  mayOpen(viewer, webset) && viewer.share?.access !== 'read';

/** Only callers who open a webset by its own id may delete or share it. */
export const mayOwn = (viewer: Viewer, webset: Pick<Webset, 'id' | 'ownerId'>) => !viewer.share && mayOpen(viewer, webset);

/** What an account created belongs to that account; the rest belongs to anyone who has its id. */
export const mayHave = (viewer: Viewer, made: Pick<Webset, 'ownerId'>) => made.ownerId === null || made.ownerId === viewer.userId;

/** The account whose rights apply when a viewer changes a webset: the viewer's own or, through a share for editing, the owner's. */
export const rightOf = ({ userId, share }: Viewer, websetId: string): string | null => {
  if (!share) return userId;
  return share.websetId === websetId && share.access === 'edit' ? share.ownerId : null;
};

/** The operator's collections open to everyone, an account's to that account, one uploaded without an account to anyone who has its id. */
export const mayRead = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind !== 'uploaded' || collection.ownerId === null || collection.ownerId === viewer.userId;

/** Those who may read an uploaded collection may change it; the operator's and the samples change through commands only. */
export const mayChange = (viewer: Viewer, collection: Pick<Collection, 'kind' | 'ownerId'>) =>
  collection.kind === 'uploaded' && mayRead(viewer, collection);
