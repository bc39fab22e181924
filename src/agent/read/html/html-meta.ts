import type { Hint } from '../../../domain/page/page.ts';
import { addressOf, isTooLong } from '../../address.ts';
import { cleanLine } from '../canonical.ts';
import { isoDate } from '../published.ts';
import type { Attributes } from './html-elements.ts';

const MAX_TITLE = 2000;

/** Where a page's date may be declared, the surest first. */
const DATE_SOURCES = ['article:published_time', 'json-ld', 'datepublished', 'pubdate', 'declared', 'header'] as const;
type DateSource = (typeof DATE_SOURCES)[number];

const DECLARED = new Set([
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.date',
  'dcterms.issued',
  'citation_publication_date',
  'citation_date',
  'parsely-pub-date',
  'sailthru.date',
]);

/** Where scholarly pages name the DOI of what they show. */
const DOI_NAMES = new Set(['citation_doi', 'bepress_citation_doi', 'prism.doi']);

/** Collects what a page says about itself outside of its text. `url`: where it was fetched from. */
export function openMeta(url: string) {
  const dates = new Map<DateSource, string>();
  let base = url;
  let hasBase = false;
  let canonical: string | null = null;
  let doi: string | null = null;
  let ogTitle: string | null = null;
  let title = '';
  let language: string | null = null;
  let dropped = 0;

  function offerDate(source: DateSource, text: string | undefined) {
    const date = text === undefined || dates.has(source) ? null : isoDate(text);
    if (date) dates.set(source, date);
  }

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
      if (key === 'article:published_time' || key === 'datepublished') offerDate(key, content);
      if (DOI_NAMES.has(key)) doi ??= doiAddress(content);
      if (DECLARED.has(key)) offerDate('declared', content);
      if (equiv?.toLowerCase() === 'content-language') language ??= languageOf(content);
    },
    onTime(attributes: Attributes, inHeader: boolean) {
      if (attributes.itemprop?.toLowerCase() === 'datepublished') offerDate('datepublished', attributes.datetime ?? attributes.content);
      else if (attributes.pubdate !== undefined) offerDate('pubdate', attributes.datetime);
      else if (inHeader) offerDate('header', attributes.datetime);
    },
    onTitleText(text: string) {
      if (title.length < MAX_TITLE) title += text.slice(0, MAX_TITLE);
    },
    /** `hints`: the page's structured data, of which the outermost thing's date counts. */
    found(hints: readonly Hint[]) {
      for (const { source, path, value } of hints)
        if (source === 'json-ld' && /(?:^|\.)datePublished$/.test(path)) offerDate('json-ld', value);
      return {
        canonicalUrl: doi ?? canonical,
        title: cleanLine(title),
        ogTitle,
        /** Addresses left out for their length. */
        dropped,
        language,
        publishedAt: DATE_SOURCES.map((source) => dates.get(source)).find((date) => date !== undefined) ?? null,
      };
    },
  };
}

const languageOf = (tag: string | undefined) => /^[a-z]{2,3}(?![a-z0-9])/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? null;

const doiAddress = (content: string) => {
  const name = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/[^\s?#]{1,300})$/i.exec(content.trim())?.[1];
  return name === undefined ? null : `https://doi.org/${name}`;
};
