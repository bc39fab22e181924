import * as db from '../../db/queries/collections/collection.ts';
import { countFiles, listFailedFiles } from '../../db/queries/collections/file.ts';
import type { Collection, CountedCollection, FailedFile, FileCounts } from '../../domain/page/collection.ts';
import type { OpenedWebset } from '../../domain/webset.ts';
import type { Call } from '../call.ts';
import { write } from '../limits.ts';
import { openCollection, openOwnCollection } from './open.ts';

/** How many pages the caller may search that were indexed or uploaded here, and how many of them are sample pages. */
export interface IndexedPages {
  all: number;
  samples: number;
}

/** The collections that the caller may search without naming them: those of the caller's account, the operator's and the samples. */
export const listCollections = (call: Call): Promise<CountedCollection[]> => db.listCollectionsFor(call.db, call.viewer.userId);

export const getCollection = openCollection;

/** Those that a webset names and may search, as far as the caller may read them; null where it names none. */
export async function listNamed(call: Call, { collectionIds, ownerId }: OpenedWebset): Promise<CountedCollection[] | null> {
  return collectionIds && db.listSearchable(call.db, collectionIds, ownerId);
}

export async function countIndexedPages(call: Call): Promise<IndexedPages> {
  const counts: IndexedPages = { all: 0, samples: 0 };
  for (const { kind, pages } of await listCollections(call)) {
    counts.all += pages;
    if (kind === 'samples') counts.samples += pages;
  }
  return counts;
}

export const countFilesOf = (call: Call, { id }: Pick<Collection, 'id'>): Promise<FileCounts> => countFiles(call.db, id);

/** The files of a collection that could not be read, a hundred at most: of one that the caller may change, to the others none. */
export const listFailedOf = (call: Call, { id }: Pick<Collection, 'id'>): Promise<FailedFile[]> => listFailedFiles(call.db, id);

export async function renameCollection(call: Call, id: string, name: string): Promise<CountedCollection> {
  await write(call, name);
  await openOwnCollection(call, id);
  await db.updateCollectionName(call.db, id, name);
  return openCollection(call, id);
}

/** Removes a collection with its files: nothing searches it any more. Rows that quote it keep their quotes. */
export async function removeCollection(call: Call, id: string): Promise<void> {
  await openOwnCollection(call, id);
  await db.deleteCollection(call.db, id);
}
