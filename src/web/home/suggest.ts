import { useEffect, useRef, useState } from 'react';
import type { Draft } from './draft.ts';

const PAUSE_MS = 500;

/** Criteria and columns for what is being written, once the writer pauses. A plan that the writer touched is left alone until asked. */
export function useSuggestions(draft: Draft, setDraft: (draft: Draft) => void) {
  const [busy, setBusy] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const { request, category, edited } = draft;
  const suggest = async () => {
    setBusy(true);
    const { deriveCriteria } = await import('../../domain/request.ts');
    const criteria = deriveCriteria(request).map((one) => ({ ...one, key: crypto.randomUUID() }));
    setBusy(false);
    if (latest.current.request === request) setDraft({ ...latest.current, plan: { criteria, enrichments: [] }, edited: false });
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
