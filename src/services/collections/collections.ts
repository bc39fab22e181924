import * as db from '../../db/queries/collections/collection.ts';
import { countUploadedBytes, listFailedFiles } from '../../db/queries/collections/file.ts';
import { lockUser } from '../../db/queries/websets/account.ts';
import { Fault, unauthorized } from '../../domain/errors.ts';
import { COLLECTIONS_MAX, type Collection, type CountedCollection, type FailedFile } from '../../domain/page/collection.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { write } from '../limits.ts';
import { signedIn } from '../open.ts';
import { holdOwnCollection, openCollection, openOwnCollection } from './open.ts';
import { keyOf } from './sources.ts';

/** A collection that a webset names, with what names it there. */
export type NamedCollection = CountedCollection & { key: string };

/** How many pages the caller may search that were indexed or uploaded here, and how many of them are sample pages. */
export interface IndexedPages {
  all: number;
  samples: number;
}

/** The collections that the caller may search without naming them: those of the caller's account, the operator's and the samples. */
export const listCollections = (call: Call): Promise<CountedCollection[]> => db.listCollectionsFor(call.db, call.viewer.userId);

export const getCollection = openCollection;

/** Those that a webset names and may search, as far as the caller may read them; null where it names none. */
export async function listNamed(call: Call, webset: OpenedWebset): Promise<NamedCollection[] | null> {
  const named = webset.collectionIds && (await db.listSearchable(call.db, webset.collectionIds, webset.ownerId));
  return named ? named.map((one) => ({ ...one, key: keyOf(call, webset.id, one.id) })) : null;
}

export async function countIndexedPages(call: Call): Promise<IndexedPages> {
  const counts: IndexedPages = { all: 0, samples: 0 };
  for (const { kind, pages } of await listCollections(call)) {
    counts.all += pages;
    if (kind === 'samples') counts.samples += pages;
  }
  return counts;
}

/** The files of a collection that could not be read, a hundred at most: of one that the caller may change, to the others none. */
export const listFailedOf = (call: Call, { id }: Pick<Collection, 'id'>): Promise<FailedFile[]> => listFailedFiles(call.db, id);

export async function renameCollection(call: Call, id: string, name: string): Promise<CountedCollection> {
  await write(call, name);
  const opened = await openOwnCollection(call, id);
  await call.db.transaction(async (tx) => {
    await holdOwnCollection(tx, opened);
    await db.updateCollectionName(tx, id, name);
  });
  return openCollection(call, id);
}

/** Removes a collection with its files: nothing searches it any more. Rows that quote it keep their quotes. */
export async function removeCollection(call: Call, id: string): Promise<void> {
  const opened = await openOwnCollection(call, id);
  await call.db.transaction(async (tx) => {
    await holdOwnCollection(tx, opened);
    await db.deleteCollection(tx, id);
  });
}

/**
 * Makes collections without an account the caller's. Returns the caller's; missing ones and other people's are left out alike.
 * UNAUTHORIZED when nobody is signed in, CONFLICT where the account would have too much.
 */
export async function claimCollections(call: Call, ids: readonly string[]): Promise<string[]> {
  const ownerId = signedIn(call);
  await call.db.transaction(async (tx) => {
    // the account first, as its deletion does; two claims at once are counted one after the other
    if ((await lockUser(tx, ownerId)).length === 0) throw unauthorized();
    const free = await db.holdUnowned(tx, ids);
    if (free.length === 0) return;
    if ((await db.countCollectionsOf(tx, ownerId)) + free.length > COLLECTIONS_MAX)
      throw new Fault('CONFLICT', `An account has ${COLLECTIONS_MAX} collections at most`);
    await db.setOwner(
      tx,
      free.map(({ id }) => id),
      ownerId,
    );
    if ((await countUploadedBytes(tx, { ownerId })) > call.uploads.bytesPerAccount)
      throw new Fault('CONFLICT', 'The account would keep more than it may: remove a collection first');
  });
  const mine = new Set((await db.listCollectionsFor(call.db, ownerId)).filter((one) => one.ownerId === ownerId).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => mine.has(id));
}
