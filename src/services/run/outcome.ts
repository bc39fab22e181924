import { listPatterns } from '../../db/queries/rows/patterns.ts';
import { findLastRun } from '../../db/queries/runs/run.ts';
import { type NextStep, narrowestOf, nextSteps, type PassRate, passRatesOf } from '../../domain/run-outcome.ts';
import { isAlive } from '../../domain/run-state.ts';
import type { ServiceFacts } from '../../domain/service/facts.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import type { Call } from '../call.ts';
import { columnsOf, type PlacedCriterion } from '../columns.ts';
import { countByVerdict } from '../rows.ts';

export interface Outcome {
  /** What the last search asked for; null where it has not planned. */
  queries: string[] | null;
  rates: (PassRate & { criterion: PlacedCriterion })[];
  narrowest: PlacedCriterion | null;
  steps: NextStep[];
}

/** Whether pages beyond those indexed here can be searched. */
export const hasWeb = ({ searchProviders }: Pick<ServiceFacts, 'searchProviders'>) =>
  searchProviders.some(({ name, enabled }) => enabled && name !== 'index');

/** What came of a webset's runs, and what to do next. Null before the first has ended, and while one is alive. */
export async function outcomeOf(call: Call, webset: OpenedWebset, facts: Pick<ServiceFacts, 'searchProviders'>): Promise<Outcome | null> {
  if (!webset.run || isAlive(webset.run)) return null;
  const [{ criteria }, search, { match, needsReview }] = await Promise.all([
    columnsOf(call, webset),
    findLastRun(call.db, webset.id, 'search'),
    countByVerdict(call, webset),
  ]);
  const patterns = await listPatterns(
    call.db,
    webset.id,
    criteria.map(({ id }) => id),
  );
  const rates = passRatesOf(criteria, patterns);
  const narrowest = narrowestOf(criteria, rates);
  const criterionOf = ({ criterionId }: PassRate) => criteria.find(({ id }) => id === criterionId) as PlacedCriterion;
  return {
    queries: search?.queries ?? null,
    rates: rates.map((rate) => ({ ...rate, criterion: criterionOf(rate) })),
    narrowest: narrowest && criterionOf(narrowest),
    steps: nextSteps({
      matching: match,
      target: (search ?? webset.run).target,
      needsReview,
      isNarrowed: narrowest !== null,
      isExhausted: search?.reason === 'candidates_exhausted' || search?.reason === 'read_through' || search?.reason === 'coverage_reached',
      hasWeb: hasWeb(facts),
      hasModel: Boolean(call.model),
    }),
  };
}
