import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { usePending } from '../api/pending.ts';
import type { HeadFragment, LineFragment } from '../generated/documents.ts';
import { words } from '../texts.ts';
import { useTitle } from '../ui/title.ts';
import { TroubleNotice } from '../ui/trouble.tsx';
import { useNarrow } from '../ui/width.ts';
import { Cards } from './cards.tsx';
import { Feed } from './feed.tsx';
import { Grid } from './grid.tsx';
import { NoLines } from './no-lines.tsx';
import { RunBar } from './run-bar.tsx';
import { createWebsetStore, type WebsetState, type WebsetStore } from './store.ts';
import { Toolbar } from './toolbar.tsx';
import { columnsOf, countTabs, type Sort, TABS, type Tab, viewOf } from './view.ts';
import './webset.css';
import { WebsetHead } from './webset-head.tsx';
import { useWidths } from './widths.ts';

const ProofPanel = lazy(async () => ({ default: (await import('./proof-panel.tsx')).ProofPanel }));
const ColumnDialog = lazy(async () => ({ default: (await import('./column-dialog.tsx')).ColumnDialog }));

/** A place in the grid: a row, by its UUID, and a column, by its key. */
export interface Place {
  row: string;
  column: string;
}

/** What the column dialog is about. */
export type ColumnTask = { what: 'criterion' | 'enrichment'; id: string | null };

/** A webset by its UUID, fetched and followed while it is shown. */
export function WebsetPage({ id }: { id: string }) {
  const store = useMemo(() => createWebsetStore(id), [id]);
  useEffect(() => {
    store.open();
    return store.close;
  }, [store]);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const [, go] = useLocation();
  const isGoing = usePending().includes(id);
  useEffect(() => {
    if (isGoing) go('/');
  }, [isGoing, go]);
  useTitle(state.head ? (state.head.title ?? state.head.originalQuery) : '');

  if (
    state.trouble &&
    (!state.head || state.trouble.kind === 'missing' || state.trouble.kind === 'forbidden' || state.trouble.kind === 'unauthorized')
  )
    return (
      <main id="main" className="page">
        <TroubleNotice trouble={state.trouble} again={store.retry} level={1} />
      </main>
    );
  if (!state.head) return <Skeleton />;
  return <Opened store={store} state={state} head={state.head} />;
}

const NONE: readonly LineFragment[] = [];

const tabOf = (text: string | null): Tab => TABS.find((tab) => tab === text) ?? 'match';

function Opened({ store, state, head }: { store: WebsetStore; state: WebsetState; head: HeadFragment }) {
  const { complete, total, events, link, linkTrouble } = state;
  const narrow = useNarrow();
  const [tab, setTabState] = useState<Tab>(() => tabOf(new URLSearchParams(location.search).get('tab')));
  const [text, setText] = useState('');
  const [sort, setSort] = useState<Sort | null>(null);
  const [active, setActive] = useState<Place | null>(null);
  const [proof, setProof] = useState(false);
  const [feed, setFeed] = useState(false);
  const [task, setTask] = useState<ColumnTask | null>(null);
  const back = useRef<HTMLDivElement>(null);

  const setTab = useCallback((next: Tab) => {
    setTabState(next);
    history.replaceState(history.state, '', next === 'match' ? location.pathname : `?tab=${next}`);
  }, []);
  const lines = tab === 'hidden' ? (state.hidden ?? NONE) : state.lines;
  useEffect(() => {
    if (tab === 'hidden') store.showHidden();
  }, [tab, store]);
  const { criteria, enrichments } = head;
  const columns = useMemo(() => columnsOf({ criteria, enrichments }, words.grid.title, words.grid.overall), [criteria, enrichments]);
  const looks = useWidths(head.uuid, columns);
  const wanted = useDeferredValue(text);
  const shown = useMemo(() => viewOf(lines, { tab, text: wanted, sort }, columns), [lines, tab, wanted, sort, columns]);
  const counts = useMemo(() => countTabs(state.lines, head.counts.hidden), [state.lines, head.counts.hidden]);
  const open = useCallback((place: Place) => {
    setActive(place);
    setProof(true);
  }, []);
  const close = useCallback(() => {
    setProof(false);
    back.current?.focus();
  }, []);
  const at = proof && active ? shown.findIndex(({ uuid }) => uuid === active.row) : -1;
  const line = proof && active ? (shown[at] ?? lines.find(({ uuid }) => uuid === active.row)) : undefined;
  const step = (by: number) => {
    const next = shown[at + by];
    if (next && active) setActive({ row: next.uuid, column: active.column });
  };

  const nothing =
    shown.length === 0 ? (
      <NoLines
        head={head}
        counts={counts}
        tab={tab}
        text={wanted}
        complete={complete && (tab !== 'hidden' || state.hidden !== null)}
        onAll={() => setTab('all')}
        onClear={() => setText('')}
      />
    ) : null;
  const Body = narrow ? Cards : Grid;
  return (
    <main id="main" className="webset">
      {link === 'lost' && linkTrouble && (
        <p className="webset-lost" role="status">
          {linkTrouble.kind === 'offline'
            ? words.states.lost
            : linkTrouble.kind === 'limited'
              ? words.states.lostLimited
              : words.states.lostAway}
        </p>
      )}
      <WebsetHead head={head} store={store} onAdd={(what) => setTask({ what, id: null })} tab={tab} />
      <RunBar
        head={head}
        lines={state.lines}
        events={events}
        store={store}
        feed={feed}
        onFeed={() => {
          setFeed(!feed);
          store.recall();
        }}
      />
      {feed && <Feed events={events} count={head.eventCount} />}
      <Toolbar
        {...{ tab, setTab, counts, text, setText, looks, columns, narrow }}
        shown={shown.length}
        loaded={state.lines.length}
        total={total}
        complete={complete}
      />
      <div className={line ? 'webset-body webset-body-open' : 'webset-body'}>
        <Body
          {...{ head, columns: looks.shown, lines: shown, active, sort, looks, nothing }}
          area={back}
          onMove={setActive}
          onOpen={open}
          onSort={setSort}
          onTask={setTask}
          store={store}
          panel={line !== undefined}
        />
        {line && active && (
          <Suspense fallback={null}>
            <ProofPanel
              {...{ head, line, narrow }}
              column={active.column}
              onColumn={(column) => setActive({ row: active.row, column })}
              onStep={{ back: at > 0 ? () => step(-1) : null, on: at >= 0 && at < shown.length - 1 ? () => step(1) : null }}
              onClose={close}
              store={store}
            />
          </Suspense>
        )}
      </div>
      {task && (
        <Suspense fallback={null}>
          <ColumnDialog task={task} head={head} store={store} onClose={() => setTask(null)} />
        </Suspense>
      )}
    </main>
  );
}

const Skeleton = () => (
  <main id="main" className="webset" aria-busy="true">
    <h1 className="unseen">{words.loading}</h1>
    <div className="webset-head">
      <div className="skeleton" style={{ width: 'min(26rem, 70%)', height: '1.8rem' }} />
    </div>
    <div className="run-bar">
      <div className="skeleton" style={{ width: 'min(40rem, 100%)', height: '1.4rem' }} />
    </div>
    <div className="webset-body">
      <div className="grid-skeleton">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} className="skeleton" />
        ))}
      </div>
    </div>
  </main>
);
