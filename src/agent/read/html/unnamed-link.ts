import type { Attributes } from './html-elements.ts';

/** An open link: its target, its text so far, and its name where it has no text. */
export interface OpenLink {
  href: string;
  /** Resolved; null for an address that is not on the web. */
  url: string | null;
  words: string;
  name: string;
}

const NAME_MAX = 60;
/** Sites with profiles of people and firms: an icon that links there is no advert. */
const PROFILES =
  /(?:^|\.)(?:linkedin|twitter|x|facebook|instagram|youtube|tiktok|pinterest|github|gitlab|crunchbase|xing|threads|bsky|mastodon|flickr|vimeo|medium|soundcloud|bandcamp|goodreads|imdb)\.(?:com|net|org|app|social|de)$/u;
/** Addresses that only share a page, or are images. */
const NO_PLACE =
  /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)|\/(?:sharer?|share|intent|sharing|shareArticle|send|submit|pin\/create)(?:[/?.]|$)/iu;
const nameOf = ({ 'aria-label': label, title, alt }: Attributes) => (label ?? alt ?? title ?? '').replace(/\s+/gu, ' ').trim();

export const openLink = (attributes: Attributes, url: string | null): OpenLink => ({
  ...{ href: attributes.href?.trim() ?? '', url, words: '' },
  name: nameOf(attributes),
});

/** Stores the name of an element within a link: an icon or image. */
export function nameLink(link: OpenLink, attributes: Attributes): void {
  if (link.name === '') link.name = nameOf(attributes);
}

/**
 * Text added to a link: the name of an icon that leads to a profile on another site, or the mail address or phone number of “write to us”.
 * '' for none. `host`: the page's own.
 */
export function besideLink({ href, url, words, name }: OpenLink, host: string | undefined): string {
  const [, scheme = '', address = ''] = /^(mailto|tel):([^?]{3,100})/iu.exec(href) ?? [];
  if (scheme !== '') {
    const contact = decoded(address).replace(/\s+/gu, '');
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/\s?[([]at[)\]]\s?/u, '@')
        .replace(/\s?[([]dot[)\]]\s?/gu, '.')
        .replace(/[\s()/-]/gu, '');
    const digits = (text: string) => text.replace(/\D/gu, '').slice(-7);
    const isOne = /^mailto$/iu.test(scheme) ? /^[^@,;]+@[^@,;]+$/u.test(contact) : /^\+?[\d().-]{5,}$/u.test(contact);
    const isSaid = plain(words).includes(plain(contact)) || (/^tel$/iu.test(scheme) && digits(words) === digits(contact));
    return !isOne || isSaid ? '' : words.trim() === '' ? contact : ` (${contact})`;
  }
  const place = url === null ? '' : (URL.parse(url)?.host ?? '');
  const isProfile = url !== null && place !== host && PROFILES.test(place) && !NO_PLACE.test(url);
  return words.trim() === '' && isProfile && name.length <= NAME_MAX ? `${name} ` : '';
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
