import { findCollectionByToken } from '../../db/queries/collections/collection.ts';
import { findEntryText } from '../../db/queries/collections/entry.ts';
import { mayRead } from '../../domain/access.ts';
import type { Call } from '../call.ts';

/** The canonical text of a file that this service serves; null when there is none, or the caller may not read its collection. */
export async function readFileText({ db, viewer }: Call, token: string, path: string): Promise<string | null> {
  const collection = await findCollectionByToken(db, token);
  return collection && mayRead(viewer, collection) ? findEntryText(db, collection.id, path) : null;
}
