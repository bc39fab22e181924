import { Fault, type Issue } from '../../domain/errors.ts';
import { dollars, NANO_USD } from '../../domain/money/cost.ts';
import { type BoundName, BUDGET_MAX, type RunBudget } from '../../domain/run-state.ts';
import type { Call } from '../call.ts';

/** The most that the caller may name of something; `more`: what would raise it, as words behind it. */
export interface Ceiling {
  most: number;
  more?: string;
}
export type Ceilings = Record<BoundName, Ceiling>;

/** How far the caller may have a run go. */
export function ceilingsOf({ ceilings, viewer }: Pick<Call, 'ceilings' | 'viewer'>): Ceilings {
  const { target, maxPages, maxMinutes, maxSearches = BUDGET_MAX.maxSearches, maxCostNanoUsd, anonymous } = ceilings;
  const lower = (all: number, most: number): Ceiling =>
    viewer.userId === null && most < all ? { most, more: ' without an account: sign in for more' } : { most: all };
  return {
    target: { most: target },
    maxPages: lower(maxPages, anonymous.maxPages),
    maxMinutes: lower(maxMinutes, anonymous.maxMinutes),
    maxSearches: { most: maxSearches },
    maxCostNanoUsd:
      (maxCostNanoUsd ?? null) === null ? { most: BUDGET_MAX.maxCostNanoUsd } : { most: Number(maxCostNanoUsd), more: ' (LLM_RUN_CAP)' },
  };
}

/** The budget of a run: what the caller names, else the smaller of setting and ceiling. BAD_REQUEST above a ceiling. */
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

function tooHigh(name: (typeof NAMES)[number], named: number | null | undefined, { most, more = '' }: Ceiling): Issue | null {
  if (named == null || named <= most) return null;
  const field = name === 'maxCostNanoUsd' ? 'maxCost' : name;
  const bound = name === 'maxCostNanoUsd' ? `${most / NANO_USD} (${dollars(most)})` : String(most);
  return { code: 'too_big', path: ['input', field], message: `${field} may be at most ${bound}${more}` };
}
