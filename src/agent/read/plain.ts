import type { Page } from '../../domain/page/page.ts';
import { type BlockStyle, openWriter, type Writer } from './html/writer.ts';
import { titleOf } from './title.ts';

const PARAGRAPH: BlockStyle = { tag: 'p', boilerplate: false };
const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,3}[.)])\s+/;

/** A line that begins with the name of what it gives. */
const LABELLED = /^\s*\p{Lu}[\p{L}\d/&'’-]*(?:\s[\p{L}\d/&'’-]+){0,3}\s?:\s+\S/u;

/** A line shorter than this was ended by its writer, not by the edge of the page. */
export const WRAPPED = 50;

/** Plain text as a page: a paragraph, an item or a deliberate line is a block. */
export function readPlain(text: string, url: string): Omit<Page, 'mediaType'> {
  const writer = openWriter();
  let before = '';
  for (const line of text.split(/\r\n|[\r\n\f]/)) {
    writeLine(writer, line, before);
    before = line;
  }
  const { text: canonical, blocks, links } = writer.finish();
  const title = titleOf({ url, declared: canonical.split('\n', 1)[0] ?? '', ogTitle: null, blocks, lineAt: writer.lineAt });
  return { url, title, text: canonical, blocks, links, hints: [], canonicalUrl: null, publishedAt: null, dates: null, language: null };
}

function writeLine(writer: Writer, line: string, before: string) {
  const isItem = ITEM.test(line);
  // “Hours: 39 a week, Monday to Friday” over “Nights: none”
  const isNamed = LABELLED.test(line) && (LABELLED.test(before) || /[.!?]$/u.test(before.trimEnd()));
  if (line.trim() === '' || isItem || isNamed || before.trimEnd().length < WRAPPED) writer.endBlock();
  writer.add(`${line} `, isItem ? { ...PARAGRAPH, tag: 'li' } : PARAGRAPH);
}
