import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { recordingEntry } from '../../tables/recording.ts';

export interface RecordingEntry {
  kind: string;
  key: string;
  data: unknown;
  pageId: string | null;
}

export const insertRecordingEntry = (tx: Tx, runId: string, { kind, key, data, pageId }: RecordingEntry) =>
  tx.insert(recordingEntry).values({ runId, kind, key, pageId, data: sql`${storableJson(data)}::jsonb` });

/** A run's recorded inputs, in order, after a position. */
export const listRecordingEntries = (tx: Tx, runId: string, after: number, limit: number) =>
  tx
    .select()
    .from(recordingEntry)
    .where(and(eq(recordingEntry.runId, runId), gt(recordingEntry.position, after)))
    .orderBy(asc(recordingEntry.position))
    .limit(limit);
