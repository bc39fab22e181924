import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePending } from '../api/pending.ts';
import type { Trouble } from '../api/trouble.ts';
import type { HeadFragment, LineFragment } from '../generated/documents.ts';
import { words } from '../texts/texts.ts';
import { Button } from '../ui/button.tsx';
import { overPart } from '../ui/part.tsx';
import { say } from '../ui/toast.tsx';
import { useNarrow } from '../ui/width.ts';
import { ChangedNote, FailedNote } from './arrangement/arranged-notes.tsx';
import { type Condition, isAskable } from './arrangement/conditions.ts';
import { FilterBar } from './arrangement/filter-bar.tsx';
import { useGridState } from './arrangement/grid-state.ts';
import { useLooks } from './arrangement/layout.ts';
import { useArranged } from './arrangement/use-arranged.ts';
import { isAsSaved, stateOfView } from './arrangement/view-contents.ts';
import { ViewsMenu } from './arrangement/views-menu.tsx';
import { Cards } from './grid/cards.tsx';
import { Grid } from './grid/grid.tsx';
import { NoLines } from './grid/no-lines.tsx';
import { useStays } from './grid/stays.ts';
import { ImportDialog, LinesDialog, Lists, useDroppedList } from './importing/lists.tsx';
import { commandsOf } from './keys/commands.ts';
import { useShortcuts } from './keys/use-shortcuts.ts';
import { type Place, useProofPlace } from './proof/proof-place.ts';
import { useShownBy } from './proof/shown-by.ts';
import { ByAnswersNote } from './review/by-answers.tsx';
import { isOffered, isReviewable } from './review/review-offer.ts';
import { Feed } from './run/feed.tsx';
import type { FillTask } from './run/fill-dialog.tsx';
import { useOutcome } from './run/outcome.tsx';
import { AddSearchDialog, RunDialog } from './run/run-actions.tsx';
import { RunBar, SourcesDialog } from './run/run-bar.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useMayEdit } from './share/access.ts';
import type { WebsetStore } from './store.ts';
import { focusFilter, Toolbar } from './toolbar.tsx';
import { type Column, columnsOf, countedTabs, countTabs, type Sort, type Tab, viewOf } from './view.ts';
import { type HeadDialog, RenameDialog, ShareDialog, WebsetHead } from './webset-head.tsx';
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
const FilterDialog = overPart(async () => (await import('./arrangement/filter-dialog.tsx')).FilterDialog);
const SelectionBar = overPart(async () => (await import('./selection/selection-bar.tsx')).SelectionBar);
const TitleDialog = overPart(async () => (await import('./selection/title-dialog.tsx')).TitleDialog);
const KeysDialog = overPart(async () => (await import('./keys/keys-dialog.tsx')).KeysDialog);
const CommandsDialog = overPart(async () => (await import('./keys/commands-dialog.tsx')).CommandsDialog);
const ColumnDialog = overPart(async () => (await import('./grid/column-dialog.tsx')).ColumnDialog);

/** What the column dialog is about. */
export type ColumnTask = { what: 'criterion' | 'enrichment'; id: string | null };

