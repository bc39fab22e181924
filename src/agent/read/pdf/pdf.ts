import type { Page } from '../../../domain/page/page.ts';
import { cleanLine } from '../canonical.ts';
import { ReadFailure } from '../failure.ts';
import { type BlockStyle, openWriter, type Writer } from '../html/writer.ts';
import { titleOf } from '../title.ts';
import { type JoinLines, openLines } from './line-end.ts';

const MAX_PAGES = 500;
const PARAGRAPH: BlockStyle = { tag: 'p', boilerplate: false };
const ITEM = /^(?:[-–•‣◦▪●]|\d{1,3}[.)])\s/;

/** A gap between lines wider than this many font sizes begins a paragraph. */
const PARAGRAPH_GAP = 1.7;
/** Type this much larger than the document's own is a heading. */
const HEADING_SIZE = 1.15;

interface Line {
  text: string;
  /** From the bottom of the sheet. */
  y: number;
  size: number;
}

/** A PDF's text (no pictures are read), at most 500 pages: paragraphs by the gaps between lines, headings by the size of type. */
export async function readPdf(body: Uint8Array, url: string): Promise<Omit<Page, 'mediaType'>> {
  const { getDocumentProxy } = await import('unpdf'); // large: loaded when a PDF comes
  const writer = openWriter();
  let declared = '';
  try {
    const pdf = await getDocumentProxy(new Uint8Array(body), { isEvalSupported: false, verbosity: 0, stopAtErrors: false });
    try {
      declared = titleIn((await pdf.getMetadata()).info);
      const sheets: Line[][] = [];
      for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) sheets.push(await linesOf(pdf, number));
      const usual = usualSize(sheets.flat());
      const join = openLines(sheets.flat().map(({ text }) => text));
      for (const lines of sheets) writeSheet(writer, lines, usual, join);
    } finally {
      await pdf.loadingTask.destroy();
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ReadFailure('unreadable', 'The PDF is locked with a password', { cause: error });
    throw new ReadFailure('unreadable', 'The PDF is damaged and cannot be read', { cause: error });
  }
  const { text, blocks, links } = writer.finish();
  const first = blocks.some(({ tag }) => tag === 'h2') ? '' : (text.split('\n', 1)[0] ?? '');
  const title = titleOf({ url, declared: declared || first, ogTitle: null, blocks, lineAt: writer.lineAt });
  return { url, title, text, blocks, links, hints: [], canonicalUrl: null, publishedAt: null, dates: null, language: null };
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

async function linesOf(pdf: Pdf, number: number): Promise<Line[]> {
  const sheet = await pdf.getPage(number);
  const { items } = await sheet.getTextContent();
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , c = 0, d = 0, , y = 0] = item.transform as number[];
    const size = Math.hypot(c, d);
    if (line && Math.abs(line.y - y) > size * 0.5 && item.str.trim() !== '') line = null;
    if (!line) {
      line = { text: '', y, size };
      lines.push(line);
    }
    line.text += item.str;
    line.size = Math.max(line.size, item.str.trim() === '' ? 0 : size);
    if (item.hasEOL) line = null;
  }
  sheet.cleanup();
  return lines.filter(({ text }) => text.trim() !== '');
}

/** The size that most characters have. */
function usualSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  for (const { size, text } of lines) weights.set(Math.round(size * 2) / 2, (weights.get(Math.round(size * 2) / 2) ?? 0) + text.length);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function writeSheet(writer: Writer, lines: readonly Line[], usual: number, join: JoinLines) {
  let before = null as Line | null;
  let joins = false;
  writer.endBlock();
  lines.forEach((line, i) => {
    const isHeading = line.size > usual * HEADING_SIZE;
    const gap = before ? before.y - line.y : 0;
    const sameKind = before !== null && Math.abs(before.size - line.size) < 1;
    if (!joins && (!sameKind || gap > line.size * PARAGRAPH_GAP || gap < 0 || ITEM.test(line.text))) writer.endBlock();

    const style: BlockStyle = isHeading ? { ...PARAGRAPH, tag: 'h2' } : ITEM.test(line.text) ? { ...PARAGRAPH, tag: 'li' } : PARAGRAPH;
    joins = /\p{Ll}[-\u00ad]\s*$/u.test(line.text) && /^\p{Ll}/u.test(lines[i + 1]?.text.trim() ?? '');
    const whole = line.text.replace(/[-\u00ad]\s*$/, '');
    const hyphen = joins && /-\s*$/.test(line.text) ? join(whole, lines[i + 1]?.text.trim() ?? '') : '';
    writer.add(joins ? `${whole}${hyphen}` : `${line.text} `, style);
    before = line;
  });
  writer.endBlock();
}

/** A PDF's declared title, unless a program left its own words there. */
function titleIn(info: object): string {
  const title = 'Title' in info && typeof info.Title === 'string' ? cleanLine(info.Title) : '';
  return /^(untitled|microsoft \w+ -|.*\.(docx?|pptx?|xlsx?|tex|dvi|indd|pdf)$)/i.test(title) ? '' : title;
}
