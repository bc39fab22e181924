import type { PageFacts } from '../../agent/entity/examine.ts';
import type { PageTime } from '../../agent/entity/examiner.ts';
import { isIdentifier, registeredIn } from '../../agent/entity/identifier.ts';
import { leftAlone, ReadFailure } from '../../agent/read/failure.ts';
import { rekeyRow } from '../../db/queries/rows/neighbour.ts';
import { findRow, findRowOf, listSources } from '../../db/queries/rows/row.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import { checkpoint } from '../checkpoint.ts';
import type { Scope } from '../scope.ts';

/** What a page is known by within its webset. */
export interface Identity {
  key: string;
  /** The identifier that it names without proof. */
  identifier: string | null;
  site: string;
  /** The key of its address alone, by which it is known as a further page of a row. */
  address: string;
  /** What the thing is called that it is about, and the site that it states as that thing's own. */
  name: string;
  website: string | null;
  /** Where it was found, before and after redirects. */
  sources: string[];
}

export interface Known {
  identity: Identity;
  listed: PageFacts['listed'];
  left: PageTime;
}

/** What a page is: looked through in a thread, its identifier asked for at its registry. A page at which its thread was ended is remembered. Throws ReadFailure. */
export async function identify({ deps, webset, signal }: Scope, page: StoredPage, foundAt: string): Promise<Known> {
  const { examiner, registry, ports } = deps;
  const ownName = page.collectionId === null ? page.url : `${page.collectionId} ${page.url}`; // an upload says nothing of the page that others find there
  const broken = await ports.broken.find(ownName);
  if (broken !== null) throw new ReadFailure('broken', leftAlone(broken));
  const { facts, left } = await examiner.page(bare(page), { foundAt, category: webset.category }, signal).catch(async (error: unknown) => {
    if (error instanceof ReadFailure) await ports.broken.remember(ownName, error.message);
    throw error;
  });
  const { named, listed, site, address, name, website } = facts;
  const isProved = listed === null && named !== null && (await registry.proves(named, page.url, signal));
  const registered = registeredIn(foundAt);
  if (page.collectionId === null && registered !== null && registered === facts.key) await registry.learn(registered, page.url);
  const sources = [...new Set([foundAt, page.url])];
  return {
    identity: { key: isProved ? named : facts.key, identifier: isProved ? null : named, site, address, name, website, sources },
    listed,
    left,
  };
}

/** Without what only the store knows. */
function bare({ url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType }: StoredPage) {
  return { url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType };
}

/** Takes an identifier from a row that has it by an older version's rules and cannot prove it: the row then goes by its own address. */
export async function releaseKey({ deps, run, webset, signal }: Scope, key: string): Promise<void> {
  if (!isIdentifier(key)) return;
  const rowId = await findRowOf(deps.db, webset.id, key);
  const row = rowId === null ? null : await findRow(deps.db, rowId);
  if (!row) return;
  const sources = (await listSources(deps.db, [row.id])).map(({ url }) => url);
  if ([row.url, ...sources].some((url) => registeredIn(url) === key) || (await deps.registry.proves(key, row.url, signal))) return;
  const own = await deps.examiner.address(row, webset.category, signal);
  if ((await findRowOf(deps.db, webset.id, own.key)) !== null) return;
  await checkpoint(deps, run, async (tx) => {
    await rekeyRow(tx, row.id, own.key, key);
    return [];
  });
}
