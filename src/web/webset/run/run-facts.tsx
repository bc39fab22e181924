import type { HeadFragment, RunFactsFragment } from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import type { RunEvent } from '../webset-state.ts';
import { Searches } from './searches.tsx';
import { useTicking } from './ticking.ts';
import { secondsLeft } from './time-left.ts';

const t = words.run;
const SEARCHED = ['found', 'read', 'judged'] as const; // matches, counted over all rows, are shown beside the target
const FILLED = ['judged'] as const;

interface Numbers {
  found: number;
  read: number;
  judged: number;
  /** What was left at the last event. */
  budget: { pages: number; seconds: number; at: string } | null;
}

/** The run's figures: those of its last event, when it is newer than the fetched ones. */
export function numbersOf({ run }: HeadFragment, events: readonly RunEvent[]): Numbers {
  const counts = run?.counts ?? { found: 0, read: 0, judged: 0 };
  const last = events.findLast(({ type, runId }) => type === 'progress' && runId === run?.uuid);
  const progress = last?.data as (Omit<Numbers, 'budget'> & { budget: { pages: number; seconds: number } }) | undefined;
  const most = (name: 'found' | 'read' | 'judged') => Math.max(counts[name], progress?.[name] ?? 0);
  return {
    found: most('found'),
    read: most('read'),
    judged: most('judged'),
    budget: last && progress ? { ...progress.budget, at: last.at } : null,
  };
}

interface Goal {
  at: number;
  of: number;
  words: string;
}

/** The run's progress: matches of a search, rows of another run while it is alive. */
export function goalOf(run: RunFactsFragment, numbers: Numbers, matching: number): Goal | null {
  if (run.mode === 'SEARCH') return { at: matching, of: run.target, words: t.target(matching, run.target) };
  if (run.mode === 'IMPORT') {
    const at = Math.min(run.maxPages, numbers.read + run.counts.unreadable);
    return run.alive ? { at, of: run.maxPages, words: t.ofLines(at, run.maxPages) } : null;
  }
  const asked = run.counts.judged + (run.rowsLeft ?? 0);
  const judged = Math.min(asked, numbers.judged);
  return run.alive && asked > 0 ? { at: judged, of: asked, words: t.ofResults(judged, asked) } : null;
}

/** The run in figures: its progress, the remaining budget while it is alive, its duration once it is over. */
export function Facts({ run, numbers, goal }: { run: RunFactsFragment; numbers: Numbers; goal: Goal | null }) {
  const now = useTicking(run.alive);
  const spent = run.startedAt ? ((run.endedAt ? Date.parse(run.endedAt) : now) - Date.parse(run.startedAt)) / 1000 : 0;
  const pages = numbers.budget?.pages ?? Math.max(0, run.maxPages - numbers.read);
  // a queued run uses none of its minutes
  const since = numbers.budget && run.state === 'running' ? Math.max(0, now - Date.parse(numbers.budget.at)) / 1000 : 0;
  const seconds = Math.max(0, numbers.budget ? numbers.budget.seconds - since : run.maxMinutes * 60 - spent);
  const isSearch = run.mode === 'SEARCH';
  const pace = { spent, read: numbers.read, matched: run.counts.matched, matching: goal?.at ?? 0, target: run.target, pages, seconds };
  const may = isSearch ? secondsLeft(pace) : null;
  const budget = t.budgetLeft(pages, Math.round(seconds));
  const left = isSearch
    ? may === null
      ? budget
      : t.atMostLeft(may)
    : goal && goal.at > 0 && goal.at < goal.of
      ? t.aboutLeft((spent / goal.at) * (goal.of - goal.at))
      : '';
  return (
    <>
      <dl className="run-numbers">
        {(isSearch ? SEARCHED : FILLED).map((name) => (
          <div key={name} className="run-number">
            <dt>{t[name]}</dt>
            <dd>{n(numbers[name])}</dd>
          </div>
        ))}
      </dl>
      <div className="run-past">
        <span className="soft" title={run.alive && isSearch ? budget : undefined}>
          {run.alive ? left : run.startedAt ? t.took(spent) : ''}
          {run.alive && may !== null && <span className="run-budget"> · {budget}</span>}
          {run.counts.unreadable > 0 && ` · ${t.unreadable(run.counts.unreadable)}`}
          {run.cost.inputTokens > 0 && ` · ${t.cost(run.cost, run.maxCost)}`}
          {run.saved.inputTokens > 0 && `, ${t.saved(run.saved)}`}
        </span>
      </div>
      <Searches coverage={run.coverage} providers={run.providers} />
    </>
  );
}
