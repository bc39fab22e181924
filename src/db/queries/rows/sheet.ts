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
type Cells<C> = Record<string, C> | null;

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

/** Cells of a row in the columns asked for, as one object; null where there are none. */
const verdictCells = (fields: string, from: SQL) => sql`
  (select json_object_agg(criterion_id, json_build_array(${sql.raw(fields)})) from ${from} cell
    where row_id = "row".id and criterion_id = any(${sql.placeholder('criterionIds')}::uuid[]) and verdict is not null)`;
const valueCells = (fields: string, from: SQL) => sql`
  (select json_object_agg(enrichment_id, json_build_array(${sql.raw(fields)})) from ${from} cell
    where row_id = "row".id and enrichment_id = any(${sql.placeholder('enrichmentIds')}::uuid[]))`;
const OF_ROW = sql`row_id = "row".id`;
const NOT_WITHDRAWN = sql`(select * from ${lastValueReviews(OF_ROW)} last where not withdrawn)`;
const PLACE = ', quote, page_id, start, "end"';
const SIZE = ['"values"', 'verdicts', '"saidValues"', '"saidVerdicts"']
  .map((texts) => `coalesce(octet_length(${texts}::text), 0)`)
  .join(' + ');

/** What a page of rows is read by. */
interface Shape {
  byIds: boolean;
  ofVerdict: boolean;
  details: boolean;
}

/** Rows in an order while their cells are within a number of bytes, one at least; `many` is how many there are with those beyond. */
function sheetSql({ byIds, ofVerdict, details }: Shape) {
  const asked = sql`join unnest(${sql.placeholder('rowIds')}::uuid[]) with ordinality asked (id, n) on asked.id = "row".id`;
  const order = byIds ? sql`asked.n` : sql`"row".position`;
  return plain<SheetEntry & { many: number }>(sql`
    select id, url, title, status, "matchVerdict", likelihood, "pageCount", position, "values", verdicts, "saidValues", "saidVerdicts", many from (
      select found.*, sum(${sql.raw(SIZE)}) over (order by n) as bytes, row_number() over (order by n) as place, (count(*) over ())::int as many from (
        select "row".id, url, coalesce(corrected_title, title) as title, status, match_verdict as "matchVerdict", likelihood,
          page_count as "pageCount", position::float8 as position, ${order} as n,
          ${valueCells(details ? `value ${PLACE}, judge` : 'value', sql`"value"`)} as "values",
          ${verdictCells(details ? `verdict ${PLACE}, judge` : 'verdict, quote', sql`verdict`)} as verdicts,
          ${valueCells(`value ${PLACE}`, NOT_WITHDRAWN)} as "saidValues",
          ${verdictCells(`verdict ${PLACE}`, lastReviews(OF_ROW))} as "saidVerdicts"
        from "row" ${byIds ? asked : sql``}
        where webset_id = ${sql.placeholder('websetId')} and not hidden and merged_into is null
          ${byIds ? sql`` : sql`and position > ${sql.placeholder('after')}`} ${ofVerdict ? sql`and match_verdict = ${sql.placeholder('verdict')}` : sql``}
        order by ${order} limit ${sql.placeholder('limit')}
      ) found
    ) page where bytes <= ${sql.placeholder('bytes')} or place = 1 order by n`);
}

const statements = new Map<string, ReturnType<typeof sheetSql>>();
function statementOf(shape: Shape) {
  const key = JSON.stringify(shape);
  const known = statements.get(key) ?? sheetSql(shape);
  statements.set(key, known);
  return known;
}

export interface SheetWindow {
  /** A position, exclusive, in the order found; or the ids of rows, in their order. */
  from: number | readonly string[];
  /** Only rows of this combined verdict. */
  verdict: Verdict | null;
  /** The criteria and columns whose cells are read. */
  criterionIds: readonly string[];
  enrichmentIds: readonly string[];
  /** The most rows, and the most bytes of their cells as JSON; one row at least. */
  limit: number;
  bytes: number;
  /** Whether values have their quotes, and all cells the places of quotes and who judged. */
  details: boolean;
}

/** Shown rows of a webset with their cells, and how `many` there are with those beyond the bytes. */
export async function listSheet(tx: Tx, websetId: string, { from, verdict, details, criterionIds, enrichmentIds, ...most }: SheetWindow) {
  const byIds = typeof from !== 'number';
  const entries = await statementOf({ byIds, ofVerdict: verdict !== null, details })(tx, {
    websetId,
    ...(byIds ? { rowIds: uuids(from) } : { after: from }),
    verdict,
    criterionIds: uuids(criterionIds),
    enrichmentIds: uuids(enrichmentIds),
    ...most,
  });
  return { entries, many: entries[0]?.many ?? 0 };
}
