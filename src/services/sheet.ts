import { listMergedValues, listMergedVerdicts } from '../db/queries/merges/merged-cell.ts';
import * as db from '../db/queries/rows/sheet.ts';
import { listPageHeads } from '../db/queries/shared/page.ts';
import type { Evidence } from '../domain/page/evidence.ts';
import type { RowStatus } from '../domain/row-state.ts';
import { claims, type Judge, type Verdict } from '../domain/verdict.ts';
import type { Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';

/** A row with its cells, in the order that the columns were asked for; null where nothing was found or evaluated. */
export interface SheetRow {
  id: string;
  url: string;
  title: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  values: (string | null)[];
  /** A person's verdict before the reasoner's; the sentence that the person chose, else the reasoner's evidence. */
  verdicts: ({ verdict: Verdict; evidence: string | null } | null)[];
  /** When they are asked for. */
  details?: SheetDetails;
}

/** What proves a row, in the order of its cells: quotes, null where there is none, and who decided, null where nothing is decided. */
export interface SheetDetails {
  /** How likely it meets all criteria, 0 to 1; null until it is scored. */
  likelihood: number | null;
  values: (SheetQuote | null)[];
  verdicts: (SheetQuote | null)[];
  valuesBy: (Decider | null)[];
  verdictsBy: (Decider | null)[];
}

/** Who decided a cell. */
export type Decider = Judge | 'person';

/** A quote, and the page whose canonical text has it (SHA-256 in hex). */
export interface SheetQuote extends Evidence {
  page: { id: string; url: string; sha256: string };
}

export interface SheetAsked {
  first: number;
  /** A position, exclusive. */
  after?: number | undefined;
  criterionIds: readonly string[];
  enrichmentIds: readonly string[];
  /** Only rows of this combined verdict. */
  verdict?: Verdict | null | undefined;
  /** These rows of the webset alone, in this order, whatever `first` and `after`. */
  rowIds?: readonly string[] | undefined;
  details?: boolean | undefined;
}

/** Bytes of the cells of rows that are read at a time, one row at least: values have 2,000 characters at most, a row 100 of them. */
const BYTES_MAX = 1_000_000;
/** Cells that are read for these bytes, also where most of them are beyond: Postgres has written each before it knows. */
const CELLS_MAX = 1000;

/**
 * Shown rows of an opened webset with the cells of these criteria and columns, in the order found; fewer than `first` where texts are
 * long or cells are many. `end`: the last row's position.
 */
export async function readSheet(
  call: Call,
  webset: Pick<Webset, 'id'>,
  { first, after = 0, criterionIds, enrichmentIds, verdict = null, rowIds, details = false }: SheetAsked,
): Promise<{ rows: SheetRow[]; end: number | null; hasNextPage: boolean }> {
  const columns = { criterionIds, enrichmentIds };
  const most = Math.max(1, Math.floor(CELLS_MAX / Math.max(1, criterionIds.length + enrichmentIds.length)));
  const size = Math.min(rowIds?.length ?? first, most);
  if (size === 0) return { rows: [], end: null, hasNextPage: false };
  const window = { from: rowIds ?? after, verdict, details, ...columns, limit: size + 1, bytes: BYTES_MAX };
  const { entries: found, many } = await db.listSheet(call.db, webset.id, window);
  const entries = found.slice(0, size);
  await overMerged(call, entries);
  const quotes = details ? await quotesOf(call, entries) : null;
  const rows = entries.map((entry) => rowOf(entry, columns, quotes));
  return {
    rows,
    end: entries.at(-1)?.position ?? null,
    hasNextPage: many > entries.length,
  };
}

type Columns = Pick<SheetAsked, 'criterionIds' | 'enrichmentIds'>;

function rowOf(entry: db.SheetEntry, { criterionIds, enrichmentIds }: Columns, quoteIn: QuoteIn | null): SheetRow {
  const { id, url, title, status, matchVerdict, likelihood } = entry;
  const values = enrichmentIds.map((column) => ({ found: entry.values?.[column], said: entry.saidValues?.[column] }));
  const verdicts = criterionIds.map((column) => ({ found: entry.verdicts?.[column], said: entry.saidVerdicts?.[column] }));
  const details = (quoted: QuoteIn): SheetDetails => ({
    likelihood,
    values: values.map(({ found, said }) => quoted(said) ?? (!said || said[0] === (found?.[0] ?? null) ? quoted(found) : null)),
    verdicts: verdicts.map((cell) => quoted(cell.said) ?? (isProvedByFound(cell) ? quoted(cell.found) : null)),
    valuesBy: values.map(decidedBy),
    verdictsBy: verdicts.map(decidedBy),
  });
  return {
    id,
    url,
    title,
    status,
    matchVerdict,
    values: values.map(({ found, said }) => (said ?? found)?.[0] ?? null),
    verdicts: verdicts.map((cell) => {
      const verdict = (cell.said ?? cell.found)?.[0];
      return verdict ? { verdict, evidence: cell.said?.[1] ?? (isProvedByFound(cell) ? (cell.found?.[1] ?? null) : null) } : null;
    }),
    ...(quoteIn && { details: details(quoteIn) }),
  };
}

/** Who decided a cell; null where there is no value or verdict. */
function decidedBy({ found, said }: { found: db.FoundCell<unknown> | undefined; said: unknown }): Decider | null {
  if (said) return 'person';
  return (found?.[0] ?? null) === null ? null : (found?.[5] ?? null);
}

/** Whether the quote found also proves a person's verdict: one that claims something proves a part of it, and no other verdict. */
function isProvedByFound({ found: [found] = [null], said }: { found: db.FoundVerdict | undefined; said: db.SaidVerdict | undefined }) {
  return !said || said[0] === found || (claims(said[0]) && found !== null && claims(found));
}

/** Puts what rows of several pages say over all of them in the place of what their own pages say. */
async function overMerged(call: Call, entries: readonly db.SheetEntry[]): Promise<void> {
  const several = new Map(entries.flatMap((entry) => (entry.pageCount > 1 ? [[entry.id, entry]] : [])));
  if (several.size === 0) return;
  const ids = [...several.keys()];
  const judgeOf = ({ isByPerson, judge }: { isByPerson: boolean; judge: Judge }) => (isByPerson ? 'person' : judge);
  for (const { rowId, criterionId, verdict, quote, pageId, start, end, ...by } of await listMergedVerdicts(call.db, ids)) {
    const entry = several.get(rowId);
    if (!entry) continue;
    entry.verdicts ??= {};
    entry.verdicts[criterionId] = [verdict, quote, pageId, start, end, judgeOf(by)];
  }
  for (const { rowId, enrichmentId, value, quote, pageId, start, end, ...by } of await listMergedValues(call.db, ids)) {
    const entry = several.get(rowId);
    if (!entry) continue;
    entry.values ??= {};
    entry.values[enrichmentId] = [value, quote, pageId, start, end, judgeOf(by)];
  }
}

type QuoteIn = (cell: db.FoundCell<unknown> | undefined) => SheetQuote | null;

/** Returns a cell's quote with its page. */
async function quotesOf(call: Call, entries: readonly db.SheetEntry[]): Promise<QuoteIn> {
  const cells = entries.flatMap(({ values, verdicts, saidValues, saidVerdicts }) =>
    [values, verdicts, saidValues, saidVerdicts].flatMap((some) => Object.values<db.FoundCell<unknown>>(some ?? {})),
  );
  const ids = new Set(cells.flatMap(([, , pageId]) => pageId ?? []));
  const pages = new Map((await listPageHeads(call.db, [...ids])).map(({ id, url, sha256 }) => [id, { id, url, sha256 }]));
  return (cell) => {
    const page = pages.get(cell?.[2] ?? '');
    // the schema lets no quote be without its page and place
    return cell && page ? { quote: cell[1] as string, page, start: cell[3] as number, end: cell[4] as number } : null;
  };
}
