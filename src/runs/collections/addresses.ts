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

/** The signs that part the cells of a table, the likeliest first. */
const SEPARATORS = [',', ';', '\t'] as const;

/** The rows of a CSV (RFC 4180), parted at the one of the separators that its first line holds most of. */
function rowsOf(text: string): string[][] {
  const source = text.replace(/^\ufeff?[\r\n]*/, '');
  const cellsBy = (separator: string) => {
    const [first = []] = readRows(source, separator);
    return first.length;
  };
  const best = SEPARATORS.reduce((one, other) => (cellsBy(other) > cellsBy(one) ? other : one));
  return [...readRows(source, best)];
}

/** What is quoted wrong ends where its line does. */
function* readRows(source: string, separator: string): Generator<string[]> {
  const plain = `[^"${separator}\\r\\n][^${separator}\\r\\n]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|(${plain})|)(${separator}|\\r\\n|\\r|\\n|$)|([^\\r\\n]*)(?:\\r\\n|\\r|\\n|$)`, 'y');
  let row: string[] = [];
  while (cell.lastIndex < source.length) {
    const [, quoted, unquoted, sign, wrong] = cell.exec(source) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? unquoted ?? wrong ?? '');
    if (sign === separator) continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
