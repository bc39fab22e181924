import { z } from 'zod';
import type { Database } from '../../db/connection/client.ts';
import { listValues, listVerdicts } from '../../db/queries/rows/cell.ts';
import { listSources } from '../../db/queries/rows/row.ts';
import { CHOICE_PURPOSES, listChosenKeys } from '../../db/queries/runs/judge-choice.ts';
import { listRecordingEntries } from '../../db/queries/runs/recording.ts';
import { findRun, listRuns } from '../../db/queries/runs/run.ts';
import { findPage } from '../../db/queries/shared/page.ts';
import { listRows, type RowPlace } from '../../db/queries/views/listing.ts';
import { listCriteriaByIds } from '../../db/queries/websets/criterion.ts';
import { listEnrichmentsByIds } from '../../db/queries/websets/enrichment.ts';
import { findWebset } from '../../db/queries/websets/webset.ts';
import { FORMATS } from '../../domain/enrichment.ts';
import { isWhole } from '../../domain/model/judge-share.ts';
import { isAlive, type Run, STOP_REASONS } from '../../domain/run-state.ts';
import { CATEGORIES } from '../../domain/webset-state.ts';
import { ENTRY_KINDS } from './record.ts';

const BATCH = 200;

/** The first line of a recording: the request and its sources. */
export const headShape = z.object({
  recording: z.literal(1),
  webset: z.object({ originalQuery: z.string(), category: z.enum(CATEGORIES).nullable(), notes: z.string().nullable() }),
  criteria: z.array(z.object({ label: z.string(), description: z.string().nullable() })),
  columns: z.array(z.object({ label: z.string(), description: z.string().nullable(), format: z.enum(FORMATS) })),
  models: z.array(z.object({ name: z.string(), key: z.string() })),
  reason: z.enum(STOP_REASONS),
  /** The rows that a model judged, by key; null: all, as they were read. */
  choices: z.array(z.object({ key: z.string(), purpose: z.enum(CHOICE_PURPOSES) })).nullable(),
});
export type Head = z.infer<typeof headShape>;

/** Every later line except the last ones. */
export const entryShape = z.object({ kind: z.enum(ENTRY_KINDS), key: z.string(), data: z.unknown(), page: z.unknown().optional() });
export type Entry = z.infer<typeof entryShape>;

/** A row for comparison: everything that was found, without ids and times. */
export interface RowLine {
  row: { url: string; title: string; status: string; matchVerdict: string | null; sources: string[]; verdicts: object[]; values: object[] };
}

/** The rows of a run's webset, in order, cell by cell: equal for equal findings. */
export async function* rowLines(db: Database, run: Run): AsyncIterable<RowLine> {
  const [criteria, columns] = await Promise.all([listCriteriaByIds(db, run.criterionIds), listEnrichmentsByIds(db, run.enrichmentIds)]);
  for (let after: RowPlace | undefined; ; ) {
    const rows = await listRows(db, run.websetId, { after, limit: BATCH, fromEnd: false });
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const [verdicts, values, sources] = await Promise.all([listVerdicts(db, ids), listValues(db, ids), listSources(db, ids)]);
    const judged = ({ judge, reason, note, evidence }: (typeof verdicts)[number] | (typeof values)[number]) => ({
      judge,
      reason,
      note,
      evidence: evidence && { quote: evidence.quote, start: evidence.start, end: evidence.end },
    });
    for (const row of rows) {
      const [criterionCells, columnCells] = [
        verdicts.filter(({ rowId }) => rowId === row.id),
        values.filter(({ rowId }) => rowId === row.id),
      ];
      yield {
        row: {
          url: row.url,
          title: row.title,
          status: row.status,
          matchVerdict: row.matchVerdict,
          sources: sources
            .filter(({ rowId }) => rowId === row.id)
            .map(({ url }) => url)
            .sort(),
          verdicts: criteria.flatMap(({ id, label }) => {
            const cell = criterionCells.find(({ criterionId }) => criterionId === id);
            return cell ? { label, verdict: cell.verdict, ...judged(cell) } : [];
          }),
          values: columns.flatMap(({ id, label }) => {
            const cell = columnCells.find(({ enrichmentId }) => enrichmentId === id);
            return cell ? { label, value: cell.value, ...judged(cell) } : [];
          }),
        },
      };
    }
    after = rows.at(-1);
  }
}

/**
 * A recording of a webset's first run, in JSON lines: the request, the answers that the run got, and the resulting rows. Throws an error
 * for people if the run was not recorded, is not over, or did not stop regularly.
 */
export async function* recordingOf(db: Database, websetId: string, models: Head['models']): AsyncIterable<string> {
  const webset = await findWebset(db, websetId);
  const first = (await listRuns(db, websetId)).at(-1);
  const run = first ? await findRun(db, first.id) : null;
  if (!webset || !run) throw new Error('no such webset, or it never ran');
  const reason = headShape.shape.reason.safeParse(run.reason).data;
  if (isAlive(run) || run.state !== 'completed' || !reason)
    throw new Error(`its first run is ${run.state}: only a run that completed can be recorded`);
  const [criteria, columns] = await Promise.all([listCriteriaByIds(db, run.criterionIds), listEnrichmentsByIds(db, run.enrichmentIds)]);
  const late = [...criteria, ...columns].find(({ changedAt }) => run.endedAt !== null && changedAt > run.endedAt);
  if (late || criteria.length < run.criterionIds.length || columns.length < run.enrichmentIds.length)
    throw new Error('its criteria or columns were changed since: what the run found is no longer there');
  const isShared = models.length > 0 && !isWhole(run.judgeShare, run.maxPages);
  const head: Head = {
    recording: 1,
    webset: { originalQuery: webset.originalQuery, category: webset.category, notes: webset.notes },
    criteria: criteria.filter(({ derived }) => !derived).map(({ label, description }) => ({ label, description })),
    columns: columns.map(({ label, description, format }) => ({ label, description, format })),
    models,
    reason,
    choices: isShared ? await listChosenKeys(db, run.id) : null,
  };
  yield JSON.stringify(head);
  let isEmpty = true;
  for (let after = 0; ; ) {
    const entries = await listRecordingEntries(db, run.id, after, BATCH);
    for (const { kind, key, data, pageId } of entries) {
      isEmpty = false;
      const page = pageId === null ? null : await findPage(db, pageId);
      yield JSON.stringify({ kind, key, data, ...(page && { page }) });
    }
    after = entries.at(-1)?.position ?? after;
    if (entries.length < BATCH) break;
  }
  if (isEmpty) throw new Error('its run was not recorded: start the worker with --record before the run starts');
  for await (const line of rowLines(db, run)) yield JSON.stringify(line);
}
