import { sql } from 'drizzle-orm';
import type { RowStatus } from '../../../domain/row.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Tx } from '../../connection/client.ts';
import { uuids } from './uuids.ts';

// Rows and cells by the thousand: plain statements whose answers are taken as they come, since mapping each value costs more than reading it.

/** A row without its cells. */
export interface SheetHead {
  id: string;
  url: string;
  title: string;
  status: RowStatus;
  matchVerdict: Verdict | null;
  position: number;
}

/** Shown rows after a position, in the order found. */
export const listSheetHeads = async (tx: Tx, websetId: string, after: number, limit: number): Promise<SheetHead[]> => [
  ...(await tx.execute<SheetHead & Record<string, unknown>>(sql`
    select id, url, title, status, match_verdict as "matchVerdict", position::float8 as position from "row"
    where webset_id = ${websetId} and not hidden and position > ${after} order by "row".position limit ${limit}`)),
];

/** Every cell of some rows and criteria, row by row, both in the order asked; nulls where there is none. */
export const listSheetVerdicts = async (
  tx: Tx,
  rowIds: readonly string[],
  criterionIds: readonly string[],
): Promise<{ verdict: Verdict | null; evidence: string | null }[]> => [
  ...(await tx.execute<{ verdict: Verdict | null; evidence: string | null }>(sql`
    select v.verdict, v.quote as evidence
    from unnest(${uuids(rowIds)}::uuid[]) with ordinality r (id, n) cross join unnest(${uuids(criterionIds)}::uuid[]) with ordinality c (id, n)
    left join verdict v on v.row_id = r.id and v.criterion_id = c.id order by r.n, c.n`)),
];

/** Every value of some rows and columns, row by row, both in the order asked; null where there is none. */
export const listSheetValues = async (tx: Tx, rowIds: readonly string[], enrichmentIds: readonly string[]): Promise<(string | null)[]> =>
  (
    await tx.execute<{ value: string | null }>(sql`
    select l.value
    from unnest(${uuids(rowIds)}::uuid[]) with ordinality r (id, n) cross join unnest(${uuids(enrichmentIds)}::uuid[]) with ordinality e (id, n)
    left join "value" l on l.row_id = r.id and l.enrichment_id = e.id order by r.n, e.n`)
  ).map(({ value }) => value);

/** The verdicts of people that stand over these rows, with the sentence chosen. */
export const listStandingVerdicts = async (
  tx: Tx,
  rowIds: readonly string[],
): Promise<{ rowId: string; criterionId: string; verdict: Verdict; quote: string | null }[]> => [
  ...(await tx.execute<{ rowId: string; criterionId: string; verdict: Verdict; quote: string | null }>(sql`
    select * from (
      select distinct on (row_id, criterion_id) row_id as "rowId", criterion_id as "criterionId", verdict, quote
      from review where row_id = any(${uuids(rowIds)}::uuid[]) order by row_id, criterion_id, position desc
    ) last where verdict is not null`)),
];
