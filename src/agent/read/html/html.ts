import type { Page } from '../../../domain/page/page.ts';
import { furnitureOf, seenOf } from '../blocks/classify.ts';
import { keepNamedLinks } from '../blocks/named-links.ts';
import { flagTrail } from '../blocks/trail.ts';
import { chooseDates } from '../dates/choose.ts';
import { isMonthFirst } from '../dates/order.ts';
import { titleOf } from '../title.ts';
import { walkHtml } from './walk.ts';

/** The links at a page's beginning that may name the site. */
const LEADING_LINKS = 40;

/**
 * HTML as a page. `dropped`: addresses dropped for their length. `isAllContent`: a document without a site's menus and footers. Throws
 * ReadFailure past 2,000 open elements.
 */
export function readHtml(html: string, url: string, { isAllContent = false } = {}): Omit<Page, 'mediaType'> & { dropped: number } {
  const { writer, outline, about, hints, declared, locale } = walkHtml(html, url);
  const { title: named, ogTitle, ...more } = about;
  const seen = seenOf({ writer, outline, titles: [named, ogTitle ?? ''] });
  if (!isAllContent) writer.flagAs(furnitureOf(seen));
  const { text, blocks, links } = writer.finish();
  const lines = text.split('\n');
  if (!isAllContent) flagTrail(blocks, lines, seen.title);
  keepNamedLinks({ ...seen, url, text, lines, blocks, links });
  const dates = chooseDates({
    declared,
    language: more.language,
    monthFirst: isMonthFirst(locale),
    blocks,
    lines,
    title: seen.title,
    linked: (block) => (writer.linked[block] ?? 0) * 2 > writer.lineAt(block).length,
  });
  if (named !== '') hints.push({ source: 'title', type: null, path: 'name', value: named, item: 0, depth: 0 });
  const anchors = links.slice(0, LEADING_LINKS).map((link) => ({ url: link.url, text: text.slice(link.start, link.end) }));
  return {
    url,
    text,
    blocks,
    links,
    hints,
    ...more,
    publishedAt: dates.published?.date ?? null,
    dates,
    title: titleOf({ url, declared: named, ogTitle, blocks, lineAt: writer.lineAt, hints, anchors }),
  };
}
