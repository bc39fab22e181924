import { useEffect, useRef, useState } from 'react';
import { ask } from '../api/client.ts';
import { SuggestPlanDocument, type SuggestPlanQuery } from '../generated/documents.ts';
import type { Draft, Plan } from './draft.ts';

const PAUSE_MS = 400;

const planOf = ({ criteria, columns }: SuggestPlanQuery['suggestPlan']): Plan => ({
  criteria: criteria.map((one) => ({ ...one, key: crypto.randomUUID() })),
  enrichments: columns.map((one) => ({ ...one, key: crypto.randomUUID() })),
});

/**
 * Criteria and columns for what is being written, once the writer pauses. A plan that the writer touched is left alone until asked. Where the
 * service cannot be asked there are none: the run makes its own.
 */
export function useSuggestions(draft: Draft, setDraft: (draft: Draft) => void) {
  const [busy, setBusy] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const { request, category, edited } = draft;
  const suggest = async () => {
    setBusy(true);
    const found = await ask(SuggestPlanDocument, { request, category: category || null }).catch(() => null);
    setBusy(false);
    const { current } = latest;
    if (found && current.request === request && current.category === category)
      setDraft({ ...current, plan: planOf(found.suggestPlan), edited: false });
  };
  const run = useRef(suggest);
  run.current = suggest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request or category asks anew
  useEffect(() => {
    if (edited || request.trim() === '') return;
    const timer = setTimeout(() => void run.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [request, category, edited]);
  return { busy, again: edited ? () => void run.current() : null };
}
