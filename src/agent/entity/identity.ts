import { getDomain } from 'tldts';
import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset.ts';
import { companySite } from './company-site.ts';
import { namedIn, registeredIn } from './identifier.ts';
import { boundedKey, canonicalKey } from './key.ts';

const SITE = 'site:';

/** The registrable domain of a company's key; null for any other key. */
export const domainOf = (key: string): string | null => (key.startsWith(SITE) ? key.slice(SITE.length) : null);

/** What a hit is known by until its page is read: the identifier that a registry's address stands for, or the address. */
export const addressKey = (url: string): string => boundedKey(registeredIn(url) ?? canonicalKey(url));

export interface Seen extends Pick<Page, 'url' | 'canonicalUrl' | 'title'> {
  /** Where it was looked for, before redirects. */
  foundAt?: string;
}

/** What a page is by its own words. */
export interface Claim {
  /** The entity's key: by a registry, by a company's domain, or by the page's address. */
  key: string;
  /** The identifier that the page names and no registry's address proves; it is the entity's key once it is proved. */
  named: string | null;
}

/** What a scholarly page names as its own DOI. */
const DOI = /^https:\/\/doi\.org\/.+$/;

/**
 * One key an entity: the identifier of a registry's address that the page stands at or was reached from; for companies the registrable domain;
 * else the address that it was read at. An identifier in another host's address, or one that the page names, is a claim. A page's own canonical address
 * leads to a registry or a company's site where it stays on the site; it makes two pages one nowhere (their words do: runs/candidate/duplicate.ts), since a site
 * may name its front page on every page.
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

/** A page's canonical address where it counts, else the one that it was read at. */
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

/** The registrable domain (a shared host's customers are sites of their own), or the host where there is none: localhost, an IP address. '' without an address. */
export function siteOf(address: string): string {
  const url = URL.parse(address);
  return url ? (getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host) : '';
}
