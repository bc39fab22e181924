import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useSyncExternalStore } from 'react';
import { stringifyDocument } from 'urql';
import { DeleteWebsetDocument } from '../generated/documents.ts';
import { PATIENCE } from '../patience.ts';
import { words } from '../texts/texts.ts';
import { say } from '../ui/toast.tsx';
import { ask } from './client.ts';
import { forget } from './mine.ts';
import { asTrouble } from './trouble.ts';

let pending: readonly string[] = [];
const sends = new Map<string, { of: string; send: (isLeaving: boolean) => Promise<void> }>();
const listeners = new Set<() => void>();

function set(next: readonly string[]) {
  pending = next;
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The ids of what is about to be removed, which is not shown. */
export const usePending = () => useSyncExternalStore(subscribe, () => pending);

/** A removal, its webset, and what follows once it is done. */
interface Removal<V extends Record<string, unknown>> {
  of: string;
  mutation: TypedDocumentNode<unknown, V>;
  variables: V;
  onDone: () => void;
}

/** Removes something after 8 seconds unless it is undone; sooner when the page is closed. `said`: the message that it is removed. */
export function removeLater<V extends Record<string, unknown>>(
  id: string,
  said: string,
  { of, mutation, variables, onDone }: Removal<V>,
): void {
  const restore = () => {
    clearTimeout(timer);
    sends.delete(id);
    set(pending.filter((one) => one !== id));
  };
  const send = async (isLeaving: boolean) => {
    clearTimeout(timer);
    sends.delete(id);
    if (isLeaving) return leave(stringifyDocument(mutation), variables);
    try {
      await ask(mutation, variables);
      onDone();
    } catch (error) {
      restore();
      say(asTrouble(error).message, { kind: 'bad' });
    }
  };
  const timer = setTimeout(() => void send(false), PATIENCE.undoMs);
  sends.set(id, { of, send });
  set([...pending, id]);
  say(said, { lasts: PATIENCE.undoMs, action: { label: words.undo, act: restore } });
}

/** Deletes a webset, unless that is undone. */
export const deleteLater = (uuid: string, title: string) =>
  removeLater(uuid, words.webset.deleted(title), {
    of: uuid,
    mutation: DeleteWebsetDocument,
    variables: { input: { websetId: uuid } },
    onDone: () => forget([uuid]),
  });

/** Sends the pending removals of a webset at once, before a request that depends on them. */
export const removeNow = async (webset: string): Promise<void> => {
  await Promise.all([...sends.values()].map(({ of, send }) => of === webset && send(false)));
};

/** A request that outlives the page. */
function leave(query: string, variables: object) {
  void fetch('/graphql', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
}

addEventListener('pagehide', () => {
  for (const { send } of sends.values()) void send(true);
});
