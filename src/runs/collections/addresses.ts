import { parse } from 'tldts';
import { addressOf } from '../../agent/address.ts';
import { readTable, siteColumnOf } from '../../domain/list/table.ts';

/** The addresses in a text, one per line, with or without a scheme; `others`: lines without one. Lines that begin with # are comments. */
export function addressLines(text: string): { urls: string[]; others: number } {
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const found = lines.filter((line) => !line.startsWith('#')).map((line) => withScheme(line, true));
  const urls = found.filter((one) => one !== null);
  return { urls: [...new Set(urls)], others: found.length - urls.length };
}

/** The addresses in a list. */
export interface Addresses {
  urls: string[];
  /** The header of the column with the addresses, or its number from 1 without a header; null if it is not a table. */
  column: string | null;
}

/** The addresses of a table: those of the column that names each row's site. */
export function addressesOfCsv(text: string): Addresses {
  const rows = [...readTable(text)];
  const { column, isHeaded, isLoose } = siteColumnOf(rows, withScheme);
  if (column === null) return { urls: [], column: null };
  const body = isHeaded ? rows.slice(1) : rows;
  const urls = [...new Set(body.flatMap((row) => withScheme(row[column] ?? '', isLoose) ?? []))];
  return { urls, column: (isHeaded && rows[0]?.[column]?.trim()) || String(column + 1) };
}

const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+(?:\p{L}[\p{L}\p{N}-]*\p{L}|xn--[\w-]+)(?:[/?#:]|$)/u;
/** IP addresses and localhost have no certificate of their own. */
const MACHINE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost)(?:[/?#:]|$)/u;

/** Names with a public suffix or one that RFC 2606 reserves for examples: Node.js is not a domain. */
const isDomain = (text: string) => parse(text).isIcann === true || /\.(?:example|test|invalid)(?:[/?#:]|$)/iu.test(text);

/** An address as people write it. `isLoose` accepts one without a scheme. */
export function withScheme(cell: string, isLoose = false): string | null {
  const text = cell.trim();
  if (/^https?:\/\//i.test(text)) return addressOf(text);
  if (!isLoose || /\s/u.test(text)) return null;
  if (MACHINE.test(text)) return addressOf(`http://${text}`);
  return DOMAIN.test(text) && isDomain(text) ? addressOf(`https://${text}`) : null;
}
