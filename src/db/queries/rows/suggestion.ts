import { sql } from 'drizzle-orm';
import type { Tx } from '../../connection/client.ts';
import { uuids } from './uuids.ts';

/** The best candidate of a cell without a value, with its place on a page. */
export interface SuggestionHead {
  rowId: string;
  enrichmentId: string;
  value: string;
  /** That it is right, 0 to 1. */
  likelihood: number;
  pageId: string | null;
  quote: string | null;
  start: number | null;
  end: number | null;
}

export const listSuggestions = async (tx: Tx, rowIds: readonly string[]): Promise<SuggestionHead[]> => [
  ...(await tx.execute<SuggestionHead & Record<string, unknown>>(sql`
    select row_id as "rowId", enrichment_id as "enrichmentId", value, likelihood, page_id as "pageId", quote, start, "end"
    from value_suggestion where row_id = any(${uuids(rowIds)}::uuid[])`)),
];