const NONE: readonly LineFragment[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/** A webset that is here: its results, its run and what is open beside them. */
export function Opened({ store, state, head: whole }: { store: WebsetStore; state: WebsetState; head: HeadFragment }) {
  const going = usePending();
  const head = useMemo(() => withoutColumns(whole, going), [whole, going]);
  const { complete, total, events, link, linkTrouble } = state;
  const narrow = useNarrow();
  const mayEdit = useMayEdit();
  const gridState = useGridState(head.uuid, head.views, head.runAlive || head.counts.match === 0 ? 'all' : 'match');
  const { tab, isLikeliest, sort, conditions, text, cols, view, set, opening } = gridState;
  const setTab = useCallback((next: Tab) => set({ tab: next }), [set]);
  const setSort = useCallback((next: Sort | null) => set({ sort: next }), [set]);
  const setConditions = useCallback((next: readonly Condition[]) => set({ conditions: next }), [set]);
  const { active, setActive, isOpen: proof, open, close: closeProof } = useProofPlace();
  const [reviewing, setReviewing] = useState(false);
  const [feed, setFeed] = useState(false);
  const [task, setTask] = useState<ColumnTask | null>(null);
  const [filtering, setFiltering] = useState<string | null>(null);
  const [fill, setFill] = useState<FillTask | null>(null);
  const [searching, setSearching] = useState(false);
  const back = useRef<HTMLDivElement>(null);
  const lines = tab === 'hidden' ? (state.hidden ?? NONE) : state.lines;
  useEffect(() => {
    if (tab === 'hidden') store.showHidden();
  }, [tab, store]);
  const { criteria, enrichments } = head;
  const columns = useMemo(() => columnsOf({ criteria, enrichments }, words.grid.title, words.grid.overall), [criteria, enrichments]);
  const setCols = useCallback((next: string | null) => set({ cols: next }), [set]);
  const looks = useLooks(columns, cols, setCols);
  const saved = head.views.find((one) => one.uuid === view);
  const exported = saved && isAsSaved({ tab, sort, conditions, text, cols }, saved, columns) ? saved : null;
  const wanted = useDeferredValue(text);
  const arranged = useArranged(store, head.uuid, { tab, sort, conditions, text: wanted }, columns, complete);
  const staying = useStays(lines, tab, opening);
  const stays = arranged ? NO_IDS : staying;
  const found = useMemo(
    () => (arranged ? NONE : viewOf(lines, { tab, text: wanted, stays, isLikeliest })),
    [arranged, lines, tab, wanted, stays, isLikeliest],
  );
  const shown = arranged?.lines ?? found;
  useUnknown(gridState, columns);
  const selection = useSelection(shown, arranged ? !arranged.hasMore : complete, arranged?.all);
  const [keys, setKeys] = useState(false);
  const [titled, setTitled] = useState<LineFragment | null>(null);
  const [commanding, setCommanding] = useState(false);
  const [dialog, setDialog] = useState<HeadDialog>(null);
  const dropped = useDroppedList(mayEdit);
  const [, go] = useLocation();
  useShortcuts(focusFilter, () => setCommanding(true));
  const showKeys = useCallback(() => setKeys(true), []);
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
  const canFill = mayEdit && head.run !== null && counts.all > 0;
  const offered = mayEdit && !reviewing && isOffered(head, counts);
  const review = () => {
    closeProof();
    setReviewing(true);
  };
  const outcome = useOutcome(isOver, {
    ...{ head, counts },
    lines: state.lines,
    onTask: setTask,
    onReview: reviewing || offered ? null : isReviewable(head, counts) ? review : () => setTab('needs_review'),
    onSearch: () => setSearching(true),
  });
  const openProof = (place: Place) => {
    setReviewing(false);
    open(place);
  };
  const filtered = useMemo(() => new Set(conditions.filter((one) => isAskable(one, columns)).map(({ key }) => key)), [conditions, columns]);
  useAhead(complete);
  const at = proof && active ? shown.findIndex(({ uuid }) => uuid === active.row) : -1;
  const line = proof && active ? (shown[at] ?? lines.find(({ uuid }) => uuid === active.row)) : undefined;
  const panel = reviewing || line !== undefined;
  useEffect(() => {
    if (panel) setFeed(false);
  }, [panel]);
  useShownBy(proof && active && !line && complete ? active.row : null, (row) => setActive({ row, column: active?.column ?? 'overall' }));
  const stood = useRef(0);
  useEffect(() => {
    if (at >= 0) stood.current = at;
  }, [at]);
  /** To another row; from one that has left this tab, by a verdict perhaps, to those where it stood. */
  const stepTo = (next: LineFragment | undefined) => (next && active ? () => setActive({ row: next.uuid, column: active.column }) : null);

  const filterColumn = columns.find(({ key }) => key === filtering);
  const nothing =
    shown.length === 0 ? (
      <NoLines
        head={head}
        counts={counts}
        tab={tab}
        text={wanted}
        complete={arranged ? arranged.isHere || arranged.trouble !== null : complete && (tab !== 'hidden' || state.hidden !== null)}
        trouble={arranged?.trouble ?? null}
        onRetry={arranged?.again ?? store.retry}
        onTab={setTab}
        onClear={arranged && conditions.length > 0 ? () => set({ conditions: [], text: '' }) : () => set({ text: '' })}
        isFiltered={arranged !== null && conditions.length > 0}
      />
    ) : null;
  const unsorted = isLikeliest || tab === 'needs_review' ? words.grid.sortLikely : words.grid.sortNone;
  const failed = arranged && shown.length > 0 && (
    <FailedNote arranged={arranged} onPressed={() => back.current?.focus({ preventScroll: true })} />
  );
  const Body = narrow ? Cards : Grid;
  return (
    <main id="main" className={dropped.over ? 'webset webset-over' : 'webset'} {...dropped.target}>
      {link === 'lost' && linkTrouble && <Lost trouble={linkTrouble} />}
      <WebsetHead head={head} store={store} onAdd={(what) => setTask({ what, id: null })} {...{ tab, dialog, setDialog }} view={exported} />
      <RunBar
        {...{ head, counts, events, outcome, store, feed, searching, setSearching }}
        lines={state.lines}
        matching={counts.match}
        panel={panel}
        onFeed={() => {
          setFeed(!feed);
          store.recall();
        }}
        onReview={mayEdit && !reviewing && isReviewable(head, counts) ? review : null}
        isOffered={offered}
        onFill={setFill}
        onLines={() => setDialog('lines')}
      />
      {feed && <Feed events={events} count={head.eventCount} />}
      <Toolbar
        {...{ tab, setTab, counts, text, looks, columns, narrow, sort, unsorted }}
        setText={(next) => set({ text: next })}
        onSort={setSort}
        onFilter={setFiltering}
        views={
          <ViewsMenu {...{ head, columns, store }} state={{ tab, sort, conditions, text, cols, view }} onState={set} isFixed={!mayEdit} />
        }
        onTask={setTask}
        onFill={canFill ? setFill : null}
        shown={arranged ? (arranged.isHere ? arranged.total : null) : wanted.trim() === '' ? null : shown.length}
        loaded={state.lines.length}
        total={Math.max(total, counts.all)}
        complete={complete}
      />
      <FilterBar {...{ conditions, columns }} onConditions={setConditions} onFilter={setFiltering} />
      {selection.rows.length > 0 && (
        <SelectionBar
          {...{ head, store, mayEdit }}
          rows={selection.rows}
          onClear={selection.clear}
          onDone={() => back.current?.focus()}
          onTitle={setTitled}
          onClose={selection.clear}
        />
      )}
      {arranged && <ChangedNote arranged={arranged} onPressed={() => back.current?.focus()} />}
      {!narrow && failed}
      <ByAnswersNote {...{ head, tab, store }} count={counts[tab]} />
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
          {...{
            head,
            columns: looks.shown,
            lines: shown,
            total: Math.max(shown.length, arranged?.total ?? 0),
            active,
            sort,
            unsorted,
            looks,
            nothing,
          }}
          area={back}
          onMove={setActive}
          onOpen={openProof}
          onClose={close}
          onSort={setSort}
          onFilter={setFiltering}
          filtered={filtered}
          selection={selection}
          onKeys={showKeys}
          onEnd={arranged?.more}
          onTask={setTask}
          onFill={canFill ? setFill : null}
          store={store}
          panel={panel}
        />
        {reviewing && (
          <ReviewPanel {...{ head, narrow, store }} onKeys={showKeys} onAsk={(row, column) => setActive({ row, column })} onClose={close} />
        )}
        {!reviewing && line && active && (
          <ProofPanel
            {...{ head, line, narrow }}
            column={active.column}
            onColumn={(column) => setActive({ row: active.row, column })}
            onRow={(row) => setActive({ row, column: active.column })}
            onStep={{
              back: stepTo(shown[(at >= 0 ? at : stood.current) - 1]),
              on: stepTo(shown[at >= 0 ? at + 1 : stood.current]),
            }}
            onClose={close}
            onFill={setFill}
            onTitle={setTitled}
            store={store}
          />
        )}
      </div>
      {narrow && failed /* a list on a phone scrolls with its page: at its end it is in sight */}
      {task && (
        <ColumnDialog
          task={task}
          head={head}
          store={store}
          onClose={() => setTask(null)}
          onChanged={(column, label) => canFill && !head.runAlive && setFill({ column, fresh: { what: task.what, label } })}
        />
      )}
      {filterColumn && (
        <FilterDialog
          key={filterColumn.key}
          column={filterColumn}
          {...{ columns, conditions }}
          onConditions={setConditions}
          onClose={() => setFiltering(null)}
        />
      )}
      {titled && <TitleDialog line={titled} store={store} onClose={() => setTitled(null)} />}
      {keys && <KeysDialog onClose={() => setKeys(false)} />}
      {commanding && (
        <CommandsDialog
          commands={commandsOf({
            ...{ head, counts, mayEdit, canFill, setTab, setTask, setFill, setDialog, go, showKeys },
            onReview: mayEdit && isReviewable(head, counts) ? review : null,
            onSearch: mayEdit && head.run !== null && !head.runAlive ? () => setSearching(true) : null,
            onView: (one) => set({ ...stateOfView(one), view: one.uuid }),
            onFilter: focusFilter,
          })}
          onClose={() => setCommanding(false)}
        />
      )}
      <Lists
        {...{ head, store, dropped, dialog, setDialog }}
        onRow={(row) => {
          setDialog(null);
          setTab('all');
          openProof({ row, column: 'overall' });
        }}
      />
      {fill && <FillDialog task={fill} lines={state.lines} {...{ head, shown, store }} onClose={() => setFill(null)} />}
    </main>
  );
}

/** Without the criteria and columns that are about to be removed. */
function withoutColumns(head: HeadFragment, going: readonly string[]): HeadFragment {
  const stays = ({ uuid }: { uuid: string }) => !going.includes(uuid);
  return going.length === 0 ? head : { ...head, criteria: head.criteria.filter(stays), enrichments: head.enrichments.filter(stays) };
}

/** Says once that the address asks for what is not here: columns that were removed, words that nobody can read. */
function useUnknown({ conditions, sort, unreadable }: ReturnType<typeof useGridState>, columns: readonly Column[]): void {
  const unknown =
    unreadable +
    conditions.filter((one) => !isAskable(one, columns)).length +
    Number(sort !== null && !columns.some(({ key }) => key === sort.key));
  useEffect(() => {
    if (unknown > 0) say(words.filters.ignored(unknown));
  }, [unknown]);
}

/** That what is shown may be out of date, and why. */
const Lost = ({ trouble: { kind } }: { trouble: Trouble }) => (
  <p className="webset-lost" role="status">
    {kind === 'offline' ? words.states.lost : kind === 'limited' ? words.states.lostLimited : words.states.lostUnavailable}
  </p>
);

const LATER = [
  ProofPanel,
  ReviewPanel,
  ColumnDialog,
  ImportDialog,
  LinesDialog,
  FilterDialog,
  SelectionBar,
  KeysDialog,
  CommandsDialog,
  FillDialog,
  TitleDialog,
  RenameDialog,
  ShareDialog,
  RunDialog,
  AddSearchDialog,
  SourcesDialog,
];
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
