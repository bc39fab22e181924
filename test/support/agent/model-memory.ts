import type { Clock, EndpointCapabilities, ModelBudget, ModelPorts } from '../../../src/agent/ports.ts';
import { add, NOTHING, type Spent } from '../../../src/domain/money/cost.ts';

/** The ports of a model in memory. */
export function memoryModelPorts(
  clock: Clock,
): ModelPorts & { kept: Map<string, string>; learnt: Map<string, EndpointCapabilities>; rests: Map<string, number> } {
  const rests = new Map<string, number>();
  const reasons = new Map<string, string>();
  const learnt = new Map<string, EndpointCapabilities>();
  const kept = new Map<string, string>();
  return {
    clock,
    calls: { watch: (_key, call) => call() },
    rests,
    learnt,
    kept,
    pauses: {
      left: async (key) => ({ ms: Math.max(0, (rests.get(key) ?? 0) - clock.now()), reason: reasons.get(key) ?? null }),
      async set(key, ms, reason) {
        const until = clock.now() + ms;
        if (until <= (rests.get(key) ?? 0)) return;
        rests.set(key, until);
        reasons.set(key, reason);
      },
    },
    capabilities: { get: async (key) => learnt.get(key) ?? null, put: async (key, capabilities) => void learnt.set(key, capabilities) },
    answers: { get: async (key) => kept.get(key) ?? null, put: async (key, text) => void kept.set(key, text) },
  };
}

/** A budget that records what was reserved and what was spent. */
export function countingBudget(): ModelBudget & { reserved: Spent[]; spent: Spent } {
  const budget = {
    reserved: [] as Spent[],
    spent: NOTHING,
    reserve: async (most: Spent) => {
      budget.reserved.push(most);
      return {
        settle: async (spent: Spent) => {
          budget.spent = add(budget.spent, spent);
        },
      };
    },
  };
  return budget;
}
