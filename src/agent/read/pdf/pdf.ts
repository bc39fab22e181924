import type { Page } from '../../../domain/page/page.ts';
import { LABELLED } from '../blocks/labelled-line.ts';
import { cleanLine } from '../canonical.ts';
import { type BlockStyle, openWriter, type Writer } from '../html/writer.ts';
import { ReadFailure } from '../read-failure.ts';
import { titleOf } from '../title.ts';
import { openLines } from './line-end.ts';
import { type Line, linesOf } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { inReadingOrder } from './reading-order.ts';
import { isSheetNumber, runningLines } from './running.ts';

const MAX_PAGES = 500;
const PARAGRAPH: BlockStyle = { tag: 'p', boilerplate: false };
const ITEM = /^(?:[-–•‣◦▪●○∙■□➢➤]|\d{1,3}[.)]|(?:i{1,3}|iv|vi{0,3}|ix|x)[.)]|[a-z]\))\s/;

/** A gap between lines of more font sizes begins a paragraph. */
const PARAGRAPH_GAP = 1.7;
/** Type larger than the document's usual size by this factor is a heading. */
const HEADING_SIZE = 1.15;

/** The text of a PDF (not of images), at most 500 pages: paragraphs by line gaps, headings by type size. */
export async function readPdf(body: Uint8Array, url: string): Promise<Omit<Page, 'mediaType'>> {
  const { getDocumentProxy } = await import('unpdf'); // large, so loaded on demand
  const writer = openWriter();
  let declared = '';
  try {
    const pdf = await getDocumentProxy(new Uint8Array(body), { isEvalSupported: false, verbosity: 0, stopAtErrors: false });
    try {
      declared = titleIn((await pdf.getMetadata()).info);
      const sheets: Line[][] = [];
      for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) sheets.push(await readSheet(pdf, number));
      writeSheets(writer, sheets);
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

async function readSheet(pdf: Pdf, number: number): Promise<Line[]> {
  const sheet = await pdf.getPage(number);
  const lines = inReadingOrder(linesOf(await piecesOf(sheet)));
  sheet.cleanup();
  return lines;
}

/** The size of most characters. */
function usualSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  for (const { size, text } of lines) weights.set(Math.round(size * 2) / 2, (weights.get(Math.round(size * 2) / 2) ?? 0) + text.length);
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Writes the lines of all sheets; running heads and feet once, at the end, as furniture; no page numbers. */
function writeSheets(writer: Writer, sheets: readonly Line[][]): void {
  const usual = usualSize(sheets.flat());
  const running = runningLines(sheets);
  for (const line of sheets[0] ?? []) if (line.size > usual * HEADING_SIZE) running.delete(line); // a form repeats its name on each sheet
  const lines = sheets.flat().filter((line) => !running.has(line));
  const starts = new Set(sheets.flatMap((sheet) => sheet.find((line) => !running.has(line)) ?? []));
  const join = openLines(lines.map(({ text }) => text));
  let before = null as Line | null;
  let joins = false;
  lines.forEach((line, i) => {
    const isHeading = line.size > usual * HEADING_SIZE;
    if (!joins && !(before && isOneParagraph(before, line, starts.has(line)))) writer.endBlock();
    const style: BlockStyle = isHeading ? { ...PARAGRAPH, tag: 'h2' } : ITEM.test(line.text) ? { ...PARAGRAPH, tag: 'li' } : PARAGRAPH;
    const next = lines[i + 1]?.text.trim() ?? '';
    joins = /\p{Ll}[-\u00ad]\s*$/u.test(line.text) && /^\p{Ll}/u.test(next);
    const whole = line.text.replace(/[-\u00ad]\s*$/, '');
    writeRuns(writer, line, style, joins ? (/-\s*$/.test(line.text) ? join(whole, next) : '') : null);
    before = line;
  });
  writer.endBlock();
  const furniture = [...running].filter((line) => !isSheetNumber(line)).map(({ text }) => text.trim());
  for (const text of new Set(furniture)) {
    writer.add(text, { ...PARAGRAPH, boilerplate: true });
    writer.endBlock();
  }
}

/** Whether a line continues the paragraph of the previous one: below it, or in the next column or sheet within a sentence. */
function isOneParagraph(before: Line, line: Line, isNewSheet: boolean): boolean {
  if (Math.abs(before.size - line.size) >= 1 || ITEM.test(line.text)) return false;
  // “Place: …” over “Time: …”
  if (LABELLED.test(line.text) && (LABELLED.test(before.text) || /[.!?]\s*$/u.test(before.text))) return false;
  const gap = before.y - line.y;
  if (!isNewSheet && gap >= 0) return gap <= line.size * PARAGRAPH_GAP;
  return /[\p{L}\p{N},]\s*$/u.test(before.text) && /^\s*\p{Ll}/u.test(line.text);
}

/** Writes a line; `ending` replaces its final hyphen. A superscript at the end of a heading is a footnote mark and is omitted. */
function writeRuns(writer: Writer, line: Line, style: BlockStyle, ending: string | null): void {
  const last = line.runs.at(-1);
  const isMark =
    style.tag === 'h2' &&
    line.runs.length > 1 &&
    last?.isRaised &&
    /^[*†‡∗]+$|^[a-z]\)?$|^\d+$/u.test(last.text.trim()) &&
    /\p{L}{3}\s*$/u.test(line.runs.at(-2)?.text ?? '');
  const runs = isMark ? line.runs.slice(0, -1) : line.runs;
  runs.forEach(({ text, url, isRaised }, i) => {
    const isLast = i === runs.length - 1;
    const said = isLast ? (ending === null ? `${text} ` : `${text.replace(/[-\u00ad]\s*$/, '')}${ending}`) : text;
    if (url !== null) writer.openAnchor(url);
    writer.add(said, style, isRaised ? 'raised' : null);
    if (url !== null) writer.closeAnchor();
  });
}

/** A PDF's declared title, unless it is a program's default. */
function titleIn(info: object): string {
  const title = 'Title' in info && typeof info.Title === 'string' ? cleanLine(info.Title) : '';
  return /^(untitled|microsoft \w+ -|.*\.(docx?|pptx?|xlsx?|tex|dvi|indd|pdf)$)/i.test(title) ? '' : title;
}
