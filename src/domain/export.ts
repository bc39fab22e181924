import type { Criterion } from './criterion.ts';
import type { Enrichment } from './enrichment.ts';
import type { Verdict } from './verdict.ts';

export const EXPORT_FORMATS = ['csv', 'json'] as const;

/** `webset-<first 8 of the id>.<format>` (spec section 4). */
export const exportName = (websetId: string, format: string) => `webset-${websetId.slice(0, 8)}.${format}`;

/** What no file name may have on some system, and what would turn its direction or hide its end; joiners are of the words of some scripts. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Of a name without its ending: bytes of UTF-8, as file systems count them. */
const NAME_BYTES = 150;

/** A file named by a title; by the id where nothing of the title may stand in a name. */
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

/** What begins a formula, its fullwidth forms too, which some spreadsheets read alike, behind white space and signs that nobody sees (a byte order mark), which some pass over. */
const FORMULA = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** What some spreadsheets leave away at the beginning of a cell. */
const BROKEN = /^[\r\n]/u;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

const defused = (text: string) => (FORMULA.test(text) && !NUMBER.test(text.replace(/^ +| +$/g, '')) ? `'${text}` : text);

/**
 * One CSV cell (RFC 4180). A cell that a spreadsheet would take for a formula gets a `'` in front, unless all of it is a number (CWE-1236); so does
 * each part after a `;`, which spreadsheets of many countries part cells at, and, since a quote in the middle of such a part means nothing to them, after a line break.
 */
export function csvCell(text: string | null): string {
  if (text === null || text === '') return '';
  const parts = text.split(/([;\r\n])/u);
  const safe = (BROKEN.test(text) ? "'" : '') + parts.map((part, i) => (i % 2 === 0 ? defused(part) : part)).join('');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One CSV record with its line end. */
export const csvRecord = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows to be pasted: cells part at tabs, rows at line ends, which inside of a cell become spaces. No cell becomes a formula, as in a CSV. */
export const tsvText = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((text) => defused(text.replace(/[\t\r\n]+/g, ' '))).join('\t')).join('\n');

/** URL, Title, a column an enrichment, a column a criterion, Overall (spec section 2). */
export const csvHeader = (enrichments: readonly Pick<Enrichment, 'label'>[], criteria: readonly Pick<Criterion, 'label'>[]) =>
  csvRecord(['URL', 'Title', ...enrichments.map((e) => e.label), ...criteria.map((c) => c.label), 'Overall']);

/** What a CSV shows of a row; values and verdicts in the order of the columns and criteria. */
export interface CsvRow {
  url: string;
  title: string;
  matchVerdict: Verdict | null;
  values: readonly (string | null)[];
  verdicts: readonly ({ verdict: Verdict } | null)[];
}

export const csvRow = ({ url, title, values, verdicts, matchVerdict }: CsvRow) =>
  csvRecord([url, title, ...values, ...verdicts.map((cell) => cell?.verdict ?? null), matchVerdict]);
