import type { Page } from '../../domain/page/page.ts';
import { type BlockStyle, openWriter, type Writer } from './html/writer.ts';
import { titleOf } from './title.ts';

const PARAGRAPH: BlockStyle = { tag: 'p', boilerplate: false };
const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,3}[.)])\s+/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;

/** A line shorter than this was ended by its writer, not by the edge of the page. */
const WRAPPED = 50;

/** Plain text (or Markdown, whose headings are kept) as a page: a paragraph, an item or a deliberate line is a block. */
export function readPlain(text: string, url: string, mediaType: string): Omit<Page, 'mediaType'> {
  const writer = openWriter();
  const isMarkdown = mediaType.endsWith('markdown');
  let before = '';
  for (const line of text.split(/\r\n|[\r\n\f]/)) {
    writeLine(writer, line, before, isMarkdown);
    before = line;
  }
  const { text: canonical, blocks, links } = writer.finish();
  const first = blocks.some(({ tag }) => /^h/.test(tag)) ? '' : (canonical.split('\n', 1)[0] ?? '');
  const title = titleOf({ url, declared: first, ogTitle: null, blocks, lineAt: writer.lineAt });
  return { url, title, text: canonical, blocks, links, hints: [], canonicalUrl: null, publishedAt: null, dates: null, language: null };
}

function writeLine(writer: Writer, line: string, before: string, isMarkdown: boolean) {
  const heading = isMarkdown ? HEADING.exec(line) : null;
  const item = ITEM.exec(line);
  if (line.trim() === '' || heading || item || before.trimEnd().length < WRAPPED) writer.endBlock();

  if (heading) {
    const level = (heading[1]?.length ?? 1) as 1 | 2 | 3 | 4 | 5 | 6;
    writer.add(heading[2] ?? '', { ...PARAGRAPH, tag: `h${level}` });
    writer.endBlock();
  } else {
    writer.add(`${line} `, item ? { ...PARAGRAPH, tag: 'li' } : PARAGRAPH);
  }
}
