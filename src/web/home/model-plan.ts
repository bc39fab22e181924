import { useEffect, useRef, useState } from 'react';
import { ask } from '../api/client.ts';
import { asTrouble } from '../api/trouble.ts';
import {
  CancelModelPlanDocument,
  ModelPlanDocument,
  type ModelPlannedFragment,
  PlanWithModelDocument,
  type PlanWithModelInput,
} from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { type Draft, draftKept, subjectOf } from './draft.ts';
import { planOf } from './suggest.ts';

const LOOK_MS = 500;

/** The state of planning by a model: whether it is in progress, why it failed, and how to start and stop it. */
export interface PlanByModel {
  busy: boolean;
  trouble: string | null;
  ask: () => void;
  stop: () => void;
}

/** Has a worker's model plan the current request, and takes the plan as if the person had edited it. Editing ends the wait. */
export function useModelPlan(draft: Draft, setDraft: (draft: Draft) => void): PlanByModel {
  const [waiting, setWaiting] = useState<AbortController | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const asked = useRef<AbortController | null>(null);
  const subject = subjectOf(draft);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another request ends the wait and clears the error
  useEffect(() => {
    setTrouble(null);
    return () => {
      asked.current?.abort();
      setWaiting(null);
    };
  }, [subject]);

  const begin = async () => {
    const stop = new AbortController();
    asked.current = stop;
    setWaiting(stop);
    setTrouble(null);
    try {
      const { request, category } = draft;
      const plan = await planned({ request: request.trim(), ...(category && { category }) }, stop.signal);
      if (stop.signal.aborted || !plan) return;
      const now = draftKept.get();
      if (plan.suggestion) setDraft({ ...now, plan: planOf(request, plan.suggestion), edited: true, plannedFor: subjectOf(now) });
      else setTrouble(words.homePage.notPlanned(plan.detail));
    } catch (error) {
      if (!stop.signal.aborted) setTrouble(words.homePage.notPlanned(asTrouble(error).message));
    } finally {
      setWaiting((now) => (now === stop ? null : now));
    }
  };
  return {
    busy: waiting !== null,
    trouble,
    ask: () => void begin(),
    stop: () => {
      asked.current?.abort();
      setWaiting(null);
    },
  };
}

/** The finished plan; null when it was given up, which is reported to the service. */
async function planned(input: PlanWithModelInput, signal: AbortSignal): Promise<ModelPlannedFragment | null> {
  let { plan } = (await ask(PlanWithModelDocument, { input })).planWithModel;
  while (plan.state === 'queued' || plan.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (signal.aborted) {
      await ask(CancelModelPlanDocument, { input: { id: plan.id } }).catch(() => {});
      return null;
    }
    plan = (await ask(ModelPlanDocument, { id: plan.id })).modelPlan;
  }
  return plan;
}
