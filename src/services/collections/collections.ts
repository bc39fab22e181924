import { type CountedCollection, listCollectionsFor } from '../../db/queries/collections/collection.ts';
import type { Call } from '../call.ts';

/** How many pages the caller may search that were indexed or uploaded here, and how many of them are sample pages. */
export interface IndexedPages {
  all: number;
  samples: number;
}

/** The collections that the caller may search without naming them: those of the caller's account, the operator's and the samples. */
export const listCollections = ({ db, viewer }: Call): Promise<CountedCollection[]> => listCollectionsFor(db, viewer.userId);

export async function countIndexedPages(call: Call): Promise<IndexedPages> {
  const counts: IndexedPages = { all: 0, samples: 0 };
  for (const { kind, pages } of await listCollections(call)) {
    counts.all += pages;
    if (kind === 'samples') counts.samples += pages;
  }
  return counts;
}
