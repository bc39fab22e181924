import { listCollections } from '../db/queries/shared/page.ts';
import { SAMPLE_COLLECTION } from '../domain/page/samples.ts';
import type { Call } from './call.ts';

/** How many pages a search of the index goes through, and how many of them are sample pages. */
export interface IndexedPages {
  all: number;
  samples: number;
}

export async function countIndexedPages({ db }: Call): Promise<IndexedPages> {
  const counts: IndexedPages = { all: 0, samples: 0 };
  for (const { collection, pages } of await listCollections(db)) {
    counts.all += pages;
    if (collection.startsWith(SAMPLE_COLLECTION)) counts.samples += pages;
  }
  return counts;
}
