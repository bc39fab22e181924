import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { tape } from '../../tables/tape.ts';

export interface TapeEntry {
  kind: string;
  key: string;
  data: unknown;
  pageId: string | null;
}

export const insertTape = (tx: Tx, runId: string, { kind, key, data, pageId }: TapeEntry) =>
  tx.insert(tape).values({ runId, kind, key, pageId, data: sql`${storableJson(data)}::jsonb` });

/** What a run was told, in order, after a position. */
export const listTape = (tx: Tx, runId: string, after: number, limit: number) =>
  tx
    .select()
    .from(tape)
    .where(and(eq(tape.runId, runId), gt(tape.position, after)))
    .orderBy(asc(tape.position))
    .limit(limit);
