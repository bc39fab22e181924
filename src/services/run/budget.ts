import { Fault, type Issue } from '../../domain/errors.ts';
import { dollars, NANO_USD } from '../../domain/money/cost.ts';
import { type BoundName, BUDGET_MAX, type RunBudget } from '../../domain/run.ts';
import type { Call } from '../call.ts';

/** The most that the caller may name of something, and the setting that says so; null: it is the product's own bound. */
export interface Ceiling {
  most: number;
  setting: string | null;
}
export type Ceilings = Record<BoundName, Ceiling>;

/** How far the caller may have a run go. */
export function ceilingsOf({ ceilings, viewer }: Pick<Call, 'ceilings' | 'viewer'>): Ceilings {
  const { target, maxPages, maxMinutes, maxSearches = BUDGET_MAX.maxSearches, maxCostNanoUsd, anonymous } = ceilings;
  const lower = (all: Ceiling, most: number, setting: string): Ceiling =>
    viewer.userId === null && most < all.most ? { most, setting } : all;
  return {
    target: { most: target, setting: 'RUN_TARGET_MAX' },
    maxPages: lower({ most: maxPages, setting: 'RUN_MAX_PAGES_MAX' }, anonymous.maxPages, 'ANONYMOUS_MAX_PAGES'),
    maxMinutes: lower({ most: maxMinutes, setting: 'RUN_MAX_MINUTES_MAX' }, anonymous.maxMinutes, 'ANONYMOUS_MAX_MINUTES'),
    maxSearches: { most: maxSearches, setting: 'RUN_MAX_SEARCHES' },
    maxCostNanoUsd:
      (maxCostNanoUsd ?? null) === null
        ? { most: BUDGET_MAX.maxCostNanoUsd, setting: null }
        : { most: Number(maxCostNanoUsd), setting: 'LLM_RUN_CAP' },
  };
}

/** The budget of a run: what the caller names, else the smaller of the service's own setting and the ceiling. BAD_REQUEST above a ceiling. */
export function budgetOf(call: Pick<Call, 'budget' | 'ceilings' | 'viewer'>, named: Partial<RunBudget>): Required<RunBudget> {
  const ceilings = ceilingsOf(call);
  const issues = NAMES.flatMap((name) => tooHigh(name, named[name], ceilings[name]) ?? []);
  if (issues.length > 0) throw new Fault('BAD_REQUEST', issues.map(({ message }) => message).join('; '), { issues });
  const of = (name: 'target' | 'maxPages' | 'maxMinutes') => named[name] ?? Math.min(call.budget[name], ceilings[name].most);
  return {
    target: of('target'),
    maxPages: of('maxPages'),
    maxMinutes: of('maxMinutes'),
    maxSearches: named.maxSearches ?? Math.min(call.budget.maxSearches ?? SEARCHES, ceilings.maxSearches.most),
    maxCostNanoUsd: named.maxCostNanoUsd ?? call.budget.maxCostNanoUsd ?? null,
    judgeShare: named.judgeShare ?? call.budget.judgeShare ?? null,
  };
}

const SEARCHES = 60;
const NAMES = ['target', 'maxPages', 'maxMinutes', 'maxSearches', 'maxCostNanoUsd'] as const;

function tooHigh(name: (typeof NAMES)[number], named: number | null | undefined, { most, setting }: Ceiling): Issue | null {
  if (named == null || named <= most) return null;
  const field = name === 'maxCostNanoUsd' ? 'maxCost' : name;
  const bound = name === 'maxCostNanoUsd' ? `${most / NANO_USD} (${dollars(most)})` : String(most);
  const why = setting === null ? '' : ` (${setting})`;
  const how = setting?.startsWith('ANONYMOUS_') ? ' without an account: sign in for more' : '';
  return { code: 'too_big', path: ['input', field], message: `${field} may be at most ${bound}${how}${why}` };
}
