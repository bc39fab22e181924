import { listMergedValues, listMergedVerdicts } from '../db/queries/merges/merged-cell.ts';
import * as db from '../db/queries/rows/sheet.ts';
import { listStandingValues } from '../db/queries/rows/value-review.ts';
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

/** Bytes of the texts of rows that are read at a time, one row at least: values have 2,000 characters at most, a row 100 of them. */
const BYTES_MAX = 1_000_000;

/** How many of these rows are within the bytes that are read at a time. */
function fitting(heads: readonly db.SheetHead[]): number {
  let sum = 0;
  const beyond = heads.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > BYTES_MAX;
  });
  return beyond < 0 ? heads.length : Math.max(1, beyond);
}

/**
 * Shown rows of an opened webset with the cells of these criteria and columns, in the order found; fewer than `first` where texts are
 * long. `end`: the last row's position.
 */
export async function readSheet(
  call: Call,
  webset: Pick<Webset, 'id'>,
  { first, after = 0, criterionIds, enrichmentIds, verdict = null, rowIds, details = false }: SheetAsked,
): Promise<{ rows: SheetRow[]; end: number | null; hasNextPage: boolean }> {
  const found = await db.listSheetHeads(call.db, webset.id, rowIds ? { rowIds, verdict } : { after, verdict, limit: first + 1 });
  const asked = rowIds ? found : found.slice(0, first);
  const heads = asked.slice(0, fitting(asked));
  if (heads.length === 0) return { rows: [], end: null, hasNextPage: false };
  const ids = heads.map(({ id }) => id);
  const [extracted, cells, standing, standingValues] = await Promise.all([
    db.listSheetValues(call.db, ids, enrichmentIds, details),
    db.listSheetVerdicts(call.db, ids, criterionIds, details),
    db.listStandingVerdicts(call.db, ids),
    listStandingValues(call.db, ids),
  ]);
  await overMerged(call, heads, { extracted, cells, criterionIds, enrichmentIds });
  const reviewed = new Map(standing.map((entry) => [`${entry.rowId} ${entry.criterionId}`, entry]));
  const corrected = new Map(standingValues.map((entry) => [`${entry.rowId} ${entry.enrichmentId}`, entry]));
  const reviewAt = (id: string, j: number) => (reviewed.size > 0 ? reviewed.get(`${id} ${criterionIds[j]}`) : undefined);
  const correctionAt = (id: string, j: number) => (corrected.size > 0 ? corrected.get(`${id} ${enrichmentIds[j]}`) : undefined);
  const verdictOf = (cell: db.SheetVerdict, review: db.StandingVerdict | undefined) => {
    const verdict = review?.verdict ?? cell.verdict;
    return verdict === null ? null : { verdict, evidence: review?.quote ?? (isProvedBy(cell, review) ? cell.quote : null) };
  };
  const [width, breadth] = [enrichmentIds.length, criterionIds.length];
  const quoteOf = details ? await quotesOf(call, [...extracted, ...cells, ...standing, ...standingValues]) : null;
  const rows = heads.map(({ id, url, title, status, matchVerdict, likelihood }, i) => {
    const [own, judged] = [extracted.slice(i * width, (i + 1) * width), cells.slice(i * breadth, (i + 1) * breadth)];
    return {
      id,
      url,
      title,
      status,
      matchVerdict,
      values: own.map(({ value }, j) => {
        const correction = correctionAt(id, j);
        return correction ? correction.value : value;
      }),
      verdicts: judged.map((cell, j) => verdictOf(cell, reviewAt(id, j))),
      ...(quoteOf && {
        details: {
          likelihood,
          values: own.map((cell, j) => quoteOf(cell, correctionAt(id, j), (correctionAt(id, j) ?? cell).value === cell.value)),
          verdicts: judged.map((cell, j) => quoteOf(cell, reviewAt(id, j), isProvedBy(cell, reviewAt(id, j)))),
          valuesBy: own.map((cell, j) => (correctionAt(id, j) ? 'person' : cell.value === null ? null : (cell.by ?? null))),
          verdictsBy: judged.map((cell, j) => (reviewAt(id, j) ? 'person' : cell.verdict === null ? null : (cell.by ?? null))),
        },
      }),
    };
  });
  return { rows, end: heads.at(-1)?.position ?? null, hasNextPage: found.length > heads.length };
}

/** Whether the quote found also proves a person's verdict: one that claims something proves a part of it, and no other verdict. */
const isProvedBy = (cell: db.SheetVerdict, review: db.StandingVerdict | undefined) =>
  !review || review.verdict === cell.verdict || (claims(review.verdict) && cell.verdict !== null && claims(cell.verdict));

/** Puts what rows of several pages say over all of them in the place of what their own pages say. */
async function overMerged(
  call: Call,
  heads: readonly db.SheetHead[],
  into: { extracted: db.SheetValue[]; cells: db.SheetVerdict[]; criterionIds: readonly string[]; enrichmentIds: readonly string[] },
): Promise<void> {
  const several = heads.filter(({ pageCount }) => pageCount > 1).map(({ id }) => id);
  if (several.length === 0) return;
  const placeOf = new Map(heads.map(({ id }, i) => [id, i]));
  const put = <C>(cells: C[], columnIds: readonly string[], [rowId, columnId]: [string, string], cell: C) => {
    const [i, j] = [placeOf.get(rowId), columnIds.indexOf(columnId)];
    if (i !== undefined && j >= 0) cells[i * columnIds.length + j] = cell;
  };
  const decidedBy = ({ isByPerson, judge }: { isByPerson: boolean; judge: Judge }) => ({ by: isByPerson ? ('person' as const) : judge });
  for (const cell of await listMergedVerdicts(call.db, several))
    put(into.cells, into.criterionIds, [cell.rowId, cell.criterionId], { ...cell, ...decidedBy(cell) });
  for (const cell of await listMergedValues(call.db, several))
    put(into.extracted, into.enrichmentIds, [cell.rowId, cell.enrichmentId], { ...cell, ...decidedBy(cell) });
}

type Quoted = Pick<db.SheetValue, 'quote' | 'pageId' | 'start' | 'end'>;

/** Returns a cell's quote with its page: the sentence that a person chose, else the one found, unless the person says otherwise. */
async function quotesOf(call: Call, cells: readonly Quoted[]) {
  const ids = new Set(cells.flatMap(({ pageId }) => pageId ?? []));
  const pages = new Map((await listPageHeads(call.db, [...ids])).map(({ id, url, sha256 }) => [id, { id, url, sha256 }]));
  const quoteIn = (cell: Quoted | undefined): SheetQuote | null => {
    const page = pages.get(cell?.pageId ?? '');
    // the schema lets no quote be without its page and place
    return cell && page ? { quote: cell.quote as string, page, start: cell.start as number, end: cell.end as number } : null;
  };
  return (found: Quoted, said: Quoted | undefined, stands: boolean) => quoteIn(said) ?? (stands ? quoteIn(found) : null);
}
