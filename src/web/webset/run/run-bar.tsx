import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { runWords } from '../../api/run-words.ts';
import { asTrouble } from '../../api/trouble.ts';
import {
  AddSearchDocument,
  type AddSearchInput,
  CancelRunDocument,
  type HeadFragment,
  type LineFragment,
  StartRunDocument,
  type StartRunInput,
} from '../../generated/documents.ts';
import { words } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusIn, keepFocusIn } from '../../ui/focus.ts';
import { overPart } from '../../ui/part.tsx';
import { say } from '../../ui/toast.tsx';
import { useNarrow } from '../../ui/width.ts';
import { isOwed } from '../grid/cell-state.ts';
import { useMayEdit } from '../share/access.ts';
import { Searched } from '../sources/searched.tsx';
import type { WebsetStore } from '../store.ts';
import type { RunEvent } from '../webset-state.ts';
import { EstimateNote } from './estimate.tsx';
import { feedLines } from './feed-lines.ts';
import type { FillTask } from './fill-dialog.tsx';
import { isPreview } from './outcome.tsx';
import { Facts, goalOf, numbersOf } from './run-facts.tsx';

export const AddSearchDialog = overPart(async () => (await import('./add-search-dialog.tsx')).AddSearchDialog);
export const RunDialog = overPart(async () => (await import('./run-dialog.tsx')).RunDialog);
export const SourcesDialog = overPart(async () => (await import('../sources/sources-dialog.tsx')).SourcesDialog);
const t = words.run;
const LOOK_BACK = 20;

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
  const [adding, setAdding] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const owed = useMemo(() => (runAlive || !run ? 0 : countOwed(lines)), [lines, run, runAlive]);
  const numbers = numbersOf(head, events);
  const narrow = useNarrow();
  const mayEdit = useMayEdit();
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
  const start = (input: Omit<StartRunInput, 'websetId'> = {}, before?: (() => Promise<unknown>) | null) =>
    change(async () => {
      await before?.();
      return (await ask(StartRunDocument, { input: { websetId: uuid, ...input } })).startRun.webset;
    });
  const cancel = () => change(async () => (await ask(CancelRunDocument, { input: { websetId: uuid } })).cancelRun.webset);

  const add = (added: Omit<AddSearchInput, 'websetId'>) =>
    change(async () => (await ask(AddSearchDocument, { input: { websetId: uuid, ...added } })).addSearch.webset);

  const searched = <Searched head={head} onChange={mayEdit && !runAlive ? () => setChoosing(true) : null} />;
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
          <div className="run-state">
            {why}
            {searched}
          </div>
          <Facts {...{ run, numbers, goal }} />
        </details>
      ) : (
        <>
          <div className="run-state">
            <div className="run-said" role="status">
              {status}
              {why}
              {!run && mayEdit && <EstimateNote websetId={uuid} />}
            </div>
            {searched}
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
        {mayEdit && runAlive && run?.mode === 'SEARCH' && (
          <Button icon="search" onClick={() => setAdding(true)}>
            {t.also}…
          </Button>
        )}
        {mayEdit && runAlive && (
          <Button icon="stop" busy={busy} onClick={() => void cancel()}>
            {busy ? t.cancelling : t.cancel}
          </Button>
        )}
        {mayEdit && !runAlive && owed > 0 && (
          <Button kind="main" icon="play" onClick={() => onFill({ column: null })} title={t.missing(owed)}>
            {t.fill}
          </Button>
        )}
        {mayEdit && run && isPreview(head) && (
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
        {mayEdit && !runAlive && (
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
      {adding && runAlive && (
        <AddSearchDialog
          onClose={() => setAdding(false)}
          onAdd={(added) => {
            setAdding(false);
            void add(added);
          }}
        />
      )}
      {searching && run && (
        <RunDialog
          head={head}
          run={run}
          matched={matching}
          onClose={() => setSearching(false)}
          onStart={(input, before) => {
            setSearching(false);
            void start(input, before);
          }}
        />
      )}
      {choosing && <SourcesDialog {...{ head, store }} onClose={() => setChoosing(false)} />}
    </section>
  );
}

function whyOf({ run }: HeadFragment): string {
  if (!run) return t.draftNote;
  if (run.alive || !run.reason) return '';
  return run.detail ?? t.reasons[run.reason];
}

function countOwed(lines: readonly LineFragment[]): number {
  let owed = 0;
  for (const { verdicts, values } of lines) for (const cell of [...verdicts, ...values]) if (isOwed(cell.state)) owed++;
  return owed;
}
