import type { Criterion } from './criterion.ts';
import type { Enrichment } from './enrichment.ts';
import type { Verdict } from './verdict.ts';

export const EXPORT_FORMATS = ['csv', 'json'] as const;

/** `webset-<first 8 of the id>.<format>` (spec section 4). */
export const exportName = (websetId: string, format: string) => `webset-${websetId.slice(0, 8)}.${format}`;

/**
 * Characters that some system forbids in file names, and those that change text direction or hide the end. Joiners stay: some scripts need
 * them.
 */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;
/** Device names on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** The most UTF-8 bytes of a name without its extension: file systems count bytes. */
const NAME_BYTES = 150;

/** The file name of a download: the title, or the id when no character of the title is allowed. */
export function downloadName(title: string, websetId: string, format: string): string {
  const plain = title.replace(UNSAFE, ' ').replace(/\s+/g, ' ').toWellFormed();
  const name = cutToBytes(plain, NAME_BYTES).replace(/^[\s.]+|[\s.]+$/g, '');
  if (name === '') return exportName(websetId, format);
  return `${DEVICE.test(name) ? '_' : ''}${name}.${format}`;
}

function cutToBytes(text: string, most: number): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += encoder.encode(character).length;
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

/**
 * The start of a formula, after white space and invisible characters that some spreadsheets skip. Includes the fullwidth signs that some
 * accept.
 */
const FORMULA = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** Line breaks that some spreadsheets drop at the start of a cell. */
const BROKEN = /^[\r\n]/u;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const defused = (text: string) => (FORMULA.test(text) && !NUMBER.test(text.replace(/^ +| +$/g, '')) ? `'${text}` : text);

/**
 * One CSV cell (RFC 4180). A `'` precedes what a spreadsheet would read as a formula, except a number (CWE-1236): at the start of the cell,
 * and after a `;` or line break, where spreadsheets of many locales start a new cell.
 */
export function csvCell(text: string | null): string {
  if (text === null || text === '') return '';
  const parts = text.split(/([;\r\n])/u);
  const safe = (BROKEN.test(text) ? "'" : '') + parts.map((part, i) => (i % 2 === 0 ? defused(part) : part)).join('');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One CSV record with its line end. */
export const csvRecord = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows for pasting: tabs separate cells, line ends separate rows; inside a cell both become spaces. Formulas are disarmed as in a CSV. */
export const tsvText = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((text) => defused(text.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');

/** URL, Title, one column per enrichment, one per criterion, Overall (spec section 2). */
export const csvHeader = (enrichments: readonly Pick<Enrichment, 'label'>[], criteria: readonly Pick<Criterion, 'label'>[]) =>
  csvRecord(['URL', 'Title', ...enrichments.map((e) => e.label), ...criteria.map((c) => c.label), 'Overall']);

/** What a CSV shows of a row. Values and verdicts follow the order of the columns and criteria. */
export interface CsvRow {
  url: string;
  title: string;
  matchVerdict: Verdict | null;
  values: readonly (string | null)[];
  verdicts: readonly ({ verdict: Verdict } | null)[];
}

export const csvRow = ({ url, title, values, verdicts, matchVerdict }: CsvRow) =>
  csvRecord([url, title, ...values, ...verdicts.map((cell) => cell?.verdict ?? null), matchVerdict]);
