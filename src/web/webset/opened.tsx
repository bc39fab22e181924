import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePending } from '../api/pending.ts';
import type { HeadFragment } from '../generated/documents.ts';
import { useNarrow } from '../ui/width.ts';
import { ChangedNote, FailedNote } from './arrangement/arranged-notes.tsx';
import { FilterBar } from './arrangement/filter-bar.tsx';
import { stateOfView } from './arrangement/view-contents.ts';
import { ViewsMenu } from './arrangement/views-menu.tsx';
import { Lists, useDroppedList } from './importing/lists.tsx';
import { commandsOf } from './keys/commands.ts';
import { Dialogs, useDialogs } from './opened/dialogs.tsx';
import { Lost, StaysNote } from './opened/notes.tsx';
import { SelectionBar, useAhead } from './opened/parts.tsx';
import { Results } from './opened/results.tsx';
import { useBeside } from './opened/use-beside.ts';
import { useShown } from './opened/use-shown.ts';
import { ByAnswersNote } from './review/by-answers.tsx';
import { isOffered, isReviewable } from './review/review-offer.ts';
import { Feed } from './run/feed.tsx';
import { RunBar } from './run/run-bar.tsx';
import { useOutcome } from './run/run-outcome.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useMayEdit } from './share/access.ts';
import type { WebsetStore } from './store.ts';
import { focusFilter, Toolbar } from './toolbar.tsx';
import { type HeadDialog, WebsetHead } from './webset-head.tsx';
import type { WebsetState } from './webset-state.ts';

/** A loaded webset: its results, its run and the open panel or dialog. */
export function Opened({ store, state, head: whole }: { store: WebsetStore; state: WebsetState; head: HeadFragment }) {
  const going = usePending();
  const head = useMemo(() => withoutColumns(whole, going), [whole, going]);
  const { complete, total, events, link, linkTrouble } = state;
  const narrow = useNarrow();
  const mayEdit = useMayEdit();
  const area = useRef<HTMLDivElement>(null);
  const rows = useShown(store, state, head);
  const { tab, sort, conditions, text, cols, view, set, setTab, setSort, setConditions, columns, looks, counts, unsorted } = rows;
  const { arranged, shown, wanted } = rows;
  const beside = useBeside(rows, complete, area);
  const { panel, reviewing, review, openProof } = beside;
  const selection = useSelection(shown, arranged ? !arranged.hasMore : complete, arranged?.all);
  const dialogs = useDialogs();
  const { setTask, setFiltering, setFill, setTitled, showKeys } = dialogs;
  const [dialog, setDialog] = useState<HeadDialog>(null);
  const [feed, setFeed] = useState(false);
  const [searching, setSearching] = useState(false);
  const dropped = useDroppedList(mayEdit);
  const [, go] = useLocation();
  const isOver =
    head.run !== null && !head.runAlive && head.run.state !== 'failed' && complete && (counts.all === 0 || head.criteria.length > 0);
  const canFill = mayEdit && head.run !== null && counts.all > 0;
  const offered = mayEdit && !reviewing && isOffered(head, counts);
  const outcome = useOutcome(isOver, {
    ...{ head, counts },
    lines: state.lines,
    onTask: setTask,
    onReview: reviewing || offered ? null : isReviewable(head, counts) ? review : () => setTab('needs_review'),
    onSearch: () => setSearching(true),
  });
  useAhead(complete);
  useEffect(() => {
    if (panel) setFeed(false);
  }, [panel]);

  const commands = () =>
    commandsOf({
      ...{ head, counts, mayEdit, canFill, setTab, setTask, setFill, setDialog, go, showKeys },
      onReview: mayEdit && isReviewable(head, counts) ? review : null,
      onSearch: mayEdit && head.run !== null && !head.runAlive ? () => setSearching(true) : null,
      onView: (one) => set({ ...stateOfView(one), view: one.uuid }),
      onFilter: focusFilter,
    });
  const failed = arranged && shown.length > 0 && (
    <FailedNote arranged={arranged} onPressed={() => area.current?.focus({ preventScroll: true })} />
  );
  return (
    <main id="main" className={dropped.over ? 'webset webset-over' : 'webset'} {...dropped.target}>
      {link === 'lost' && linkTrouble && <Lost trouble={linkTrouble} />}
      <WebsetHead
        head={head}
        store={store}
        onAdd={(what) => setTask({ what, id: null })}
        {...{ tab, dialog, setDialog }}
        view={rows.exported}
      />
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
          onDone={() => area.current?.focus()}
          onTitle={setTitled}
          onClose={selection.clear}
        />
      )}
      {arranged && <ChangedNote arranged={arranged} onPressed={() => area.current?.focus()} />}
      {!narrow && failed}
      <ByAnswersNote {...{ head, tab, store }} count={counts[tab]} />
      <StaysNote {...rows} />
      <Results
        {...{ head, store, state, narrow, beside, selection, dialogs, area }}
        shown={rows}
        onTask={setTask}
        onFill={canFill ? setFill : null}
      />
      {narrow && failed /* on a phone the rows scroll with the page, so this is visible at their end */}
      <Lists
        {...{ head, store, dropped, dialog, setDialog }}
        onRow={(row) => {
          setDialog(null);
          setTab('all');
          openProof({ row, column: 'overall' });
        }}
      />
      <Dialogs {...{ head, store, canFill, commands }} open={dialogs} lines={state.lines} shown={rows} />
    </main>
  );
}

/** Without the criteria and columns that are about to be removed. */
function withoutColumns(head: HeadFragment, going: readonly string[]): HeadFragment {
  const stays = ({ uuid }: { uuid: string }) => !going.includes(uuid);
  return going.length === 0 ? head : { ...head, criteria: head.criteria.filter(stays), enrichments: head.enrichments.filter(stays) };
}
