import { LRUCache } from 'lru-cache';
import type { Assessment } from '../../agent/judge/assess-page.ts';
import { SCORE_VERSION } from '../../agent/judge/scores.ts';
import { type LearnableRow, listUnscored, type RowScores, saveScores } from '../../db/queries/learning/scores.ts';
import { findRow } from '../../db/queries/rows/row.ts';
import { listColumns } from '../../db/queries/websets/columns.ts';
import { findWebset } from '../../db/queries/websets/webset.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import type { WorkerDeps } from '../worker-deps.ts';

const BATCH = 50;

/**
 * Rows whose pages crashed the judge's thread or timed out, by score version. They are skipped for an hour, so that answers on others need
 * not wait.
 */
const broken = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 });
const keyOf = ({ id }: { id: string }) => `${SCORE_VERSION} ${id}`;

/** The scores of a page and what the rules read on it, to be saved with its row. */
export const scoresOf = ({ verdicts, scores }: Assessment): Omit<RowScores, 'rowId'> => ({
  version: SCORE_VERSION,
  kind: scores.kind,
  criteria: [...scores.criteria].map(([criterionId, score]) => ({ criterionId, score, ruled: verdicts.get(criterionId) ?? null })),
  columns: [...scores.columns].map(([enrichmentId, score]) => ({ enrichmentId, score })),
});

/** Scores rows without scores, or without one for a new criterion or column, from their stored pages. */
export async function scoreMissing(
  deps: Pick<WorkerDeps, 'db' | 'ports' | 'assessor'>,
  websetId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const [webset, { criteria, enrichments: columns }] = await Promise.all([findWebset(db, websetId), listColumns(db, websetId)]);
  if (!webset) return;
  const asked = { request: webset.originalQuery, criteria, columns };
  for (let limit = BATCH; ; ) {
    signal.throwIfAborted();
    const found = await listUnscored(db, websetId, SCORE_VERSION, limit);
    const rows = found.filter((row) => !broken.has(keyOf(row)));
    for (const row of rows) if (!(await scoreRow(deps, row, asked, signal))) broken.set(keyOf(row), true);
    if (rows.length > 0) continue;
    if (found.length < limit) return;
    limit += BATCH; // all of these are skipped
  }
}

async function scoreRow(
  { db, ports, assessor }: Pick<WorkerDeps, 'db' | 'ports' | 'assessor'>,
  { id, pageId }: LearnableRow,
  asked: { request: string; criteria: Criterion[]; columns: Enrichment[] },
  signal: AbortSignal,
): Promise<boolean> {
  const page = await ports.pages.get(pageId);
  const assessed =
    page &&
    (await assessor.assess({ page, ...asked }, signal).catch(() => {
      signal.throwIfAborted();
      return null;
    }));
  if (!assessed) return false;
  return db.transaction(async (tx) => {
    if (!(await findRow(tx, id))) return false;
    await saveScores(tx, { rowId: id, ...scoresOf(assessed) });
    return true;
  });
}
