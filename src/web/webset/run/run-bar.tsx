import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { runWords } from '../../api/run-words.ts';
import { asTrouble } from '../../api/trouble.ts';
import {
  CancelRunDocument,
  type HeadFragment,
  type LineFragment,
  type RunFactsFragment,
  StartRunDocument,
  type StartRunInput,
} from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusIn, keepFocusIn } from '../../ui/focus.ts';
import { overPart } from '../../ui/part.tsx';
import { say } from '../../ui/toast.tsx';
import { useNarrow } from '../../ui/width.ts';
import { isOwed } from '../grid/cell-state.ts';
import type { RunEvent, WebsetStore } from '../store.ts';
import { EstimateNote } from './estimate.tsx';
import { feedLines } from './feed-lines.ts';
import type { FillTask } from './fill-dialog.tsx';
import { isPreview } from './outcome.tsx';
import { useTicking } from './ticking.ts';
import { secondsLeft } from './time-left.ts';

export const RunDialog = overPart(async () => (await import('./run-dialog.tsx')).RunDialog);
const t = words.run;
const LOOK_BACK = 20;
const SEARCHED = ['found', 'read', 'judged'] as const; // how many match is said beside the goal, of all rows
const FILLED = ['judged'] as const;

interface Props {
  head: HeadFragment;
  lines: readonly LineFragment[];
  /** Rows that match. */
  matching: number;
  events: readonly RunEvent[];
  store: WebsetStore;
  feed: boolean;
  onFeed: () => void;
  /** Opens the review; null when there is nothing to review. */
  onReview: (() => void) | null;
  onFill: (task: FillTask) => void;
  /** Whether the dialog for another search is open. */
  searching: boolean;
  setSearching: (searching: boolean) => void;
}

/** The run: how it stands and why it stopped, in numbers, and what can be done about it. */
export function RunBar({ head, lines, matching, events, store, feed, onFeed, onReview, onFill, searching, setSearching }: Props) {
  const { run, runAlive, uuid } = head;
  const [busy, setBusy] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const owed = useMemo(() => (runAlive || !run ? 0 : countOwed(lines)), [lines, run, runAlive]);
  const numbers = numbersOf(head, events);
  const narrow = useNarrow();
  // news of the run may come before the answer to what was pressed, and take its button away
  useLayoutEffect(() => {
    if (busy && document.activeElement === document.body) focusIn(bar.current);
  });

  const change = async (work: () => Promise<HeadFragment>) => {
    setBusy(true);
    try {
      store.setHead(await work());
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
      store.refresh();
    }
    setBusy(false);
    keepFocusIn(bar.current);
  };
  const start = (input: Omit<StartRunInput, 'websetId'> = {}) =>
    change(async () => (await ask(StartRunDocument, { input: { websetId: uuid, ...input } })).startRun.webset);
  const cancel = () => change(async () => (await ask(CancelRunDocument, { input: { websetId: uuid } })).cancelRun.webset);

  const goal = run && goalOf(run, numbers, matching);
  const status = (
    <span className={`status status-${run ? (run.state === 'queued' ? 'running' : run.state) : 'draft'}`}>{runWords(run)}</span>
  );
  const why = runAlive ? (
    <span className="run-why run-now" aria-live="off">
      {feedLines(events.slice(-LOOK_BACK).filter(({ runId }) => runId === run?.uuid)).at(-1)?.text ?? ''}
    </span>
  ) : (
    <span className="run-why">{whyOf(head)}</span>
  );
  return (
    <section className="run-bar" aria-label={t.numbers}>
      {narrow && run ? (
        <details className="run-more" open={run.state === 'failed' || undefined}>
          <summary>
            <span role="status">
              {status} <span className="soft">{goal?.words}</span>
            </span>
          </summary>
          <p dir="auto">{head.originalQuery}</p>
          <div className="run-state">{why}</div>
          <Facts {...{ run, numbers, goal }} />
        </details>
      ) : (
        <>
          <div className="run-state" role="status">
            {status}
            {why}
            {!run && <EstimateNote websetId={uuid} />}
          </div>
          {run && <Facts {...{ run, numbers, goal }} />}
        </>
      )}
      <div ref={bar} className="run-actions">
        {head.eventCount > 0 || run ? (
          <Button kind="quiet" icon="activity" aria-expanded={feed} onClick={onFeed}>
            {t.activity}
          </Button>
        ) : null}
        {onReview && (
          <Button kind="quiet" icon="check" onClick={onReview}>
            {words.reviewQueue.open}
          </Button>
        )}
        {runAlive && (
          <Button icon="stop" busy={busy} onClick={() => void cancel()}>
            {busy ? t.cancelling : t.cancel}
          </Button>
        )}
        {!runAlive && owed > 0 && (
          <Button kind="main" icon="play" onClick={() => onFill({ column: null })} title={t.missing(owed)}>
            {t.fill}
          </Button>
        )}
        {run && isPreview(head) && (
          <Button
            kind="main"
            icon="play"
            busy={busy}
            title={t.fullNote}
            onClick={() =>
              void start({ target: run.target, maxMinutes: run.maxMinutes, ...(run.maxCost !== null && { maxCost: run.maxCost }) })
            }
          >
            {t.full}
          </Button>
        )}
        {!runAlive && (
          <Button
            kind={run ? 'plain' : 'main'}
            className={run ? 'run-search' : ''}
            icon={run ? 'search' : 'play'}
            busy={busy}
            onClick={() => (run ? setSearching(true) : void start())}
          >
            {busy ? t.starting : run ? `${t.again}…` : t.start}
          </Button>
        )}
      </div>
      {searching && run && (
        <RunDialog
          websetId={uuid}
          run={run}
          matched={matching}
          onClose={() => setSearching(false)}
          onStart={(input) => {
            setSearching(false);
            void start(input);
          }}
        />
      )}
    </section>
  );
}

