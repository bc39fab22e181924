import { randomUUID } from 'node:crypto';
import type { Reasoner } from '../agent/judge/finding.ts';
import { CapReached } from '../agent/ports.ts';
import type { SuggestedQuery } from '../agent/search/learn/choose.ts';
import type { Tx } from '../db/connection/client.ts';
import { countMatches } from '../db/queries/rows/row.ts';
import { listChoices } from '../db/queries/runs/judge-choice.ts';
import { secondsHeld } from '../db/queries/runs/run.ts';
import { listCriteriaByIds } from '../db/queries/websets/criterion.ts';
import { listEnrichmentsByIds } from '../db/queries/websets/enrichment.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Enrichment } from '../domain/enrichment.ts';
import { AUTO, isWhole } from '../domain/model/judge-share.ts';
import type { RunEvent } from '../domain/run-event.ts';
import { isUnderRate, type Run, type RunCounts, type StopReason } from '../domain/run-state.ts';
import type { Webset } from '../domain/webset-state.ts';
import { type Sources, sourcesOf } from './sources.ts';
import type { Stops } from './watch.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** One attempt at one run. */
export interface Scope extends Stops {
  deps: WorkerDeps;
  run: Run;
  webset: Webset;
  sources: Sources;
  criteria: Criterion[];
  columns: Enrichment[];
  /**
   * How long workers had held the run when this attempt started, by the database's clock, and the start by this process's monotonic clock.
   */
  held: { seconds: number; at: number };
  counts: RunCounts;
  /** Visible rows of the webset that match, including people's verdicts, when this run last saved a row. */
  matches: number;
  /** The pages that a model judged as they were read; null: all of them. */
  asked: number | null;
  /** The words of pages that searching learns from, by page id (runs/searching). */
  words: Map<string, ReadonlySet<string>>;
  /** A model's suggestions that were not searched yet, how often it was asked, and the number of likely rows then (runs/searching). */
  suggestions: { queries: SuggestedQuery[]; calls: number; known: number };
  /** Runs at the end of the transaction that finishes a candidate or saves its row. */
  afterCandidate?: (tx: Tx, key: string) => Promise<void>;
  /** Why a cap on the cost of models was reached, and what to do, in words. */
  capped: string | null;
}

/** Whether every page is judged once, as it is read: by the rules without a model, by a model for all pages, or in a run without search. */
const judgesWhole = ({ reasoner, script }: WorkerDeps, { judgeShare, maxPages, mode }: Run) =>
  reasoner === null || mode !== 'search' || (script ? script.choices === null : isWhole(judgeShare, maxPages));

/**
 * The model that judges a page now, or the row of a key, instead of the rules; null: none. A model judges the first pages of a run at once,
 * so that its first rows are reliable.
 */
export function readerNow(scope: Scope, key: string | null = null): Reasoner | null {
  const { deps, run, asked } = scope;
  if (asked === null) return deps.reasoner;
  if (deps.script?.choices?.some((choice) => choice.purpose === 'read' && choice.key === key)) return deps.reasoner;
  if (deps.script || run.judgeShare !== null || asked >= AUTO.read) return null;
  scope.asked = asked + 1;
  return deps.reasoner;
}

export async function openScope(deps: WorkerDeps, run: Run, webset: Webset, stops: Stops): Promise<Scope> {
  const [sources, criteria, columns, matches, seconds, choices] = await Promise.all([
    sourcesOf(deps, webset, run.caller),
    listCriteriaByIds(deps.db, run.criterionIds),
    listEnrichmentsByIds(deps.db, run.enrichmentIds),
    countMatches(deps.db, webset.id),
    secondsHeld(deps.db, run.id),
    listChoices(deps.db, run.id),
  ]);
  const held = { seconds, at: performance.now() };
  const asked = judgesWhole(deps, run) ? null : choices.filter(({ purpose }) => purpose === 'read').length;
  const suggestions = { queries: [], calls: 0, known: 0 };
  return {
    deps,
    run,
    webset,
    sources,
    criteria,
    columns,
    ...stops,
    held,
    counts: run.counts,
    matches,
    asked,
    words: new Map(),
    suggestions,
    capped: null,
  };
}

/** A point at which everything is saved and the run may stop. Throws the reason when this worker is done with the run. */
export function goOn({ signal, leave }: Stops): void {
  signal.throwIfAborted();
  leave.throwIfAborted();
}

/** Elapsed time by this process's monotonic clock: the clocks of workers may be wrong. */
const elapsedSeconds = ({ held }: Scope) => held.seconds + (performance.now() - held.at) / 1000;

export const budgetLeft = (scope: Scope) => ({
  pages: Math.max(0, scope.run.maxPages - scope.counts.read - scope.counts.unreadable),
  seconds: Math.max(0, Math.round(scope.run.maxMinutes * 60 - elapsedSeconds(scope))),
});

/** Why the run should stop now; null if it should continue. */
export function stopReason(scope: Scope): StopReason | null {
  const { script } = scope.deps;
  if (script) return script.next() === undefined ? script.reason : null;
  if (scope.run.mode === 'search' && scope.matches >= scope.run.target) return 'target_reached';
  const left = budgetLeft(scope);
  if (left.pages === 0) return 'page_budget';
  if (left.seconds === 0) return 'time_budget';
  if (scope.capped !== null) return 'cost_budget';
  return null;
}

/**
 * Asked between rounds only, as the best pages need not come first. `likely`: rows with a probability of .5 or more, which a cautious judge
 * may not call matches.
 */
export const hardlyMatches = ({ deps, counts, criteria }: Scope, likely: number): boolean =>
  !deps.script && criteria.length > 0 && isUnderRate(counts) && isUnderRate({ ...counts, matched: Math.max(counts.matched, likely) });

/** Runs work that a cap may stop: current work is left undone, and the run stops regularly. */
export async function untilCap(scope: Scope, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CapReached)) throw error;
    scope.capped = error.message;
  }
}

export function progressOf(scope: Scope): RunEvent {
  const { found, read, judged, matched } = scope.counts;
  return { type: 'progress', data: { found, read, judged, matched, budget: budgetLeft(scope) } };
}

/** The call of a tool and its result, as two events with the same `call`. */
export function toolCall(tool: 'search' | 'fetch' | 'read' | 'judge', input: Record<string, string | number>) {
  const call = randomUUID();
  const called: RunEvent = { type: 'tool.called', data: { call, tool, input } };
  const result = (output: Record<string, string | number>, error?: string): RunEvent => ({
    type: 'tool.result',
    data: { call, tool, output, ...(error !== undefined && { error }) },
  });
  return { called, result };
}
export type ToolCall = ReturnType<typeof toolCall>;
