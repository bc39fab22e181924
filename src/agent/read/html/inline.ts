import type { Page } from '../../../domain/page/page.ts';
import { cleanPage } from '../../incoming.ts';
import { titleOf } from '../title.ts';
import { openWriter } from './writer.ts';

const MAX_TITLE = 300;

/**
 * A page made from a search answer: its title is the heading, of which the page's title is derived; each line of the text is a paragraph.
 */
export function inlinePage({
  url,
  title,
  text,
  publishedAt,
}: {
  url: string;
  title: string;
  text: string;
  publishedAt?: string | null | undefined;
}): Page {
  const writer = openWriter();
  const heading = title.slice(0, MAX_TITLE).toWellFormed();
  writer.add(heading, { tag: 'h1', boilerplate: false });
  for (const line of text.split('\n')) {
    writer.endBlock();
    writer.add(line, { tag: 'p', boilerplate: false });
  }
  return cleanPage({
    ...writer.finish(),
    url,
    canonicalUrl: null,
    title: titleOf({ url, declared: heading, ogTitle: null, blocks: [], lineAt: () => '' }) || url,
    publishedAt: publishedAt ?? null,
    hints: heading === '' ? [] : [{ source: 'title', type: null, path: 'name', value: heading, item: 0, depth: 0 }],
    dates: null,
    language: null,
    mediaType: 'text/plain',
  });
}
