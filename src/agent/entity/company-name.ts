import { parse } from 'tldts';
import type { Page } from '../../domain/page/page.ts';
import { isOfSubject } from '../read/own-name.ts';
import { PARTING } from '../read/site-name.ts';
import { isPlatform, lettersOf } from './company-site.ts';
import { siteOf } from './identity.ts';

type Named = Pick<Page, 'url' | 'title' | 'hints'>;

/** Letters that a name may have in addition to its domain's: "Acme Inc." of acme.com. */
const LEGAL_FORM = 8;
/** Labels of links to a thing's own site. */
const WEBSITE = /\b(?:web ?site|home ?page)\b/i;

/**
 * The name of the company whose own site a page is on: the shortest in structured data and the document's title that matches the domain.
 * The page's title where none does, or on the site's front page.
 */
export function companyName({ url, title, hints }: Named): string {
  const { domainWithoutSuffix } = parse(url, { allowPrivateDomains: true });
  const domain = lettersOf(domainWithoutSuffix ?? '');
  if (domain === '' || URL.parse(url)?.pathname === '/' || lettersOf(title) === domain) return title;
  const stated = hints.flatMap(({ source, path, value }) =>
    source === 'title' ? value.split(new RegExp(PARTING, 'u')) : /(?:^|\.)name$/.test(path) ? [value] : [],
  );
  const spelled = stated
    .map((name) => name.trim())
    .filter((name) => {
      const letters = lettersOf(name);
      return letters.length > 1 && (letters === domain || (letters.startsWith(domain) && name.length <= domain.length + LEGAL_FORM));
    });
  return spelled.sort((a, b) => a.length - b.length)[0] ?? title;
}

/**
 * The site that a page names as its subject's own: the domain in structured data, or a linked front page with such a label or a host that
 * spells the subject. Null where there is none or several. Only a claim.
 */
export function statedSite({ url, title, hints, links, text, blocks }: Page): string | null {
  const own = siteOf(url);
  const name = lettersOf(title);
  const lines = text.split('\n');
  const stated = new Set<string>();
  const add = (address: string, isStated: (label: string) => boolean) => {
    const { domain, domainWithoutSuffix, isIcann } = parse(address, { allowPrivateDomains: true });
    if (!domain || !isIcann || domain === own || isPlatform(domain) || !isStated(lettersOf(domainWithoutSuffix ?? ''))) return;
    stated.add(domain);
  };
  for (const { path, type, depth, value } of hints)
    if ((path === 'url' || path === 'sameAs') && depth === 0 && isOfSubject(type)) add(value, () => true);
  if (stated.size === 0)
    for (const link of links) {
      const block = blocks[link.block];
      if (!/^https?:\/\/[^/?#]+\/?$/.test(link.url) || block?.boilerplate === true) continue;
      const label = block?.label === undefined ? '' : (lines[block.label] ?? '');
      const isLabelled = WEBSITE.test(label) || WEBSITE.test(text.slice(link.start, link.end));
      add(link.url, (host) => isLabelled || (host.length > 2 && host === name));
    }
  const [site] = stated;
  return stated.size === 1 && site !== undefined ? site : null;
}
