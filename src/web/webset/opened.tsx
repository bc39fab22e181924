import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Trouble } from '../api/trouble.ts';
import type { HeadFragment, LineFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { overPart } from '../ui/part.tsx';
import { useNarrow } from '../ui/width.ts';
import { Cards } from './grid/cards.tsx';
import { Grid } from './grid/grid.tsx';
import { NoLines } from './grid/no-lines.tsx';
import { useStays } from './grid/stays.ts';
import { useWidths } from './grid/widths.ts';
import { type Place, useProofPlace } from './proof/proof-place.ts';
import { isOffered, isReviewable, ReviewOffer } from './review/review-offer.tsx';
import { Feed } from './run/feed.tsx';
import type { FillTask } from './run/fill-dialog.tsx';
import { OutcomePanel } from './run/outcome.tsx';
import { AddSearchDialog, RunBar, RunDialog } from './run/run-bar.tsx';
import type { WebsetStore } from './store.ts';
import { useTab } from './tab.ts';
import { Toolbar } from './toolbar.tsx';
import { columnsOf, countedTabs, countTabs, viewOf } from './view.ts';
import { RenameDialog, ShareDialog, WebsetHead } from './webset-head.tsx';
import type { WebsetState } from './webset-state.ts';

const ProofPanel = overPart(
  async () => (await import('./proof/proof-panel.tsx')).ProofPanel,
  ({ narrow }) => (narrow ? null : <aside className="proof" aria-label={words.proof.label} aria-busy="true" />),
);
const ReviewPanel = overPart(
  async () => (await import('./review/review-panel.tsx')).ReviewPanel,
  ({ narrow }) => (narrow ? null : <aside className="proof" aria-label={words.reviewQueue.label} aria-busy="true" />),
);
const FillDialog = overPart(async () => (await import('./run/fill-dialog.tsx')).FillDialog);
const ColumnDialog = overPart(async () => (await import('./grid/column-dialog.tsx')).ColumnDialog);

/** What the column dialog is about. */
export type ColumnTask = { what: 'criterion' | 'enrichment'; id: string | null; removing?: boolean };

const NONE: readonly LineFragment[] = [];

/** A webset that is here: its results, its run and what is open beside them. */
export function Opened({ store, state, head }: { store: WebsetStore; state: WebsetState; head: HeadFragment }) {
  const { complete, total, events, link, linkTrouble } = state;
  const narrow = useNarrow();
  const { tab, setTab, opening, sort, setSort } = useTab();
  const [text, setText] = useState('');
  const { active, setActive, isOpen: proof, open, close: closeProof } = useProofPlace();
  const [reviewing, setReviewing] = useState(false);
  const [feed, setFeed] = useState(false);
  const [task, setTask] = useState<ColumnTask | null>(null);
  const [fill, setFill] = useState<FillTask | null>(null);
  const [searching, setSearching] = useState(false);
  const back = useRef<HTMLDivElement>(null);
  const lines = tab === 'hidden' ? (state.hidden ?? NONE) : state.lines;
  useEffect(() => {
    if (tab === 'hidden') store.showHidden();
  }, [tab, store]);
  const { criteria, enrichments } = head;
  const columns = useMemo(() => columnsOf({ criteria, enrichments }, words.grid.title, words.grid.overall), [criteria, enrichments]);
  const looks = useWidths(head.uuid, columns);
  const wanted = useDeferredValue(text);
  const stays = useStays(lines, tab, opening);
  const shown = useMemo(() => viewOf(lines, { tab, text: wanted, sort, stays }, columns), [lines, tab, wanted, sort, stays, columns]);
  const counts = useMemo(
    () => (complete ? countTabs(state.lines, head.counts.hidden) : countedTabs(head.counts)),
    [complete, state.lines, head.counts],
  );
  const close = useCallback(() => {
    setReviewing(false);
    closeProof();
    back.current?.focus();
  }, [closeProof]);
  const isOver =
    head.run !== null && !head.runAlive && head.run.state !== 'failed' && complete && (counts.all === 0 || criteria.length > 0);
  const canFill = head.run !== null && counts.all > 0;
  const offered = !reviewing && isOffered(head, counts);
  const review = () => {
    closeProof();
    setReviewing(true);
  };
  const openProof = (place: Place) => {
    setReviewing(false);
    open(place);
  };
  useAhead(complete);
  const at = proof && active ? shown.findIndex(({ uuid }) => uuid === active.row) : -1;
  const line = proof && active ? (shown[at] ?? lines.find(({ uuid }) => uuid === active.row)) : undefined;
  const stood = useRef(0);
  useEffect(() => {
    if (at >= 0) stood.current = at;
  }, [at]);
  /** To another row; from one that has left this tab, by a verdict perhaps, to those where it stood. */
  const stepTo = (next: LineFragment | undefined) => (next && active ? () => setActive({ row: next.uuid, column: active.column }) : null);

  const nothing =
    shown.length === 0 ? (
      <NoLines
        head={head}
        counts={counts}
        tab={tab}
        text={wanted}
        complete={complete && (tab !== 'hidden' || state.hidden !== null)}
        onTab={setTab}
        onClear={() => setText('')}
      />
    ) : null;
  const unsorted = tab === 'needs_review' ? words.grid.sortLikely : words.grid.sortNone;
  const Body = narrow ? Cards : Grid;
  return (
    <main id="main" className="webset">
      {link === 'lost' && linkTrouble && <Lost trouble={linkTrouble} />}
      <WebsetHead head={head} store={store} onAdd={(what) => setTask({ what, id: null })} tab={tab} />
      <RunBar
        head={head}
        lines={state.lines}
        matching={counts.match}
        events={events}
        store={store}
        feed={feed}
        onFeed={() => {
          setFeed(!feed);
          store.recall();
        }}
        onReview={!reviewing && !offered && isReviewable(head, counts) ? review : null}
        onFill={setFill}
        {...{ searching, setSearching }}
      />
      {feed && <Feed events={events} count={head.eventCount} />}
      {offered && <ReviewOffer counts={counts} onReview={review} />}
      {isOver && (
        <OutcomePanel
          {...{ head, counts, store }}
          lines={state.lines}
          onTask={setTask}
          onReview={reviewing || offered ? null : isReviewable(head, counts) ? review : () => setTab('needs_review')}
          onSearch={() => setSearching(true)}
        />
      )}
      <Toolbar
        {...{ tab, setTab, counts, text, setText, looks, columns, narrow, sort, unsorted }}
        onSort={setSort}
        onTask={setTask}
        onFill={canFill ? setFill : null}
        shown={shown.length}
        loaded={state.lines.length}
        total={Math.max(total, counts.all)}
        complete={complete}
      />
      {stays.size > 0 && (
        <div className="stays" role="status">
          <p>{words.grid.stays(stays.size, words.grid.tabs[tab])}</p>
          <Button
            kind="quiet"
            onClick={() => {
              setTab(tab);
              document.getElementById(`tab-${tab}`)?.focus(); // the button goes with what it tells of
            }}
          >
            {words.grid.letGo}
          </Button>
        </div>
      )}
      <div className="webset-body">
        <Body
          {...{ head, columns: looks.shown, lines: shown, active, sort, unsorted, looks, nothing }}
          area={back}
          onMove={setActive}
          onOpen={openProof}
          onClose={close}
          onSort={setSort}
          onTask={setTask}
          onFill={canFill ? setFill : null}
          store={store}
          panel={reviewing || line !== undefined}
        />
        {reviewing && (
          <ReviewPanel
            {...{ head, narrow, store }}
            lines={state.lines}
            onAsk={(row, column) => setActive({ row, column })}
            onClose={close}
          />
        )}
        {!reviewing && line && active && (
          <ProofPanel
            {...{ head, line, narrow }}
            column={active.column}
            onColumn={(column) => setActive({ row: active.row, column })}
            onStep={{
              back: stepTo(shown[(at >= 0 ? at : stood.current) - 1]),
              on: stepTo(shown[at >= 0 ? at + 1 : stood.current]),
            }}
            onClose={close}
            onFill={setFill}
            store={store}
          />
        )}
      </div>
      {task && (
        <ColumnDialog
          task={task}
          head={head}
          store={store}
          onClose={() => setTask(null)}
          onChanged={(column, label) => canFill && !head.runAlive && setFill({ column, fresh: { what: task.what, label } })}
        />
      )}
      {fill && <FillDialog task={fill} lines={state.lines} {...{ head, shown, store }} onClose={() => setFill(null)} />}
    </main>
  );
}

/** That what is shown may be out of date, and why. */
const Lost = ({ trouble: { kind } }: { trouble: Trouble }) => (
  <p className="webset-lost" role="status">
    {kind === 'offline' ? words.states.lost : kind === 'limited' ? words.states.lostLimited : words.states.lostUnavailable}
  </p>
);

const LATER = [ProofPanel, ReviewPanel, ColumnDialog, FillDialog, RenameDialog, ShareDialog, RunDialog, AddSearchDialog];
const STIRS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Once the rows are here and somebody stirs, what may be opened is fetched: it opens at once, and without a connection, too. */
function useAhead(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const over = new AbortController();
    const fetchAll = () => {
      over.abort();
      for (const one of LATER) one.preload();
    };
    for (const type of STIRS) window.addEventListener(type, fetchAll, { signal: over.signal, passive: true });
    return () => over.abort();
  }, [ready]);
}
