import { sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import type { CellValue, CellVerdict } from './cell.ts';
import { uuids } from './uuids.ts';

// What is asked of every cell of a page of rows; taken as it comes, since mapping each value costs more than reading it.

/** The place of a cell's words; all four are null together. */
export interface Quoted {
  pageId: string | null;
  quote: string | null;
  start: number | null;
  end: number | null;
}

export type VerdictHead = Pick<CellVerdict, 'rowId' | 'criterionId' | 'verdict' | 'reason' | 'judge'> &
  Quoted & { probability: number | null; answers: number | null; likest: number | null; likestYes: number | null; likestNo: number | null };
export type ValueHead = Pick<CellValue, 'rowId' | 'enrichmentId' | 'value' | 'reason' | 'judge'> & Quoted;

const OF_ROWS = sql`where row_id = any(${sql.placeholder('rowIds')}::uuid[])`;
const verdictHeads = plain<VerdictHead>(sql`
  select row_id as "rowId", criterion_id as "criterionId", verdict, reason, judge, probability, answers, likest, likest_yes as "likestYes", likest_no as "likestNo", page_id as "pageId", quote, start, "end"
  from verdict ${OF_ROWS}`);
const valueHeads = plain<ValueHead>(sql`
  select row_id as "rowId", enrichment_id as "enrichmentId", value, reason, judge, page_id as "pageId", quote, start, "end" from "value" ${OF_ROWS}`);

export const listVerdictHeads = (tx: Tx, rowIds: readonly string[]) => verdictHeads(tx, { rowIds: uuids(rowIds) });
export const listValueHeads = (tx: Tx, rowIds: readonly string[]) => valueHeads(tx, { rowIds: uuids(rowIds) });

/** That a criterion is met by a row, 0 to 1, as it was decided last; null where nobody knew. */
export async function findProbability(tx: Tx, rowId: string, criterionId: string): Promise<number | null> {
  const [found] = await tx.execute<{ probability: number | null }>(
    sql`select foreseen as probability from verdict where row_id = ${rowId} and criterion_id = ${criterionId}`,
  );
  return found?.probability ?? null;
}
