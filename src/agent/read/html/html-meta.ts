import { addressOf, isTooLong } from '../../address.ts';
import { cleanLine } from '../canonical.ts';
import type { Attributes } from './html-elements.ts';

const MAX_TITLE = 2000;
const MAX_TAGS = 10;

/** Meta names under which scholarly pages give their DOI. */
const DOI_NAMES = new Set(['citation_doi', 'bepress_citation_doi', 'prism.doi']);

/** Collects the metadata of a page. `url`: where it was fetched from. */
export function openMeta(url: string) {
  let base = url;
  let hasBase = false;
  let canonical: string | null = null;
  let doi: string | null = null;
  let ogTitle: string | null = null;
  let title = '';
  let language: string | null = null;
  const tags: string[] = [];
  let dropped = 0;

  function resolve(href: string): string | null {
    const address = addressOf(href.trim(), base);
    if (address === null && isTooLong(href.trim(), base)) dropped++;
    return address;
  }

  return {
    resolve,
    onHtml({ lang, 'xml:lang': xmlLang }: Attributes) {
      tags.push(lang ?? xmlLang ?? '');
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
      const isLanguage = equiv?.toLowerCase() === 'content-language';
      if (isLanguage) language ??= languageOf(content);
      if ((isLanguage || key === 'og:locale') && tags.length < MAX_TAGS) tags.push(content);
    },
    onTitleText(text: string) {
      if (title.length < MAX_TITLE) title += text.slice(0, MAX_TITLE);
    },
    /** The page's language, with its region where one is given: "en-GB". */
    locale: () => localeOf(language, tags),
    /** `dropped`: addresses dropped for their length. */
    found: () => ({ canonicalUrl: doi ?? canonical, title: cleanLine(title), ogTitle, dropped, language }),
  };
}

const TAG = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?![a-z0-9])/i;

/** The first tag of the language that has a region, else the language itself. */
function localeOf(language: string | null, tags: readonly string[]): string | null {
  const own = tags.map((tag) => TAG.exec(tag.trim().replaceAll('_', '-'))?.[0] ?? '').filter((tag) => languageOf(tag) === language);
  return own.find((tag) => /-(?:[a-z]{2}|\d{3})$/i.test(tag)) ?? language;
}

const languageOf = (tag: string | undefined) => /^[a-z]{2,3}(?![a-z0-9])/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? null;

const doiAddress = (content: string) => {
  const name = /^(?:doi:\s*|https?:\/\/(?:dx\.)?doi\.org\/)?(10\.\d{4,9}\/[^\s?#]{1,300})$/i.exec(content.trim())?.[1];
  return name === undefined ? null : `https://doi.org/${name}`;
};
