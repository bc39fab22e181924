import { useEffect, useRef, useState } from 'react';
import { ask } from '../api/client.ts';
import { keepReadings } from '../api/reading.ts';
import { SuggestPlanDocument, type SuggestPlanQuery } from '../generated/documents.ts';
import { type Draft, draftKept, EMPTY, type Plan, subjectOf } from './draft.ts';

const PAUSE_MS = 400;

export function planOf(request: string, { target, criteria, columns, whole }: Omit<SuggestPlanQuery['suggestPlan'], 'category'>): Plan {
  keepReadings(request, criteria);
  return {
    target,
    whole,
    criteria: criteria.map(({ label, description }) => ({ label, description, key: crypto.randomUUID() })),
    enrichments: columns.map((one) => ({ ...one, key: crypto.randomUUID() })),
  };
}

const planFor = async ({ request, category }: Draft): Promise<Plan | null> =>
  ask(SuggestPlanDocument, { request, category: category || null }).then(
    ({ suggestPlan }) => planOf(request, suggestPlan),
    () => null,
  );

/** The plan to start with; an outdated one is made again. Empty without the service: the run makes its own. */
export const settledPlan = async (draft: Draft): Promise<Plan> =>
  draft.edited || draft.plannedFor === subjectOf(draft) ? draft.plan : ((await planFor(draft)) ?? EMPTY.plan);

/**
 * Suggests criteria and columns for the current request at a pause in writing. A plan that the person edited stays until they ask. Without
 * the service there is no suggestion: the run makes its own plan.
 */
export function useSuggestions(draft: Draft, setDraft: (draft: Draft) => void) {
  const [busy, setBusy] = useState(false);
  const { edited, plannedFor, request } = draft;
  const subject = subjectOf(draft);
  const suggest = async (asked: boolean) => {
    setBusy(true);
    const plan = await planFor(draft);
    setBusy(false);
    const current = draftKept.get(); // emptied if the request was sent meanwhile, when this form is gone
    if (plan && subjectOf(current) === subject && (asked || !current.edited))
      setDraft({ ...current, plan, edited: false, isExample: false, plannedFor: subject });
  };
  const run = useRef(suggest);
  run.current = suggest;
  const isDue = !edited && draft.request.trim() !== '' && plannedFor !== subject;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request or category needs another plan
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => void run.current(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [subject, isDue]);
  return {
    busy,
    /** Whether another plan is coming. */
    isDue,
    again: edited ? () => void run.current(true) : null,
    /** Whether the request was changed after the plan was edited. */
    outdated: edited && request.trim() !== '' && plannedFor !== subject,
    keep: () => setDraft({ ...draft, plannedFor: subject }),
  };
}
