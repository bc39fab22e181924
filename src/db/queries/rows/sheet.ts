import { type SQL, sql } from 'drizzle-orm';
import type { RowStatus } from '../../../domain/row-state.ts';
import type { Judge, Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import { lastReviews, lastValueReviews } from './review.ts';
import { uuids } from './uuids.ts';

// Thousands of rows and cells, in one statement a page: its cells come as JSON, which is parsed quicker than rows of the driver.

/** A quote and its place: a page, and UTF-16 offsets in its canonical text. */
type Quote = [quote: string | null, pageId: string | null, start: number | null, end: number | null];

/** A cell as found, and who decided it. Without details a value comes alone, and a verdict with its quote alone. */
export type FoundCell<V> = readonly [value: V, ...place: Partial<Quote>, by?: Judge | 'person'];
export type FoundVerdict = FoundCell<Verdict | null>;
/** What a person said of a cell, with the sentence chosen. */
type SaidCell<V> = readonly [value: V, ...place: Quote];
export type SaidVerdict = SaidCell<Verdict>;

/** Cells by the id of their criterion or column. */
type Cells<C> = Readonly<Record<string, C>> | null;

/** A row with its cells. */
export interface SheetEntry {
  id: string;
  url: string;
  title: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  likelihood: number | null;
  pageCount: number;
  position: number;
  values: Cells<FoundCell<string | null>>;
  verdicts: Cells<FoundVerdict>;
  saidValues: Cells<SaidCell<string | null>>;
  saidVerdicts: Cells<SaidVerdict>;
}

/** Cells of an inner statement as one object; null where there are none. */
const cells = (column: string, fields: string, from: SQL, where: string) =>
  sql`(select json_object_agg(${sql.raw(column)}, json_build_array(${sql.raw(fields)})) from ${from} cell where row_id = "row".id ${sql.raw(where)})`;
const OF_ROW = sql`row_id = "row".id`;
const PLACE = ', quote, page_id, start, "end"';
const TEXTS = ['"values"', 'verdicts', '"saidValues"', '"saidVerdicts"']
  .map((texts) => `coalesce(octet_length(${texts}::text), 0)`)
  .join(' + ');

/** Rows in an order while their cells are within a number of bytes, one at least; `many` is how many there are with those beyond. */
const sheetSql = ({ from, order, details }: { from: SQL; order: SQL; details: boolean }) =>
  plain<SheetEntry & { many: number }>(sql`
    select id, url, title, status, "matchVerdict", likelihood, "pageCount", position, "values", verdicts, "saidValues", "saidVerdicts", many from (
      select found.*, sum(${sql.raw(TEXTS)}) over (order by n) as bytes, row_number() over (order by n) as place, (count(*) over ())::int as many from (
        select "row".id, url, coalesce(corrected_title, title) as title, status, match_verdict as "matchVerdict", likelihood,
          page_count as "pageCount", position::float8 as position, ${order} as n,
          ${cells('enrichment_id', details ? `value ${PLACE}, judge` : 'value', sql`"value"`, '')} as "values",
          ${cells('criterion_id', details ? `verdict ${PLACE}, judge` : 'verdict, quote', sql`verdict`, '')} as verdicts,
          ${cells('enrichment_id', `value ${PLACE}`, lastValueReviews(OF_ROW), 'and not withdrawn')} as "saidValues",
          ${cells('criterion_id', `verdict ${PLACE}`, lastReviews(OF_ROW), 'and verdict is not null')} as "saidVerdicts"
        from "row" ${from} and not hidden and merged_into is null order by ${order} limit ${sql.placeholder('limit')}
      ) found
    ) page where bytes <= ${sql.placeholder('bytes')} or place = 1 order by n`);

const SHOWN = sql`webset_id = ${sql.placeholder('websetId')} and (${sql.placeholder('verdict')}::text is null or match_verdict::text = ${sql.placeholder('verdict')})`;
const AFTER = { from: sql`where ${SHOWN} and position > ${sql.placeholder('after')}`, order: sql`"row".position` };
const BY_IDS = {
  from: sql`join unnest(${sql.placeholder('rowIds')}::uuid[]) with ordinality asked (id, n) on asked.id = "row".id where ${SHOWN}`,
  order: sql`asked.n`,
};
const [after, afterWithDetails] = [sheetSql({ ...AFTER, details: false }), sheetSql({ ...AFTER, details: true })];
const [byIds, byIdsWithDetails] = [sheetSql({ ...BY_IDS, details: false }), sheetSql({ ...BY_IDS, details: true })];

export interface SheetWindow {
  /** A position, exclusive, in the order found; or the ids of rows, in their order. */
  from: number | readonly string[];
  /** Only rows of this combined verdict. */
  verdict: Verdict | null;
  /** The most rows, and the most bytes of their cells as JSON; one row at least. */
  limit: number;
  bytes: number;
  /** Whether values have their quotes, and all cells the places of quotes and who judged. */
  details: boolean;
}

/** Shown rows of a webset with their cells, and how `many` there are with those beyond the bytes. */
export async function listSheet(tx: Tx, websetId: string, { from, details, ...window }: SheetWindow) {
  const isAfter = typeof from === 'number';
  const list = isAfter ? (details ? afterWithDetails : after) : details ? byIdsWithDetails : byIds;
  const entries = await list(tx, { websetId, ...window, ...(isAfter ? { after: from } : { rowIds: uuids(from) }) });
  return { entries, many: entries[0]?.many ?? 0 };
}
