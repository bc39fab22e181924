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

/** A plan that a model is asked for: whether it is waited for, why there is none, and the ways to ask and to stop. */
export interface PlanByModel {
  busy: boolean;
  trouble: string | null;
  ask: () => void;
  stop: () => void;
}

/** Asks a worker's model to plan what is being written, and takes its plan as if the person had edited it. What is written meanwhile ends the wait. */
export function useModelPlan(draft: Draft, setDraft: (draft: Draft) => void): PlanByModel {
  const [waiting, setWaiting] = useState<AbortController | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const asked = useRef<AbortController | null>(null);
  const subject = subjectOf(draft);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another request makes the plan of the last one moot, and its trouble
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

/** The plan once it has ended; null when it was given up, which the service hears of. */
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
