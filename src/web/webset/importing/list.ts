import { readTable, SEPARATORS, siteColumnOf } from '../../../domain/list/table.ts';
import type { Format } from '../../generated/documents.ts';

/** The role of a list's column: addresses of pages, names, values to keep, or nothing. */
export type Role = 'address' | 'name' | 'keep' | 'skip';

/** A parsed list: its rows, and the likely roles of its columns. */
export interface List {
  text: string;
  /** Whether its lines are split into cells; else a line is one cell. */
  isParted: boolean;
  rows: string[][];
  hasHead: boolean;
  roles: Role[];
}

const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?$/u;
const NAMES = /^(?:names?|titles?|compan(?:y|ies)|organi[sz]ations?|products?|projects?|firms?|things?|entit(?:y|ies))$|\bname$/i;

/** The address in a cell, as far as a browser can check; the service checks more. */
function addressIn(cell: string, isLoose = false): string | null {
  const text = cell.trim();
  const url = /^https?:\/\//i.test(text) ? text : isLoose && DOMAIN.test(text) ? `https://${text}` : '';
  return url !== '' && URL.canParse(url) ? url : null;
}

/** Parses a list: a CSV, or names or addresses line by line. Null when it is empty. */
export function readList(text: string, isParted = seemsParted(text)): List | null {
  const rows = Array.from(readTable(text, isParted ? undefined : null), (row) => row.map((cell) => cell.trim()));
  if (rows.every((row) => row.every((cell) => cell === ''))) return null;
  const { column: site, isHeaded } = siteColumnOf(rows, addressIn);
  const heads = Array.from({ length: rows.reduce((most, row) => Math.max(most, row.length), 0) }, (_, i) => rows[0]?.[i] ?? '');
  const named = heads.findIndex((head, i) => i !== site && NAMES.test(head));
  const hasHead = rows.length > 1 && (named >= 0 || (isHeaded && site !== null));
  const first = heads.findIndex((_, i) => rows.some((row) => row[i]));
  const name = named >= 0 ? named : site === null ? first : -1;
  const roles = heads.map((head, i): Role => (i === site ? 'address' : i === name ? 'name' : hasHead && head !== '' ? 'keep' : 'skip'));
  return { text, isParted, rows, hasHead, roles };
}

const PROBED = 50;

/** Whether most lines contain a separator: a single name may contain a comma. */
function seemsParted(text: string): boolean {
  const lines = text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, PROBED);
  return SEPARATORS.some((sign) => lines.filter((line) => line.includes(sign)).length * 2 > lines.length);
}

/** The rows without the head. */
export const bodyOf = ({ rows, hasHead }: List) => (hasHead ? rows.slice(1) : rows);

/** The head of a column; null without a head. */
export const headOf = ({ rows, hasHead }: List, column: number): string | null => (hasHead && rows[0]?.[column]) || null;

/** The number of lines with an address or a name. */
export function countLines(list: List): number {
  const keys = list.roles.flatMap((role, i) => (role === 'address' || role === 'name' ? i : []));
  return bodyOf(list).filter((row) => keys.some((i) => row[i])).length;
}

const MOSTLY = 0.8;
const FORMATS: [Format, RegExp][] = [
  ['number', /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/],
  ['date', /^\d{4}-\d{2}(?:-\d{2})?$/],
  ['url', /^https?:\/\/\S+$/i],
];

/** The format of most of a column's texts. */
export function formatOf(list: List, column: number): Format {
  const texts = bodyOf(list).flatMap((row) => row[column] || []);
  const [found] =
    FORMATS.find(([, form]) => texts.length > 0 && texts.filter((one) => form.test(one)).length >= MOSTLY * texts.length) ?? [];
  return found ?? 'text';
}

/** A file's text in the encodings of spreadsheets: UTF-8, UTF-16 with a byte order mark, else Windows-1252. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
