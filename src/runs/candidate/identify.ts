import type { PageFacts } from '../../agent/entity/examine.ts';
import type { PageTime } from '../../agent/entity/examiner.ts';
import { registeredIn } from '../../agent/entity/identifier.ts';
import { leftAlone, ReadFailure } from '../../agent/read/read-failure.ts';
import type { StoredPage } from '../../domain/page/page.ts';
import type { Scope } from '../scope.ts';

/** The identity of a page within its webset. */
export interface Identity {
  key: string;
  /** The identifier that it names without proof. */
  identifier: string | null;
  site: string;
  /** The key of its address, which identifies it as a further page of a row. */
  address: string;
  /** The name of the thing that it is about, and the web site that it states for that thing. */
  name: string;
  website: string | null;
  /** Its addresses before and after redirects. */
  sources: string[];
}

export interface Known {
  identity: Identity;
  listed: PageFacts['listed'];
  left: PageTime;
}

/**
 * Identifies a page: examines it in a thread, and checks its identifier with the registry. Remembers pages whose thread was terminated.
 * Throws ReadFailure.
 */
export async function identify({ deps, webset, signal }: Scope, page: StoredPage, foundAt: string): Promise<Known> {
  const { examiner, registry, ports } = deps;
  const ownName = page.collectionId === null ? page.url : `${page.collectionId} ${page.url}`; // uploads do not affect the public page
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

/** A page without the fields of the store. */
function bare({ url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType }: StoredPage) {
  return { url, canonicalUrl, title, text, blocks, links, hints, publishedAt, dates, language, mediaType };
}
