import { sql } from 'drizzle-orm';
import type { CellValue, CellVerdict } from './cell.ts';
import type { Tx } from './client.ts';
import { uuids } from './uuids.ts';

// What is asked of every cell of a page of rows; taken as it comes, since mapping each value costs more than reading it.

type Head<C> = Pick<C, Extract<keyof C, 'rowId' | 'criterionId' | 'enrichmentId' | 'verdict' | 'value' | 'reason' | 'judge' | 'evidence'>>;
export type VerdictHead = Head<CellVerdict>;
export type ValueHead = Head<CellValue>;

type Flat<H extends { evidence: unknown }> = Omit<H, 'evidence'> & { pageId: string | null; quote: string; start: number; end: number };

export async function listVerdictHeads(tx: Tx, rowIds: readonly string[]): Promise<VerdictHead[]> {
  const found = await tx.execute<Flat<VerdictHead>>(sql`
    select row_id as "rowId", criterion_id as "criterionId", verdict, reason, judge, page_id as "pageId", quote, start, "end"
    from verdict where row_id = any(${uuids(rowIds)}::uuid[])`);
  return found.map(({ rowId, criterionId, verdict, reason, judge, ...proof }) => ({
    ...{ rowId, criterionId, verdict, reason, judge },
    evidence: evidenceOf(proof),
  }));
}

export async function listValueHeads(tx: Tx, rowIds: readonly string[]): Promise<ValueHead[]> {
  const found = await tx.execute<Flat<ValueHead>>(sql`
    select row_id as "rowId", enrichment_id as "enrichmentId", value, reason, judge, page_id as "pageId", quote, start, "end"
    from "value" where row_id = any(${uuids(rowIds)}::uuid[])`);
  return found.map(({ rowId, enrichmentId, value, reason, judge, ...proof }) => ({
    ...{ rowId, enrichmentId, value, reason, judge },
    evidence: evidenceOf(proof),
  }));
}

/** All four are null together. */
const evidenceOf = ({ pageId, quote, start, end }: { pageId: string | null; quote: string; start: number; end: number }) =>
  pageId === null ? null : { pageId, quote, start, end };