interface Numbers {
  found: number;
  read: number;
  judged: number;
  /** What was left when it last told. */
  budget: { pages: number; seconds: number; at: string } | null;
}

/** The run's numbers: those of its last event, when that is ahead of what was fetched. */
function numbersOf({ run }: HeadFragment, events: readonly RunEvent[]): Numbers {
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

function whyOf({ run }: HeadFragment): string {
  if (!run) return t.draftNote;
  if (run.alive || !run.reason) return '';
  return run.detail ?? t.reasons[run.reason];
}

interface Goal {
  at: number;
  of: number;
  words: string;
}

/** What the run is at, of how many: matches of a search, rows of another run while it is alive. */
function goalOf(run: RunFactsFragment, numbers: Numbers, matching: number): Goal | null {
  if (run.mode === 'SEARCH') return { at: matching, of: run.target, words: t.target(matching, run.target) };
  const asked = run.counts.judged + (run.rowsLeft ?? 0);
  const judged = Math.min(asked, numbers.judged);
  return run.alive && asked > 0 ? { at: judged, of: asked, words: t.ofResults(judged, asked) } : null;
}

/** The run in numbers; how near the goal it is; what is left of its budget while it is alive, how long it took once it is over. */
function Facts({ run, numbers, goal }: { run: RunFactsFragment; numbers: Numbers; goal: Goal | null }) {
  const now = useTicking(run.alive);
  const spent = run.startedAt ? ((run.endedAt ? Date.parse(run.endedAt) : now) - Date.parse(run.startedAt)) / 1000 : 0;
  const pages = numbers.budget?.pages ?? Math.max(0, run.maxPages - numbers.read);
  // a run that waits for its turn uses up none of its minutes
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
      <div className="run-rest">
        {goal && (
          <span className="run-goal">
            <progress max={goal.of} value={Math.min(goal.of, goal.at)} aria-label={goal.words} />
            <span>{goal.words}</span>
          </span>
        )}
        <span className="soft" title={run.alive && isSearch ? budget : undefined}>
          {run.alive ? left : run.startedAt ? t.took(spent) : ''}
          {run.alive && may !== null && <span className="run-budget"> · {budget}</span>}
          {run.counts.unreadable > 0 && ` · ${t.unreadable(run.counts.unreadable)}`}
          {run.cost.inputTokens > 0 && ` · ${t.cost(run.cost, run.maxCost)}`}
          {run.saved.inputTokens > 0 && `, ${t.saved(run.saved)}`}
        </span>
      </div>
    </>
  );
}

function countOwed(lines: readonly LineFragment[]): number {
  let owed = 0;
  for (const { verdicts, values } of lines) for (const cell of [...verdicts, ...values]) if (isOwed(cell.state)) owed++;
  return owed;
}
