import { SCORE_VERSION } from '../../agent/judge/scores.ts';
import type { Scorer } from '../../agent/judge/threads/threaded.ts';
import { type LearnableRow, listUnscored, type RowScores, type RuledCell, saveScores } from '../../db/queries/learning/scores.ts';
import type { NewVerdict } from '../../db/queries/rows/cell.ts';
import { listVerdicts } from '../../db/queries/rows/cell.ts';
import { findRow } from '../../db/queries/rows/row.ts';
import { listCriteria } from '../../db/queries/websets/criterion.ts';
import { listEnrichments } from '../../db/queries/websets/enrichment.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { Enrichment } from '../../domain/enrichment.ts';
import type { Page } from '../../domain/page/page.ts';
import type { WorkerDeps } from '../worker-deps.ts';

const BATCH = 50;

type Judged = Pick<NewVerdict, 'criterionId' | 'verdict' | 'reason' | 'evidence' | 'judge'>;

/** What the rules said of a cell, if they judged it. */
const ruledBy = (verdicts: readonly Judged[], criterionId: string): RuledCell | null => {
  const cell = verdicts.find((one) => one.criterionId === criterionId && one.judge === 'lexical');
  return cell?.verdict ? { verdict: cell.verdict, reason: cell.reason, evidence: cell.evidence } : null;
};

/** The scores of a page, ready to be saved with its row; null where the page breaks its thread: it is then scored at the next answer, or never. */
export async function scorePage(
  scorer: Scorer,
  { page, criteria, columns, verdicts }: { page: Page; criteria: Criterion[]; columns: Enrichment[]; verdicts: readonly Judged[] },
  signal: AbortSignal,
): Promise<Omit<RowScores, 'rowId'> | null> {
  try {
    const scores = await scorer.score({ page, criteria, columns }, signal);
    return {
      version: SCORE_VERSION,
      kind: scores.kind,
      criteria: [...scores.criteria].map(([criterionId, score]) => ({ criterionId, score, ruled: ruledBy(verdicts, criterionId) })),
      columns: [...scores.columns].map(([enrichmentId, score]) => ({ enrichmentId, score })),
    };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Scores the rows of a webset that were read before there were scores, or that lack one of a new criterion or column, from their stored pages. */
export async function scoreMissing(
  deps: Pick<WorkerDeps, 'db' | 'ports' | 'scorer'>,
  websetId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const [criteria, columns] = await Promise.all([listCriteria(db, websetId), listEnrichments(db, websetId)]);
  const broken = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    const rows = (await listUnscored(db, websetId, SCORE_VERSION, BATCH + broken.size)).filter(({ id }) => !broken.has(id));
    if (rows.length === 0) return;
    for (const row of rows) if (!(await scoreRow(deps, row, { criteria, columns }, signal))) broken.add(row.id);
  }
}

async function scoreRow(
  { db, ports, scorer }: Pick<WorkerDeps, 'db' | 'ports' | 'scorer'>,
  { id, pageId }: LearnableRow,
  asked: { criteria: Criterion[]; columns: Enrichment[] },
  signal: AbortSignal,
): Promise<boolean> {
  const [page, verdicts] = await Promise.all([ports.pages.get(pageId), listVerdicts(db, [id])]);
  const scores = page && (await scorePage(scorer, { page, ...asked, verdicts }, signal));
  if (!scores) return false;
  return db.transaction(async (tx) => {
    if (!(await findRow(tx, id))) return false;
    await saveScores(tx, { rowId: id, ...scores });
    return true;
  });
}
