import { useEffect, useState } from 'react';
import { usePerson } from '../api/account.ts';
import { draftKept } from '../home/draft.ts';
import { knownUploads } from './list.ts';
import { nameOf, type Picked } from './picked.ts';
import { sendFiles } from './sending.ts';
import { SendingNote } from './sending-note.tsx';
import { SignIn } from './sign-in.tsx';

/** Uploads files that were dropped on the start page into a collection, which the current request then searches; or asks to sign in. */
export function Dropped({ picked }: { picked: readonly Picked[] /** Called where it cannot be loaded. */; onClose: () => void }) {
  const person = usePerson();
  const [isClosed, setClosed] = useState(false);
  const signedIn = Boolean(person);
  const isKnown = person !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    let stale = false;
    void knownUploads().then((uploads) => {
      if (stale) return;
      setClosed(uploads?.enabled === false);
      if (uploads?.enabled !== false) sendFiles(picked, { name: nameOf(picked), signedIn, onMade: searchIn });
    });
    return () => {
      stale = true;
    };
  }, [picked, isKnown, signedIn]);
  return isClosed ? <SignIn next="/" /> : <SendingNote />;
}

/** Adds a collection to what the request searches. */
function searchIn(id: string): void {
  const draft = draftKept.get();
  const { collectionIds, searchWeb } = (!draft.isExample && draft.sources) || { collectionIds: [], searchWeb: false };
  draftKept.set({ ...draft, sources: { collectionIds: [...new Set([...collectionIds, id])], searchWeb } });
}
