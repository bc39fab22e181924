import { getDomain } from 'tldts';
import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset-state.ts';
import { companySite } from './company-site.ts';
import { namedIn, registeredIn } from './identifier.ts';
import { boundedKey, canonicalKey } from './key.ts';

const SITE = 'site:';

/** The registrable domain in a company's key; null for other keys. */
export const domainOf = (key: string): string | null => (key.startsWith(SITE) ? key.slice(SITE.length) : null);

/** The key of a hit whose page was not read yet: the identifier in a registry's address, else the address. */
export const addressKey = (url: string): string => boundedKey(registeredIn(url) ?? canonicalKey(url));

export interface Seen extends Pick<Page, 'url' | 'canonicalUrl' | 'title'> {
  /** The requested address, before redirects. */
  foundAt?: string;
}

/** The identity of a page by its own content. */
export interface Claim {
  /** The entity's key: a registry's identifier, a company's domain, or the page's address. */
  key: string;
  /** An identifier that the page names but no registry's address proves; it becomes the key once proved. */
  named: string | null;
}

/** The DOI that a scholarly page names as its own. */
const DOI = /^https:\/\/doi\.org\/.+$/;

/**
 * The key of an entity: the identifier in a registry's address of the page or before its redirects; for companies the registrable domain;
 * else the page's address. Canonical addresses never merge two pages, since a site may name its front page on every page (docs/agent.md).
 */
export function claimOf({ url, canonicalUrl, title, foundAt = url }: Seen, category: Category | null): Claim {
  const own = ownAddress({ url, canonicalUrl });
  const addresses = [own, url, foundAt];
  const registered = firstOf(addresses, registeredIn);
  if (registered !== null) return { key: boundedKey(registered), named: null };
  const company = category === 'companies' ? companySite(own, title) : null;
  const key = company === null ? canonicalKey(url) : boundedKey(`${SITE}${company}`);
  const isWork = category !== 'companies' && category !== 'people';
  const declared = canonicalUrl !== null && isWork && DOI.test(canonicalUrl) ? registeredIn(canonicalUrl) : null;
  const named = firstOf(addresses, namedIn) ?? declared;
  return { key, named: named === null ? null : boundedKey(named) };
}

/** The canonical address where it is trusted, else the address that the page was read at. */
const ownAddress = ({ url, canonicalUrl }: Pick<Page, 'url' | 'canonicalUrl'>) =>
  canonicalUrl !== null && isTrusted(url, canonicalUrl) ? canonicalUrl : url;

function firstOf(addresses: readonly string[], read: (address: string) => string | null): string | null {
  for (const address of addresses) {
    const found = read(address);
    if (found !== null) return found;
  }
  return null;
}

function isTrusted(url: string, canonicalUrl: string): boolean {
  const [page, canonical] = [URL.parse(url), URL.parse(canonicalUrl)];
  if (!page || !canonical || !/^https?:$/.test(canonical.protocol)) return false;
  if (canonical.pathname === '/' && !canonical.search && page.pathname !== '/') return false;
  return siteOf(url) === siteOf(canonicalUrl);
}

/** The registrable domain, where each customer of a shared host has one; the host for localhost and IP addresses; '' without an address. */
export function siteOf(address: string): string {
  const url = URL.parse(address);
  return url ? (getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host) : '';
}
