import { CapReached, type Purse } from '../agent/ports.ts';
import type { Database } from '../db/connection/client.ts';
import { type Cap, reserveSpend, settleSpend } from '../db/queries/runs/spend.ts';
import { isAnonymous } from '../domain/caller/caller.ts';
import { dollars } from '../domain/money/cost.ts';
import type { Run } from '../domain/run.ts';

/** What models may cost on a day (UTC), in billionths of a US dollar; null: no cap. `anonymous`: all callers without an account together. */
export interface DayCaps {
  dayNano: number | null;
  anonymousDayNano: number | null;
}

/** The purse of a run, on Postgres: what is set aside counts as spent, so that all lanes and workers together keep the run's cap and the day's. */
export function purseOf(db: Database, run: Pick<Run, 'id' | 'maxNano' | 'caller'>, caps: DayCaps): Purse {
  const spender = { runId: run.id, isAnonymous: isAnonymous(run.caller), ...caps };
  return {
    async reserve({ nano }) {
      const cap = nano === 0 ? null : await reserveSpend(db, spender, nano);
      if (cap) throw new CapReached(cap, wordsOf(cap, run, caps));
      return { settle: (spent) => settleSpend(db, spender, nano, spent) };
    },
  };
}

function wordsOf(cap: Cap, { maxNano }: Pick<Run, 'maxNano'>, { dayNano, anonymousDayNano }: DayCaps): string {
  if (cap === 'run')
    return `the run may spend ${dollars(maxNano ?? 0)} on models: start it again, with a higher maxCost where LLM_RUN_CAP allows it, and it goes on`;
  if (cap === 'day')
    return `all runs together may spend ${dollars(dayNano ?? 0)} a day on models (LLM_DAILY_CAP): raise it, or go on tomorrow (UTC)`;
  return `callers without an account may together spend ${dollars(anonymousDayNano ?? 0)} a day on models (ANONYMOUS_DAILY_CAP): sign in, raise it, or go on tomorrow (UTC)`;
}
