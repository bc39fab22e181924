import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ask } from '../../api/client.ts';
import { removeNow } from '../../api/pending.ts';
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
import { isOwed } from '../grid/cell-state.ts';
import { useMayEdit } from '../share/access.ts';
import type { WebsetStore } from '../store.ts';
import type { FillTask } from './fill-dialog.tsx';
import { isPreview } from './run-outcome.tsx';

export const AddSearchDialog = overPart(async () => (await import('./add-search-dialog.tsx')).AddSearchDialog);
export const RunDialog = overPart(async () => (await import('./run-dialog.tsx')).RunDialog);
const t = words.run;

export interface RunActionsProps {
  head: HeadFragment;
  lines: readonly LineFragment[];
  /** The number of rows that match. */
  matching: number;
  store: WebsetStore;
  /** Opens the review; null when there is nothing to review. */
  onReview: (() => void) | null;
  /** Whether a few answers would decide the rest. */
  isOffered: boolean;
  onFill: (task: FillTask) => void;
  /** Whether the dialog for another search is open. */
  searching: boolean;
  setSearching: (searching: boolean) => void;
}

/** The actions for the run: the next step is the main one. */
export function RunActions(props: RunActionsProps) {
  const { head, lines, matching, store, onReview, isOffered, onFill, searching, setSearching } = props;
  const { run, runAlive, uuid } = head;
  const [busy, setBusy] = useState(false);
  const [adding, setAdding] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const owed = useMemo(() => (runAlive || !run ? 0 : countOwed(lines)), [lines, run, runAlive]);
  const mayEdit = useMayEdit();
  // an event may arrive before the answer to a press, and remove its button
  useLayoutEffect(() => {
    if (busy && document.activeElement === document.body) focusIn(bar.current);
  });

  const change = async (work: () => Promise<HeadFragment>) => {
    setBusy(true);
    await removeNow(uuid);
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
  const isFull = run !== null && isPreview(head);

  return (
    <div ref={bar} className="run-actions">
      {onReview &&
        (isOffered ? (
          <Button kind={owed > 0 || isFull ? 'plain' : 'main'} icon="check" title={words.reviewQueue.offerNote} onClick={onReview}>
            {words.reviewQueue.start}
          </Button>
        ) : (
          <Button kind="quiet" icon="check" onClick={onReview}>
            {words.reviewQueue.open}
          </Button>
        ))}
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
      {mayEdit && isFull && (
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
    </div>
  );
}

function countOwed(lines: readonly LineFragment[]): number {
  let owed = 0;
  for (const { verdicts, values } of lines) for (const cell of [...verdicts, ...values]) if (isOwed(cell.state)) owed++;
  return owed;
}
