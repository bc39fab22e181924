import { sql } from 'drizzle-orm';
import type { RowStatus } from '../../../domain/row-state.ts';
import type { Judge, Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { lastReviews } from './review.ts';
import { uuids } from './uuids.ts';

// Thousands of rows and cells: plain statements whose rows are used as the driver reads them, since mapping costs more than reading.

/** A row without its cells. */
export interface SheetHead {
  id: string;
  url: string;
  title: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  likelihood: number | null;
  pageCount: number;
  position: number;
  /** Of the texts of its cells, corrections of before included. */
  bytes: number;
}

/** The bytes of a row's texts, which no page is read for. */
const BYTES = sql.raw(
  [
    ['"value"', 'coalesce(octet_length(value), 0) + coalesce(octet_length(quote), 0)'],
    ['verdict', 'octet_length(quote)'],
    ['value_review', 'coalesce(octet_length(value), 0) + coalesce(octet_length(quote), 0)'],
    ['review', 'octet_length(quote)'],
  ]
    .map(([table, bytes]) => `coalesce((select sum(${bytes}) from ${table} cell where cell.row_id = "row".id), 0)`)
    .join(' + '),
);

type SheetWindow = { verdict: Verdict | null } & ({ after: number; limit: number } | { rowIds: readonly string[] });

/** Shown rows after a position, in the order found; or rows by their ids, in that order; of one combined verdict if one is asked for. */
export const listSheetHeads = async (tx: Tx, websetId: string, { verdict, ...window }: SheetWindow): Promise<SheetHead[]> => [
  ...(await tx.execute<SheetHead & Record<string, unknown>>(sql`
    select "row".id, url, coalesce(corrected_title, title) as title, status, match_verdict as "matchVerdict", likelihood, page_count as "pageCount", position::float8 as position,
      (${BYTES})::float8 as bytes from "row"
    ${'rowIds' in window ? sql`join unnest(${uuids(window.rowIds)}::uuid[]) with ordinality asked (id, n) on asked.id = "row".id` : sql``}
    where webset_id = ${websetId} and not hidden and merged_into is null ${verdict ? sql`and match_verdict = ${verdict}` : sql``}
    ${'rowIds' in window ? sql`order by asked.n` : sql`and position > ${window.after} order by "row".position limit ${window.limit}`}`)),
];

/** The place of a quote: a page, and UTF-16 offsets in its canonical text. */
type Place = { pageId: string | null; start: number | null; end: number | null };

/** The place of a cell's quote, and who decided it: a judge, or a person. */
type Grounds = Place & { by: Judge | 'person' | null };

/** A cell's verdict or value with its quote; its place and who decided on request. */
export type SheetVerdict = { verdict: Verdict | null; quote: string | null } & Partial<Grounds>;
export type SheetValue = { value: string | null; quote?: string | null } & Partial<Grounds>;

/** Every cell of some rows and criteria, row by row, both in the order asked; nulls where there is none. */
export const listSheetVerdicts = async (
  tx: Tx,
  rowIds: readonly string[],
  criterionIds: readonly string[],
  grounds: boolean,
): Promise<SheetVerdict[]> => [
  ...(await tx.execute<SheetVerdict>(sql`
    select v.verdict, v.quote ${grounds ? sql`, v.page_id as "pageId", v.start, v."end", v.judge as by` : sql``}
    from unnest(${uuids(rowIds)}::uuid[]) with ordinality r (id, n) cross join unnest(${uuids(criterionIds)}::uuid[]) with ordinality c (id, n)
    left join verdict v on v.row_id = r.id and v.criterion_id = c.id order by r.n, c.n`)),
];

/** Every value of some rows and columns, row by row, both in the order asked; nulls where there is none. */
export const listSheetValues = async (
  tx: Tx,
  rowIds: readonly string[],
  enrichmentIds: readonly string[],
  grounds: boolean,
): Promise<SheetValue[]> => [
  ...(await tx.execute<SheetValue>(sql`
    select l.value ${grounds ? sql`, l.quote, l.page_id as "pageId", l.start, l."end", l.judge as by` : sql``}
    from unnest(${uuids(rowIds)}::uuid[]) with ordinality r (id, n) cross join unnest(${uuids(enrichmentIds)}::uuid[]) with ordinality e (id, n)
    left join "value" l on l.row_id = r.id and l.enrichment_id = e.id order by r.n, e.n`)),
];

export type StandingVerdict = { rowId: string; criterionId: string; verdict: Verdict; quote: string | null } & Place;

/** People's verdicts on these rows that count, with the sentence chosen. */
export const listStandingVerdicts = async (tx: Tx, rowIds: readonly string[]): Promise<StandingVerdict[]> => [
  ...(await tx.execute<StandingVerdict>(sql`
    select row_id as "rowId", criterion_id as "criterionId", verdict, quote, page_id as "pageId", start, "end"
    from ${lastReviews(sql`row_id = any(${uuids(rowIds)}::uuid[])`)} v where verdict is not null`)),
];
