/** The most lines of a list that become rows in one run. */
export const LINES_MAX = 5000;
/** The most characters of a list: what fits into a request of 1 MB when few of them take two bytes. */
export const LIST_MAX = 900_000;
/** The most columns of a list whose texts are imported. */
export const COLUMNS_MAX = 80;

/** The number of characters within which the first line must end for its separator to be detected. */
const FIRST_LINE = 20_000;
/** The separators of a table's cells, most likely first. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * The rows of a CSV (RFC 4180). The separator is `named`, else the one that the first line declares (`sep=;`, as spreadsheets write it),
 * else the most frequent one. `null`: each line is one cell.
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

/** An invalid quote ends with its line. */
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

/** Headers of a column of web sites. */
const HEADS = /(?:^|[\s_-])(?:urls?|links?|web ?sites?|address(?:es)?|home ?pages?|pages?|web|domains?|sites?)(?:$|[\s_-])/iu;
/** Headers of columns with profiles, pictures or mail addresses, which name no site. */
const BESIDE =
  /linked ?in|twitter|facebook|instagram|crunchbase|profile|e-?mail|logo|image|photo|avatar|(?:street|postal|mailing|billing|shipping|ip) address|domain type/iu;
const PROFILE_HOST = /(?:^|\.)(?:linkedin|twitter|x|facebook|instagram|crunchbase|youtube|tiktok)\.com$/u;
/** The number of rows that are examined to find out what a column holds. */
const PROBED = 100;
/** The number of columns, from the left, that are examined for addresses. */
const LOOKED_AT = 200;

/** The column of a table that holds the address of each row's subject. `isLoose`: addresses may lack a scheme. */
export interface SiteColumn {
  /** From 0; null when there is none. */
  column: number | null;
  /** Whether the first row is a header. */
  isHeaded: boolean;
  isLoose: boolean;
}

/**
 * The column whose header names sites, the fullest if there are several; without one, the first column that holds addresses. `addressIn`:
 * the address in a cell; `isLoose` also accepts one without a scheme.
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
