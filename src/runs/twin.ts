import { type Seen, siteOf } from '../agent/entity/identity.ts';
import { areTextsAlike, areTitlesAlike } from '../agent/entity/sameness.ts';
import type { Tx } from '../db/connection/client.ts';
import { findRowOf, listNeighbours } from '../db/queries/rows/row.ts';
import { findPage } from '../db/queries/shared/page.ts';
import type { StoredPage } from '../domain/page/page.ts';

const COMPARED = 10;

/** What a page is known by within its webset. */
export interface Identity {
  key: string;
  site: string;
  /** Where it was found, before and after redirects. */
  sources: string[];
}

export const identityOf = (key: string, { url, foundAt = url }: Pick<Seen, 'url' | 'foundAt'>): Identity => ({
  key,
  site: siteOf(url),
  sources: [...new Set([foundAt, url])],
});

/**
 * The row that the webset has of a page's entity already: by its key, by the very same words (a mirror), or by a title and text that are
 * nearly the same. Null when there is none. Within a checkpoint nobody else of this webset can add one in between.
 */
export async function findTwin(tx: Tx, websetId: string, { key, site }: Identity, page: StoredPage): Promise<string | null> {
  const known = await findRowOf(tx, websetId, key);
  if (known !== null) return known;
  const neighbours = await listNeighbours(tx, websetId, { site, title: page.title, sha256: page.sha256 });
  const mirror = neighbours.find(({ sha256 }) => sha256 === page.sha256);
  if (mirror) return mirror.id;
  for (const { id, pageId } of neighbours.filter(({ title }) => areTitlesAlike(title, page.title)).slice(0, COMPARED)) {
    const other = await findPage(tx, pageId);
    if (other && areTextsAlike(other, page)) return id;
  }
  return null;
}
