import { EXAMINATIONS } from '../../../src/agent/entity/examine.ts';
import { readDocument } from '../../../src/agent/read/read-document.ts';
import { saveScores } from '../../../src/db/queries/learning/scores.ts';
import { saveValues, saveVerdicts } from '../../../src/db/queries/rows/cell.ts';
import { recombineRows } from '../../../src/db/queries/rows/combine.ts';
import { endRun, insertRun, takeRun } from '../../../src/db/queries/runs/run.ts';
import { listColumns } from '../../../src/db/queries/websets/columns.ts';
import { findWebset } from '../../../src/db/queries/websets/webset.ts';
import { row } from '../../../src/db/tables/row.ts';
import { judgePage } from '../../../src/runs/candidate/judge-page.ts';
import { learnWebset } from '../../../src/runs/learning/learn.ts';
import type { Scope } from '../../../src/runs/scope.ts';
import type { WorkerDeps } from '../../../src/runs/worker-deps.ts';
import { never } from './local-web.ts';

const BUDGET = { target: 500, maxPages: 300, maxMinutes: 30 };

/**
 * Simulates the result of a run over these pages (HTML by address), without its steps: rows judged, scored and decided by this worker's
 * judges.
 */
export async function judgeRows(deps: WorkerDeps, websetId: string, html: Record<string, string>): Promise<void> {
  const { db, reasoner, ports } = deps;
  const made = await insertRun(db, websetId, BUDGET);
  const run = made && (await takeRun(db, made.id));
  const webset = await findWebset(db, websetId);
  if (!run || !webset) throw new Error('no run can be begun');
  const { criteria, enrichments: columns } = await listColumns(db, websetId);
  const scope = { deps, run, webset, signal: never() } as unknown as Scope;
  const judged = await Promise.all(
    Object.entries(html).map(async ([url, body]) => {
      const read = await readDocument({ url, mediaType: 'text/html', charset: 'utf-8', body: Buffer.from(body) });
      const page = await ports.pages.save(read);
      return { page, ...(await judgePage(scope, { page, criteria, columns }, reasoner)) };
    }),
  );
  await db.transaction(async (tx) => {
    const place = { websetId, runId: run.id, status: 'completed' as const };
    const rows = await tx
      .insert(row)
      .values(
        judged.map(({ page: { id: pageId, url, title } }) => ({
          ...{ ...place, pageId, url, title },
          key: EXAMINATIONS.address({ url, title, category: webset.category }).key,
        })),
      )
      .returning({ rowId: row.id });
    const of = <T>(list: T[], i: number) => list.map((cell) => ({ ...cell, rowId: rows[i]?.rowId ?? '' }));
    await saveVerdicts(
      tx,
      judged.flatMap(({ verdicts }, i) => of(verdicts, i)),
    );
    await saveValues(
      tx,
      judged.flatMap(({ values }, i) => of(values, i)),
    );
    for (const [i, { scores }] of judged.entries()) for (const one of of(scores ? [scores] : [], i)) await saveScores(tx, one);
    await recombineRows(tx, websetId);
    await endRun(tx, run.id, 'completed', 'candidates_exhausted', null);
  });
  await learnWebset(deps, websetId, never(), { always: true });
}
