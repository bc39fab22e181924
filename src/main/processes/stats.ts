import type { Database } from '../../db/connection/client.ts';
import { countRuns, tableSizes } from '../../db/queries/shared/stats.ts';
import type { Stats } from '../../http/metrics.ts';
import { queueDepth } from '../../queue/run-jobs.ts';

/** Statistics of the whole service from the database, for the metrics. */
export async function readStats(db: Database): Promise<Stats> {
  const [runs, tables, queue] = await Promise.all([countRuns(db), tableSizes(db), queueDepth(db)]);
  return { runs, tables, queue };
}
