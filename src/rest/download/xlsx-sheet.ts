import { dayOf, numberOf, type TableColumn, type TableRow } from './table.ts';
import { RELATIONS, SPREADSHEET, STYLE, xmlOf } from './xlsx-parts.ts';
import { cellText, columnName, linkOf, xmlText } from './xlsx-text.ts';

/** The most of one sheet: rows, the heading among them; links; and bytes of XML. */
export interface SheetLimits {
  rows: number;
  links: number;
  bytes: number;
}

/** A sheet as XML, from its heading to its links. */
export interface Sheet {
  /** The XML before the rows. */
  head: string;
  /** Whether no further row has room. */
  isFull(): boolean;
  rowXml(row: TableRow): string;
  /** The XML after the rows, in pieces. */
  tail(): Iterable<string>;
  /** Where its links lead, escaped, in the order of the relations that `tail` names. */
  targets: readonly string[];
}

/** Characters of all the addresses that a sheet's links may have: they are held until its rows are written. */
const LINK_CHARACTERS = 10_000_000;
/** Days from 1899-12-30, where Excel counts from, to 1970-01-01; Excel counts a 29 February 1900, so that days before March are others. */
const EPOCH = 25_569;
const FIRST_DAY = 61;
const FORMULA = /^[=+\-@]/;
const WIDTHS: Record<TableColumn['format'], number> = { url: 40, text: 24, number: 14, date: 14 };

export function createSheet(columns: readonly TableColumn[], limits: SheetLimits): Sheet {
  const names = columns.map((_, i) => columnName(i));
  const links: string[] = [];
  const targets: string[] = [];
  let rows = 0;
  let bytes = 0;
  let characters = 0;

  const textXml = (ref: string, text: string, style: number) => {
    const fitting = cellText(text);
    const space = /^\s|\s$|\n/.test(fitting) ? ' xml:space="preserve"' : '';
    return `<c r="${ref}"${style ? ` s="${style}"` : ''} t="inlineStr"><is><t${space}>${xmlText(fitting)}</t></is></c>`;
  };
  const linkAt = (ref: string, text: string): boolean => {
    if (links.length >= limits.links || characters > LINK_CHARACTERS) return false;
    const uri = linkOf(text);
    if (uri === null) return false;
    links.push(ref);
    targets.push(xmlText(uri));
    characters += uri.length;
    return true;
  };
  const cellXml = (ref: string, text: string, format: TableColumn['format']): string => {
    const number = format === 'number' && hasFewDigits(text) ? numberOf(text) : null;
    if (number !== null) return `<c r="${ref}"><v>${number}</v></c>`;
    const day = format === 'date' ? dayOf(text) : null;
    if (day !== null && day + EPOCH >= FIRST_DAY) return `<c r="${ref}" s="${STYLE.date}"><v>${day + EPOCH}</v></c>`;
    if (format === 'url' && linkAt(ref, text)) return textXml(ref, text, STYLE.link);
    return textXml(ref, text, FORMULA.test(text) ? STYLE.quoted : STYLE.none);
  };
  const rowOf = (cells: (ref: (column: number) => string) => string): string => {
    rows++;
    const xml = `<row r="${rows}">${cells((column) => `${names[column]}${rows}`)}</row>`;
    bytes += 3 * xml.length; // at most, in UTF-8
    return xml;
  };

  const widths = columns.map(({ format }, i) => `<col min="${i + 1}" max="${i + 1}" width="${WIDTHS[format]}" customWidth="1"/>`).join('');
  const heading = rowOf((ref) => columns.map(({ label }, i) => textXml(ref(i), label, STYLE.heading)).join(''));
  return {
    head: xmlOf(
      `<worksheet xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0">` +
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
        `<cols>${widths}</cols><sheetData>${heading}`,
    ),
    isFull: () => rows >= limits.rows || bytes >= limits.bytes,
    rowXml: (row) =>
      rowOf((ref) =>
        columns
          .map(({ format }, i) => {
            const text = row[i] ?? '';
            return text === '' ? '' : cellXml(ref(i), text, format);
          })
          .join(''),
      ),
    *tail() {
      yield '</sheetData>';
      if (links.length > 0) yield '<hyperlinks>';
      for (const [i, ref] of links.entries()) yield `<hyperlink ref="${ref}" r:id="rId${i + 1}"/>`;
      if (links.length > 0) yield '</hyperlinks>';
      yield '</worksheet>';
    },
    targets,
  };
}

/** Whether a number in Excel, which holds 15 digits, is all that a text says. */
const hasFewDigits = (text: string) => text.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length <= 15;
