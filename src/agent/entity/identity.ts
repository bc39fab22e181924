import normalizeUrl from 'normalize-url';
import { getDomain } from 'tldts';
import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset.ts';
import { companySite } from './company-site.ts';
import { identifierIn } from './identifier.ts';

/** Parameters that say where a visitor came from, never which page it is. */
const TRACKING = [
  /^utm_/i,
  /^(fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh)$/i,
  /^(ref|ref_src|ref_url|referrer|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|__hstc|__hssc|__hsfp|hsCtaTracking)$/i,
  /^(oly_anon_id|oly_enc_id|vero_id|vero_conv|wickedid|s_cid|cmpid|ncid|icid)$/i,
];

/**
 * One name for the many spellings of a page's address: scheme, `www.`, default port, order of parameters, tracking
 * parameters, fragment, trailing slash and index.html make no difference. A key to compare, never an address to fetch.
 */
export function canonicalKey(url: string): string {
  let key = url;
  for (let pass = 0; pass < 5; pass++) {
    const next = normalized(key); // decoding may uncover another escape: until nothing changes, so that a key's key is itself
    if (next === key) break;
    key = next;
  }
  return key;
}

function normalized(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url;
  parsed.searchParams.sort(); // also writes every parameter in the one spelling
  try {
    return normalizeUrl(parsed.href, {
      forceHttps: true,
      stripHash: true,
      stripWWW: true,
      sortQueryParameters: true,
      removeTrailingSlash: true,
      removeDirectoryIndex: [/^index\.(x?html?|php)$/i],
      removeQueryParameters: TRACKING,
      emptyQueryValue: 'always',
    });
  } catch {
    return parsed.href;
  }
}

/** What a hit is known by until its page is read: the identifier in its address, or the address. */
export const addressKey = (url: string): string => identifierIn(url) ?? canonicalKey(url);

export interface Seen extends Pick<Page, 'url' | 'canonicalUrl' | 'title'> {
  /** Where it was looked for, before redirects. */
  foundAt?: string;
}

/** What a scholarly page names as its own DOI. */
const DOI = /^https:\/\/doi\.org\/.+$/;

/**
 * One key an entity: DOI, arXiv id, QID or ORCID in one of its addresses, or the DOI that the page names; for companies the registrable domain; else the address. A page's
 * own canonical address counts when it stays on the site, and does not fold the site into its front page.
 */
export function entityKey({ url, canonicalUrl, title, foundAt = url }: Seen, category: Category | null): string {
  const own = canonicalUrl !== null && isTrusted(url, canonicalUrl) ? canonicalUrl : url;
  for (const address of [own, url, foundAt]) {
    const identifier = identifierIn(address);
    if (identifier !== null) return identifier;
  }
  const paper = canonicalUrl !== null && category !== 'companies' && category !== 'people' ? DOI.exec(canonicalUrl) : null;
  if (paper) return identifierIn(paper[0]) ?? canonicalKey(own);
  const company = category === 'companies' ? companySite(own, title) : null;
  return company === null ? canonicalKey(own) : `site:${company}`;
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
