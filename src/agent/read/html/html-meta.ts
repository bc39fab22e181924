import { addressOf, isTooLong } from '../../address.ts';
import { cleanLine } from '../canonical.ts';
import type { Attributes } from './html-elements.ts';

const MAX_TITLE = 2000;

/** Where scholarly pages name the DOI of what they show. */
const DOI_NAMES = new Set(['citation_doi', 'bepress_citation_doi', 'prism.doi']);

/** Collects what a page says about itself outside of its text. `url`: where it was fetched from. */
export function openMeta(url: string) {
  let base = url;
  let hasBase = false;
  let canonical: string | null = null;
  let doi: string | null = null;
  let ogTitle: string | null = null;
  let title = '';
  let language: string | null = null;
  let dropped = 0;

  function resolve(href: string): string | null {
    const address = addressOf(href.trim(), base);
    if (address === null && isTooLong(href.trim(), base)) dropped++;
    return address;
  }

  return {
    resolve,
    onHtml({ lang, 'xml:lang': xmlLang }: Attributes) {
      language ??= languageOf(lang ?? xmlLang);
    },
    onBase({ href }: Attributes) {
      if (hasBase || href === undefined) return;
      hasBase = true; // the first one counts
      base = resolve(href) ?? url;
    },
    onLink({ rel, href }: Attributes) {
      if (canonical !== null || href === undefined || !rel?.toLowerCase().split(/\s+/).includes('canonical')) return;
      canonical = resolve(href);
    },
    onMeta({ property, name, itemprop, content, 'http-equiv': equiv }: Attributes) {
      if (content === undefined) return;
      const key = (property ?? name ?? itemprop ?? '').trim().toLowerCase();
      if (key === 'og:title') ogTitle ??= cleanLine(content.slice(0, MAX_TITLE)) || null;
      if (DOI_NAMES.has(key)) doi ??= doiAddress(content);
      if (equiv?.toLowerCase() === 'content-language') language ??= languageOf(content);
    },
    onTitleText(text: string) {
      if (title.length < MAX_TITLE) title += text.slice(0, MAX_TITLE);
    },
    /** `dropped`: addresses left out for their length. */
    found: () => ({ canonicalUrl: doi ?? canonical, title: cleanLine(title), ogTitle, dropped, language }),
  };
}

const languageOf = (tag: string | undefined) => /^[a-z]{2,3}(?![a-z0-9])/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? null;

const doiAddress = (content: string) => {
  const name = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/[^\s?#]{1,300})$/i.exec(content.trim())?.[1];
  return name === undefined ? null : `https://doi.org/${name}`;
};
