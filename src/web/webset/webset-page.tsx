import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { usePerson } from '../api/account.ts';
import { remember } from '../api/mine.ts';
import { usePending } from '../api/pending.ts';
import { runWords } from '../api/run-words.ts';
import type { HeadFragment } from '../generated/documents.ts';
import { useTitle } from '../ui/title.ts';
import { TroubleNotice } from '../ui/trouble.tsx';
import { Opened } from './opened.tsx';
import { addressWith } from './proof/proof-place.ts';
import { AccessContext } from './share/access.ts';
import { EndedShare } from './share/ended-share.tsx';
import { Skeleton } from './skeleton.tsx';
import { createWebsetStore } from './store.ts';
import './webset-page.css';

/** The page of the webset or share with this UUID. While it is shown, it subscribes to the events of the webset. */
export function WebsetPage({ id, shared = false }: { id: string; shared?: boolean }) {
  const store = useMemo(() => createWebsetStore(id), [id]);
  useEffect(() => {
    store.open();
    return store.close;
  }, [store]);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const [, go] = useLocation();
  const isBeingDeleted = usePending().includes(id);
  useEffect(() => {
    if (isBeingDeleted) go('/');
  }, [isBeingDeleted, go]);
  useTitle(useTabTitle(state.head));
  useRememberedWebset(state.head);

  if (
    state.trouble &&
    (!state.head || state.trouble.kind === 'missing' || state.trouble.kind === 'forbidden' || state.trouble.kind === 'unauthorized')
  )
    return (
      <main id="main" className="page">
        {shared && state.trouble.kind === 'missing' ? (
          <EndedShare />
        ) : (
          <TroubleNotice trouble={state.trouble} again={store.retry} level={1} />
        )}
      </main>
    );
  if (!state.head) return <Skeleton />;
  return (
    <AccessContext value={state.head.access}>
      <Opened store={store} state={state} head={state.head} />
    </AccessContext>
  );
}

/** Unless a person is signed in, adds a webset opened by a link of the command line (`?mine=1`) to those made in this browser. */
function useRememberedWebset(head: HeadFragment | null): void {
  const person = usePerson();
  const isOwn = head?.access === 'own';
  const { id, uuid } = head ?? {};
  useEffect(() => {
    if (!isOwn || !id || !uuid || person === undefined || !new URLSearchParams(location.search).has('mine')) return;
    if (person === null) remember({ id, uuid });
    history.replaceState(history.state, '', addressWith({ mine: null }));
  }, [isOwn, id, uuid, person]);
}

/** The webset's title, after the state of its run if a run is active or has ended since the page was opened. */
function useTabTitle(head: HeadFragment | null): string {
  const [wasAlive, setWasAlive] = useState(false);
  const alive = head?.runAlive ?? false;
  useEffect(() => {
    if (alive) setWasAlive(true);
  }, [alive]);
  if (!head) return '';
  const title = head.title ?? head.originalQuery;
  return alive || wasAlive ? `${runWords(head.run)}: ${title}` : title;
}
