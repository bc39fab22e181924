import { useMemo, useState } from 'react';
import { ask } from '../../api/client.ts';
import { asTrouble } from '../../api/trouble.ts';
import {
  CancelRunDocument,
  type HeadFragment,
  type LineFragment,
  StartRunDocument,
  type StartRunInput,
} from '../../generated/documents.ts';
import { n } from '../../texts/format.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { overPart } from '../../ui/part.tsx';
import { say } from '../../ui/toast.tsx';
import { isOwed } from '../grid/cell-state.ts';
import type { RunEvent, WebsetStore } from '../store.ts';
import { EstimateNote } from './estimate.tsx';
import { feedLines } from './feed-lines.ts';
import type { FillTask } from './fill-dialog.tsx';
import { useTicking } from './ticking.ts';

export const RunDialog = overPart(async () => (await import('./run-dialog.tsx')).RunDialog);
const t = words.run;
const LOOK_BACK = 20;
const SEARCHED = ['found', 'read', 'judged', 'matched'] as const;
const FILLED = ['judged'] as const;

interface Props {
  head: HeadFragment;
  lines: readonly LineFragment[];
  events: readonly RunEvent[];
  store: WebsetStore;
  feed: boolean;
  onFeed: () => void;
  /** Opens the review; null when there is nothing to review. */
  onReview: (() => void) | null;
  onFill: (task: FillTask) => void;
}

/** The run: how it stands and why it stopped, in numbers, and what can be done about it. */
export function RunBar({ head, lines, events, store, feed, onFeed, onReview, onFill }: Props) {
  const { run, runAlive, uuid } = head;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const owed = useMemo(() => (runAlive || !run ? 0 : countOwed(lines)), [lines, run, runAlive]);
  const numbers = numbersOf(head, events);

  const change = async (work: () => Promise<HeadFragment>) => {
    setBusy(true);
    try {
      store.setHead(await work());
    } catch (error) {
      say(asTrouble(error).message, { kind: 'bad' });
      store.refresh();
    }
    setBusy(false);
  };
  const start = (input: Omit<StartRunInput, 'websetId'> = {}) =>
    change(async () => (await ask(StartRunDocument, { input: { websetId: uuid, ...input } })).startRun.webset);
  const cancel = () => change(async () => (await ask(CancelRunDocument, { input: { websetId: uuid } })).cancelRun.webset);

  return (
    <section className="run-bar" aria-label={t.numbers}>
      <div className="run-state" role="status">
        <span className={`status status-${run ? (run.state === 'queued' ? 'running' : run.state) : 'draft'}`}>
          {run ? (run.state === 'running' ? t.atWork[run.mode] : t.states[run.state]) : t.draft}
        </span>
        {runAlive ? (
          <span className="run-why run-now" aria-live="off">
            {feedLines(events.slice(-LOOK_BACK).filter(({ runId }) => runId === run?.uuid)).at(-1)?.text ?? ''}
          </span>
        ) : (
          <span className="run-why">{whyOf(head)}</span>
        )}
        {!run && <EstimateNote websetId={uuid} />}
      </div>
      {run && (
        <dl className="run-numbers">
          {(run.mode === 'SEARCH' ? SEARCHED : FILLED).map((name) => (
            <div key={name} className={`run-number run-${name}`}>
              <dt>{t[name]}</dt>
              <dd>{n(numbers[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {run && <Rest head={head} numbers={numbers} matching={lines} />}
      <div className="run-actions">
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
        {!runAlive && (
          <Button
            kind={run ? 'plain' : 'main'}
            icon={run ? 'search' : 'play'}
            busy={busy}
            onClick={() => (run ? setAsking(true) : void start())}
          >
            {busy ? t.starting : run ? `${t.again}…` : t.start}
          </Button>
        )}
      </div>
      {asking && run && (
        <RunDialog
          websetId={uuid}
          run={run}
          matched={lines.filter(({ matchVerdict }) => matchVerdict === 'match').length}
          onClose={() => setAsking(false)}
          onStart={(input) => {
            setAsking(false);
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
  matched: number;
  /** What was left when it last told. */
  budget: { pages: number; seconds: number; at: string } | null;
}

/** The run's numbers: those of its last event, when that is ahead of what was fetched. */
function numbersOf({ run }: HeadFragment, events: readonly RunEvent[]): Numbers {
  const counts = run?.counts ?? { found: 0, read: 0, judged: 0, matched: 0 };
  const last = events.findLast(({ type, runId }) => type === 'progress' && runId === run?.uuid);
  const progress = last?.data as (Omit<Numbers, 'budget'> & { budget: { pages: number; seconds: number } }) | undefined;
  const most = (name: 'found' | 'read' | 'judged' | 'matched') => Math.max(counts[name], progress?.[name] ?? 0);
  return {
    found: most('found'),
    read: most('read'),
    judged: most('judged'),
    matched: most('matched'),
    budget: last && progress ? { ...progress.budget, at: last.at } : null,
  };
}

function whyOf({ run }: HeadFragment): string {
  if (!run) return t.draftNote;
  if (run.alive || !run.reason) return '';
  return run.detail ?? t.reasons[run.reason];
}

/** How near the goal it is; what is left of its budget while it is alive, how long it took once it is over. */
function Rest({ head: { run, runAlive }, numbers, matching }: { head: HeadFragment; numbers: Numbers; matching: readonly LineFragment[] }) {
  const now = useTicking(runAlive);
  const matched = useMemo(() => matching.filter(({ matchVerdict }) => matchVerdict === 'match').length, [matching]);
  if (!run) return null;
  const spent = run.startedAt ? ((run.endedAt ? Date.parse(run.endedAt) : now) - Date.parse(run.startedAt)) / 1000 : 0;
  const pages = numbers.budget?.pages ?? Math.max(0, run.maxPages - numbers.read);
  // a run that waits for its turn uses up none of its minutes
  const since = numbers.budget && run.state === 'running' ? Math.max(0, now - Date.parse(numbers.budget.at)) / 1000 : 0;
  const seconds = Math.max(0, numbers.budget ? numbers.budget.seconds - since : run.maxMinutes * 60 - spent);
  const judged = Math.max(run.counts.judged, numbers.judged);
  const asked = run.counts.judged + (run.rowsLeft ?? 0);
  const goal =
    run.mode === 'SEARCH'
      ? { at: matched, of: run.target, words: t.target(matched, run.target) }
      : runAlive && asked > 0
        ? { at: judged, of: asked, words: t.ofResults(Math.min(judged, asked), asked) }
        : null;
  const rest = judged > 0 && asked > judged ? t.aboutLeft((spent / judged) * (asked - judged)) : '';
  return (
    <div className="run-rest">
      {goal && (
        <span className="run-goal">
          <progress max={goal.of} value={Math.min(goal.of, goal.at)} aria-label={goal.words} />
          <span>{goal.words}</span>
        </span>
      )}
      <span className="soft">
        {runAlive ? (run.mode === 'SEARCH' ? t.budgetLeft(pages, Math.round(seconds)) : rest) : run.startedAt ? t.took(spent) : ''}
        {run.counts.unreadable > 0 && ` · ${t.unreadable(run.counts.unreadable)}`}
        {run.cost.inputTokens > 0 && ` · ${t.cost(run.cost, run.maxCost)}`}
        {run.saved.inputTokens > 0 && `, ${t.saved(run.saved)}`}
      </span>
    </div>
  );
}

function countOwed(lines: readonly LineFragment[]): number {
  let owed = 0;
  for (const { verdicts, values } of lines) for (const cell of [...verdicts, ...values]) if (isOwed(cell.state)) owed++;
  return owed;
}
