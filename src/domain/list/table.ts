/** Lines of a list that become rows in one run. */
export const LINES_MAX = 5000;
/** Characters of a list: as many as a request of a megabyte holds, where few of them take two bytes. */
export const LIST_MAX = 900_000;
/** Columns of a list whose texts are kept. */
export const COLUMNS_MAX = 80;

/** Characters in which the first line shows what parts its cells. */
const FIRST_LINE = 20_000;
/** The signs that part the cells of a table, the likeliest first. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * The rows of a CSV (RFC 4180), parted at the sign that is named, else at the one that its first line declares as spreadsheets write it (`sep=;`), else at the separator that it
 * holds most of. `null`: a line is one cell.
 */
export function readTable(text: string, named?: Separator | null): Iterable<string[]> {
  const [, declared = ''] = /^\ufeff?[\r\n]*sep=(.)\r?\n/u.exec(text) ?? [];
  const source = text.replace(/^\ufeff?[\r\n]*(?:sep=.\r?\n)?/u, '');
  if (named === null) return source.split(/\r\n?|\n/).map((line) => [line]);
  const cellsBy = (separator: string) => {
    const [first = []] = readRows(source.slice(0, FIRST_LINE), separator);
    return first.length;
  };
  const best = SEPARATORS.reduce((one, other) => (cellsBy(other) > cellsBy(one) ? other : one));
  return readRows(source, named ?? SEPARATORS.find((one) => one === declared) ?? best);
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

/** How a column of sites is headed, in any of its words. */
const HEADS = /(?:^|[\s_-])(?:urls?|links?|web ?sites?|address(?:es)?|home ?pages?|pages?|web|domains?|sites?)(?:$|[\s_-])/iu;
/** Columns of profiles, pictures and mail beside it, which name no site. */
const BESIDE =
  /linked ?in|twitter|facebook|instagram|crunchbase|profile|e-?mail|logo|image|photo|avatar|(?:street|postal|mailing|billing|shipping|ip) address|domain type/iu;
const PROFILE_HOST = /(?:^|\.)(?:linkedin|twitter|x|facebook|instagram|crunchbase|youtube|tiktok)\.com$/u;
/** So many rows tell what a column holds. */
const PROBED = 100;
/** Columns of a table that may hold its addresses: what stands further to the right is not looked at. */
const LOOKED_AT = 200;

/** Where a table has the addresses of what its rows are about. `isLoose`: they may stand there without a scheme. */
export interface SiteColumn {
  /** Counted from 0; null: it has none. */
  column: number | null;
  /** Whether the first row heads the columns. */
  isHeaded: boolean;
  isLoose: boolean;
}

/**
 * The column that names each row's site by its head, the fullest of them, and not one that holds profiles beside it; without such a head the first column that holds addresses.
 * `addressIn`: the address that a cell is, loosely also one without its scheme.
 */
export function siteColumnOf(
  table: readonly (readonly string[])[],
  addressIn: (cell: string, isLoose?: boolean) => string | null,
): SiteColumn {
  const [head = [], ...rows] = table.map((row) => row.slice(0, LOOKED_AT));
  const columns = head.map((name, i) => {
    const cells = rows.slice(0, PROBED).flatMap((row) => addressIn(row[i] ?? '', true) ?? []);
    const profiles = cells.filter((url) => PROFILE_HOST.test(new URL(url).hostname)).length;
    const isSite = HEADS.test(name.trim()) && !BESIDE.test(name) && profiles * 2 <= cells.length;
    return { i, isSite, isBeside: BESIDE.test(name) || (cells.length > 0 && profiles * 2 > cells.length), found: cells.length };
  });
  const [named] = columns.filter(({ isSite, found }) => isSite && found > 0).sort((a, b) => b.found - a.found || a.i - b.i);
  const isHeaded = named !== undefined || (head.every((cell) => addressIn(cell, true) === null) && rows.length > 0);
  const body = isHeaded ? rows : [head, ...rows];
  const holds = (i: number) => body.slice(0, PROBED).some((row) => addressIn(row[i] ?? '') !== null);
  const isAllBare = (i: number) => body.slice(0, PROBED).every((row) => addressIn(row[i] ?? '', true) !== null);
  const byScheme = columns.find(({ i, isBeside }) => !isBeside && holds(i))?.i ?? columns.find(({ i }) => holds(i))?.i;
  const column = named?.i ?? byScheme ?? columns.find(({ i }) => body.length > 0 && isAllBare(i))?.i ?? null;
  return { column, isHeaded, isLoose: named !== undefined || byScheme === undefined };
}
