import { addressOf } from '../../agent/address.ts';

/** How a column of addresses is headed. */
const HEADS = /^(?:urls?|links?|web ?sites?|address(?:es)?|home ?pages?|pages?|web)$/i;

/** The addresses that a text names, a line each; null where a line is none. Lines that begin with # say nothing. */
export function addressLines(text: string): string[] | null {
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const found = lines.filter((line) => !line.startsWith('#')).map((line) => addressOf(line));
  return found.length > 0 && found.every((one) => one !== null) ? [...new Set(found)] : null;
}

/** The addresses of a table: of its column that is headed so, else of the first one that holds an address. */
export function addressesOfCsv(text: string): string[] {
  const [head = [], ...rows] = rowsOf(text);
  const headed = head.findIndex((cell) => HEADS.test(cell.trim()));
  const first = rows[0] ?? head;
  const column = headed >= 0 ? headed : first.findIndex((cell) => withScheme(cell) !== null);
  const cells = [...(headed >= 0 ? [] : [head]), ...rows].map((row) => row[column] ?? '');
  return [...new Set(cells.flatMap((cell) => withScheme(cell, headed >= 0) ?? []))];
}

const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#:]|$)/u;

/** An address as people write it; `isLoose`: also without its scheme. */
function withScheme(cell: string, isLoose = false): string | null {
  const text = cell.trim();
  if (/^https?:\/\//i.test(text)) return addressOf(text);
  return isLoose && DOMAIN.test(text) ? addressOf(`https://${text}`) : null;
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",;\t\r\n][^,;\t\r\n]*)|)(,|;|\t|\r\n|\r|\n|$)/y;

/** The rows of a CSV (RFC 4180; commas, semicolons or tabs between cells). What is quoted wrong ends where its line does. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const source = text.replace(/^\ufeff/, '');
  for (CELL.lastIndex = 0; CELL.lastIndex < source.length; ) {
    const at = CELL.lastIndex;
    const found = CELL.exec(source);
    if (!found) {
      const end = source.slice(at).search(/[\r\n]/);
      row.push(end < 0 ? source.slice(at) : source.slice(at, at + end));
      CELL.lastIndex = end < 0 ? source.length : at + end;
      continue;
    }
    const [, quoted, plain = '', sign = ''] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (/[,;\t]/.test(sign)) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, row] : rows;
}
