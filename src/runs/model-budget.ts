import { CapReached, type ModelBudget } from '../agent/ports.ts';
import type { Database } from '../db/connection/client.ts';
import { type Cap, reserveSpend, settleSpend } from '../db/queries/runs/spend.ts';
import { isAnonymous } from '../domain/caller/caller.ts';
import { dollars } from '../domain/money/cost.ts';
import type { Run } from '../domain/run-state.ts';

/**
 * The most that models may cost per day (UTC), in billionths of a US dollar; null: no cap. `anonymous`: all callers without an account
 * together.
 */
export interface DayCaps {
  dayCapNanoUsd: number | null;
  anonymousDayCapNanoUsd: number | null;
}

type Spending = Pick<Run, 'id' | 'maxCostNanoUsd' | 'caller'>;

/**
 * The model budget of a run or of its plan, in Postgres. Reservations count as spent, so that all lanes and workers together respect the
 * caps of the run and the day.
 */
export function budgetOf(db: Database, run: Spending, caps: DayCaps, of: 'run' | 'plan' = 'run'): ModelBudget {
  const spender = { of, id: run.id, isAnonymous: isAnonymous(run.caller), ...caps };
  return {
    async reserve({ costNanoUsd }) {
      const cap = costNanoUsd === 0 ? null : await reserveSpend(db, spender, costNanoUsd);
      if (cap) throw new CapReached(cap, wordsOf(cap, run, caps, of));
      return { settle: (spent) => settleSpend(db, spender, costNanoUsd, spent) };
    },
  };
}

function wordsOf(
  cap: Cap,
  { maxCostNanoUsd }: Pick<Run, 'maxCostNanoUsd'>,
  { dayCapNanoUsd, anonymousDayCapNanoUsd }: DayCaps,
  of: 'run' | 'plan',
): string {
  if (cap === 'run' && of === 'plan') return `a plan may spend ${dollars(maxCostNanoUsd ?? 0)} on models (LLM_RUN_CAP)`;
  if (cap === 'run')
    return `the run may spend ${dollars(maxCostNanoUsd ?? 0)} on models: start it again, with a higher maxCost where LLM_RUN_CAP allows it, and it goes on`;
  if (cap === 'day')
    return `all runs together may spend ${dollars(dayCapNanoUsd ?? 0)} a day on models (LLM_DAILY_CAP): raise it, or go on tomorrow (UTC)`;
  return `callers without an account may together spend ${dollars(anonymousDayCapNanoUsd ?? 0)} a day on models (ANONYMOUS_DAILY_CAP): sign in, raise it, or go on tomorrow (UTC)`;
}
