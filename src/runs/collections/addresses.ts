import { parse } from 'tldts';
import { addressOf } from '../../agent/address.ts';

/** How a column of sites is headed, in any of its words. */
const HEADS = /(?:^|[\s_-])(?:urls?|links?|web ?sites?|address(?:es)?|home ?pages?|pages?|web|domains?|sites?)(?:$|[\s_-])/iu;
/** Columns of profiles, pictures and mail beside it, which name no site. */
const BESIDE =
  /linked ?in|twitter|facebook|instagram|crunchbase|profile|e-?mail|logo|image|photo|avatar|(?:street|postal|mailing|billing|shipping|ip) address|domain type/iu;
const PROFILE_HOST = /(?:^|\.)(?:linkedin|twitter|x|facebook|instagram|crunchbase|youtube|tiktok)\.com$/u;

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

/** So many rows tell what a column holds. */
const PROBED = 100;
/** Columns of a table that may hold its addresses: what stands further to the right is not looked at. */
const COLUMNS_MAX = 200;

/**
 * The addresses of a table: of the column that names each row's site by its head, the fullest of them, and not of one that holds profiles beside it; without such a
 * head of the first column that holds addresses.
 */
export function addressesOfCsv(text: string): Addresses {
  const [head = [], ...rows] = rowsOf(text).map((row) => row.slice(0, COLUMNS_MAX));
  const columns = head.map((name, i) => {
    const cells = rows.slice(0, PROBED).flatMap((row) => withScheme(row[i] ?? '', true) ?? []);
    const profiles = cells.filter((url) => PROFILE_HOST.test(new URL(url).hostname)).length;
    const isSite = HEADS.test(name.trim()) && !BESIDE.test(name) && profiles * 2 <= cells.length;
    return { i, isSite, isBeside: BESIDE.test(name) || (cells.length > 0 && profiles * 2 > cells.length), found: cells.length };
  });
  const [named] = columns.filter(({ isSite, found }) => isSite && found > 0).sort((a, b) => b.found - a.found || a.i - b.i);
  const isHeaded = named !== undefined || (head.every((cell) => withScheme(cell, true) === null) && rows.length > 0);
  const body = isHeaded ? rows : [head, ...rows];
  const holds = (i: number) => body.slice(0, PROBED).some((row) => withScheme(row[i] ?? '') !== null);
  const isAllBare = (i: number) => body.slice(0, PROBED).every((row) => withScheme(row[i] ?? '', true) !== null);
  const byScheme = columns.find(({ i, isBeside }) => !isBeside && holds(i))?.i ?? columns.find(({ i }) => holds(i))?.i;
  const column = named?.i ?? byScheme ?? columns.find(({ i }) => body.length > 0 && isAllBare(i))?.i;
  if (column === undefined) return { urls: [], column: null };
  const isLoose = named !== undefined || byScheme === undefined;
  const urls = [...new Set(body.flatMap((row) => withScheme(row[column] ?? '', isLoose) ?? []))];
  return { urls, column: (isHeaded && head[column]?.trim()) || String(column + 1) };
}

const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+(?:\p{L}[\p{L}\p{N}-]*\p{L}|xn--[\w-]+)(?:[/?#:]|$)/u;
/** An address of a machine has no certificate of its own. */
const MACHINE = /^(?:\d{1,3}(?:\.\d{1,3}){3}|localhost)(?:[/?#:]|$)/u;

/** Of names that end as domains do, or as RFC 2606 has it for examples: Node.js is none. */
const isDomain = (text: string) => parse(text).isIcann === true || /\.(?:example|test|invalid)(?:[/?#:]|$)/iu.test(text);

/** An address as people write it; `isLoose`: also without its scheme. */
function withScheme(cell: string, isLoose = false): string | null {
  const text = cell.trim();
  if (/^https?:\/\//i.test(text)) return addressOf(text);
  if (!isLoose || /\s/u.test(text)) return null;
  if (MACHINE.test(text)) return addressOf(`http://${text}`);
  return DOMAIN.test(text) && isDomain(text) ? addressOf(`https://${text}`) : null;
}

/** The signs that part the cells of a table, the likeliest first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** The rows of a CSV (RFC 4180), parted at the sign that its first line declares as spreadsheets write it (`sep=;`), else at the separator that it holds most of. */
function rowsOf(text: string): string[][] {
  const [, declared = ''] = /^\ufeff?[\r\n]*sep=(.)\r?\n/u.exec(text) ?? [];
  const source = text.replace(/^\ufeff?[\r\n]*(?:sep=.\r?\n)?/u, '');
  const cellsBy = (separator: string) => {
    const [first = []] = readRows(source, separator);
    return first.length;
  };
  const best = SEPARATORS.reduce((one, other) => (cellsBy(other) > cellsBy(one) ? other : one));
  return [...readRows(source, SEPARATORS.find((one) => one === declared) ?? best)];
}

/** What is quoted wrong ends where its line does. */
function* readRows(source: string, separator: string): Generator<string[]> {
  const plain = `[^"${separator}\\r\\n][^${separator}\\r\\n]*`;
  const sign = separator === '|' ? '\\|' : separator;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|(${plain})|)(${sign}|\\r\\n|\\r|\\n|$)|([^\\r\\n]*)(?:\\r\\n|\\r|\\n|$)`, 'y');
  let row: string[] = [];
  while (cell.lastIndex < source.length) {
    const [, quoted, unquoted, end, wrong] = cell.exec(source) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? unquoted ?? wrong ?? '');
    if (end === separator) continue;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}
