import type { Page } from '../domain/page/page.ts';
import { addressOf } from './address.ts';
import type { Hit } from './ports.ts';
import { cleanLine, clipped } from './read/canonical.ts';
import { isoDate } from './read/published.ts';

/**
 * Cleans text from pages and search answers: Postgres cannot store NUL and lone surrogates, and controls and bidirectional overrides
 * mislead readers. A page's canonical text is cleaned when it is read.
 */
const TITLE_CHARS = 300;
const SNIPPET_CHARS = 2_000;
const TEXT_CHARS = 200_000;

/** A page whose fields can be stored and compared. */
export const cleanPage = (page: Page): Page => ({
  ...page,
  title: clipped(cleanLine(page.title), TITLE_CHARS) || clipped(page.url, TITLE_CHARS),
  canonicalUrl: page.canonicalUrl === null ? null : addressOf(page.canonicalUrl),
  publishedAt: page.publishedAt === null ? null : isoDate(page.publishedAt),
  language: /^[a-z]{2,3}$/.exec(page.language ?? '')?.[0] ?? null,
});

/** A search result whose fields can be stored and compared; null when its address is invalid or too long. */
export function cleanHit(hit: Hit): Hit | null {
  const href = addressOf(hit.url);
  if (href === null) return null;
  const { url, title, snippet, publishedAt, text, ...rest } = hit;
  const date = publishedAt === undefined ? null : isoDate(publishedAt);
  return {
    ...rest,
    url: /^[!-~]+$/.test(url) ? url : href,
    title: clipped(cleanLine(title), TITLE_CHARS),
    snippet: clipped(cleanLine(snippet), SNIPPET_CHARS),
    ...(date !== null && { publishedAt: date }),
    ...(text !== undefined && { text: clipped(text.split('\n').map(cleanLine).filter(Boolean).join('\n'), TEXT_CHARS) }),
  };
}
