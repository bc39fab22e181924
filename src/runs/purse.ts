import { CapReached, type Purse } from '../agent/ports.ts';
import type { Database } from '../db/connection/client.ts';
import { reserveSpend, settleSpend } from '../db/queries/runs/spend.ts';
import { dollars } from '../domain/money/cost.ts';
import type { Run } from '../domain/run.ts';

/** The purse of a run, on Postgres: what is set aside counts as spent, so that all lanes and workers together keep the run's cap and the day's. */
export const purseOf = (db: Database, run: Pick<Run, 'id' | 'maxNano'>, dayNano: number | null): Purse => ({
  async reserve({ nano }) {
    const cap = nano === 0 ? null : await reserveSpend(db, run.id, nano, dayNano);
    if (cap === 'run')
      throw new CapReached(
        'run',
        `the run may spend ${dollars(run.maxNano ?? 0)} on models: start it again with a higher maxCost, and it goes on`,
      );
    if (cap === 'day')
      throw new CapReached(
        'day',
        `all runs together may spend ${dollars(dayNano ?? 0)} a day on models (LLM_DAILY_CAP): raise it, or go on tomorrow (UTC)`,
      );
    return { settle: (spent) => settleSpend(db, run.id, nano, spent) };
  },
});
