import type { ChosenSearch } from '../../agent/search/learn/choose.ts';
import { INDEX_PAGE } from '../../agent/search/providers/index-provider.ts';
import { EVERY_PAGE } from '../../domain/page/every-page.ts';
import type { Scope } from '../scope.ts';
import type { Standing } from './standing.ts';

/**
 * The number of pages to read through: all of the run's collections, if nothing else is searched and its limits allow it; queries then only
 * set the order. Null: queries select the pages. The samples are read through only if the webset names them.
 */
export async function readThrough({ deps, run, sources, webset }: Scope): Promise<number | null> {
  const { collectionIds, providers, hasOwn } = sources;
  const isChosen = hasOwn || webset.collectionIds !== null;
  if (deps.script || !isChosen || collectionIds.length === 0 || providers.some(({ name }) => name !== 'index')) return null;
  const pages = await deps.ports.index.size({ collectionIds });
  return pages > 0 && pages <= run.maxPages && Math.ceil(pages / INDEX_PAGE) <= run.maxSearches ? pages : null;
}

/** The remaining searches that return every page. */
export function everyPage(pages: number, { queries }: Standing): ChosenSearch[] {
  const made = queries.find(({ text }) => text === EVERY_PAGE)?.pages.length ?? 0;
  return Array.from({ length: Math.ceil(pages / INDEX_PAGE) }, (_, page) => ({
    text: EVERY_PAGE,
    family: 'plan' as const,
    page,
    why: null,
  })).slice(made);
}
