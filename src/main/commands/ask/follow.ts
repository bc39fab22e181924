import type { Config } from '../../../config.ts';
import type { RunEvent } from '../../../domain/run-event.ts';
import { BUDGET_MAX } from '../../../domain/run-state.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Call } from '../../../services/call.ts';
import { openEvents } from '../../../services/events.ts';
import { findRows, pageRows } from '../../../services/rows.ts';
import { openProgress, type Progress } from '../progress.ts';
import { rowLine } from './ask-texts.ts';
import { planLines } from './plan.ts';

/** Shows a run's plan, progress and rows until it ends. */
export async function follow(call: Call, config: Config, id: string): Promise<void> {
  using progress = openProgress();
  const shown = new Map<string, Verdict | null>();
  for await (const { type, data } of await openEvents(call, id, 0, new AbortController().signal)) {
    const event = { type, data } as RunEvent;
    progress.show(event);
    if (event.type === 'step.completed' && event.data.step === 'plan')
      for (const line of await planLines(call, config, id)) progress.say(line);
    if (event.type === 'progress' || event.type === 'run.completed') await showRows(call, id, shown, progress);
  }
}

/** Prints rows that match, fully or partly, as they come, and printed rows that match no longer: later pages may change decisions. */
async function showRows(call: Call, id: string, shown: Map<string, Verdict | null>, progress: Progress): Promise<void> {
  const { rows } = await pageRows(call, { id }, { first: BUDGET_MAX.target, matchVerdict: ['match', 'partial'] });
  const here = new Set(rows.map((row) => row.id));
  const gone = [...shown.keys()].filter((rowId) => !here.has(rowId) && isShown(shown.get(rowId)));
  for (const row of [...rows, ...(await findRows(call, gone))]) {
    if (shown.get(row.id) !== row.matchVerdict) progress.say(rowLine(row, shown.get(row.id)));
    shown.set(row.id, row.matchVerdict);
  }
}

const isShown = (verdict: Verdict | null | undefined) => verdict === 'match' || verdict === 'partial';
