import { parse } from 'tldts';
import { addressOf } from '../../agent/address.ts';
import { readTable, siteColumnOf } from '../../domain/list/table.ts';

/** The addresses that a text names, a line each, be it without their scheme; `others`: its lines that are none. Lines that begin with # say nothing. */
export function addressLines(text: string): { urls: string[]; others: number } {
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const found = lines.filter((line) => !line.startsWith('#')).map((line) => withScheme(line, true));
  const urls = found.filter((one) => one !== null);
  return { urls: [...new Set(urls)], others: found.length - urls.length };
}

/** The addresses that a list names. */
export interface Addresses {
  urls: string[];
  /** What the column is called that they stand in, or its place from 1 where it has no head; null: it is no table. */
  column: string | null;
}

/** The addresses of a table: of the column that names each row's site. */
export function addressesOfCsv(text: string): Addresses {
  const rows = [...readTable(text)];
  const { column, isHeaded, isLoose } = siteColumnOf(rows, withScheme);
  if (column === null) return { urls: [], column: null };
  const body = isHeaded ? rows.slice(1) : rows;
  const urls = [...new Set(body.flatMap((row) => withScheme(row[column] ?? '', isLoose) ?? []))];
  return { urls, column: (isHeaded && rows[0]?.[column]?.trim()) || String(column + 1) };
}

const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+(?:\p{L}[\p{L}\p{N}-]*\p{L}|xn--[\w-]+)(?:[/?#:]|$)/u;
/** An address of a machine has no certificate of its own. */
const MACHINE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost)(?:[/?#:]|$)/u;

/** Of names that end as domains do, or as RFC 2606 has it for examples: Node.js is none. */
const isDomain = (text: string) => parse(text).isIcann === true || /\.(?:example|test|invalid)(?:[/?#:]|$)/iu.test(text);

/** An address as people write it; `isLoose`: also without its scheme. */
export function withScheme(cell: string, isLoose = false): string | null {
  const text = cell.trim();
  if (/^https?:\/\//i.test(text)) return addressOf(text);
  if (!isLoose || /\s/u.test(text)) return null;
  if (MACHINE.test(text)) return addressOf(`http://${text}`);
  return DOMAIN.test(text) && isDomain(text) ? addressOf(`https://${text}`) : null;
}
