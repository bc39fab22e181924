import { useSyncExternalStore } from 'react';
import { DeleteWebsetDocument } from '../generated/documents.ts';
import { PATIENCE } from '../patience.ts';
import { words } from '../texts/texts.ts';
import { say } from '../ui/toast.tsx';
import { ask } from './client.ts';
import { forget } from './mine.ts';
import { asTrouble } from './trouble.ts';

let pending: readonly string[] = [];
const sends = new Map<string, (leaving: boolean) => void>();
const listeners = new Set<() => void>();

function set(next: readonly string[]) {
  pending = next;
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The websets that are about to be deleted: nothing shows them. */
export const usePending = () => useSyncExternalStore(subscribe, () => pending);

/** Deletes a webset in 8 seconds unless that is undone; sooner when the page goes. */
export function deleteLater(uuid: string, title: string): void {
  const restore = () => {
    clearTimeout(timer);
    sends.delete(uuid);
    set(pending.filter((one) => one !== uuid));
  };
  const send = (leaving: boolean) => {
    clearTimeout(timer);
    sends.delete(uuid);
    const input = { websetId: uuid };
    if (leaving) return leave(input);
    ask(DeleteWebsetDocument, { input }).then(
      () => forget([uuid]),
      (error: unknown) => {
        restore();
        say(asTrouble(error).message, { kind: 'bad' });
      },
    );
  };
  const timer = setTimeout(() => send(false), PATIENCE.undoMs);
  sends.set(uuid, send);
  set([...pending, uuid]);
  say(words.webset.deleted(title), { lasts: PATIENCE.undoMs, action: { label: words.undo, act: restore } });
}

/** A request that outlives the page. */
function leave(input: { websetId: string }) {
  const query = 'mutation($input: DeleteWebsetInput!) { deleteWebset(input: $input) { websetId } }';
  void fetch('/graphql', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
}

addEventListener('pagehide', () => {
  for (const send of sends.values()) send(true);
});
