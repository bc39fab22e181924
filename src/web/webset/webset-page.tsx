import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { usePending } from '../api/pending.ts';
import { runWords } from '../api/run-words.ts';
import type { HeadFragment } from '../generated/documents.ts';
import { useTitle } from '../ui/title.ts';
import { TroubleNotice } from '../ui/trouble.tsx';
import { Opened } from './opened.tsx';
import { Skeleton } from './skeleton.tsx';
import { createWebsetStore } from './store.ts';
import './webset.css';

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
  useTitle(useNotice(state.head));

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

/** The title of the browser's tab: the webset's, and before it whether a run is at work or has ended since the page was opened. */
function useNotice(head: HeadFragment | null): string {
  const [wasAlive, setWasAlive] = useState(false);
  const alive = head?.runAlive ?? false;
  useEffect(() => {
    if (alive) setWasAlive(true);
  }, [alive]);
  if (!head) return '';
  const title = head.title ?? head.originalQuery;
  return alive || wasAlive ? `${runWords(head.run)}: ${title}` : title;
}
