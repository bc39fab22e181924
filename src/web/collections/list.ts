import { useEffect, useSyncExternalStore } from 'react';
import { usePerson } from '../api/account.ts';
import { ask } from '../api/client.ts';
import { kept } from '../api/kept.ts';
import { asTrouble, type Trouble } from '../api/trouble.ts';
import { type CollectedFragment, CollectionsDocument, type CollectionsQuery, OneCollectionDocument } from '../generated/documents.ts';

/** Collections that this browser uploaded without an account; only it knows their ids. */
const here = kept<string[]>('collections', []);
export const rememberCollection = (id: string) => here.get().includes(id) || here.set([id, ...here.get()]);
export const rememberedCollections = here.get;
export const isOfBrowser = (id: string) => here.get().includes(id);
export const forgetCollection = (id: string) => here.set(here.get().filter((one) => one !== id));

export interface Listed {
  /** The account's, this browser's, the operator's and the samples; null: not known yet. */
  collections: CollectedFragment[] | null;
  uploads: CollectionsQuery['uploads'] | null;
  /** Whether any web search is on. */
  hasWeb: boolean;
  trouble: Trouble | null;
}

const LOOK_MS = 1000;
const TROUBLED_MS = 5000;
let listed: Listed = { collections: null, uploads: null, hasWeb: false, trouble: null };
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;
const listeners = new Set<() => void>();

function know(found: Partial<Listed>) {
  listed = { ...listed, ...found };
  for (const notify of listeners) notify();
}

/** Fetches the collections, and again each second while files wait to be read and the page is visible. */
export async function refreshCollections(): Promise<void> {
  clearTimeout(timer);
  const turn = ++asked;
  try {
    const { collections, uploads, service } = await ask(CollectionsDocument, {});
    const own = await Promise.all(
      here.get().map((id) =>
        ask(OneCollectionDocument, { id }).then(
          ({ collection }) => collection,
          (error: unknown) => {
            const { kind } = asTrouble(error);
            if (kind === 'missing' || kind === 'forbidden') forgetCollection(id);
            return null;
          },
        ),
      ),
    );
    if (turn !== asked) return;
    const hasWeb = service.searchProviders.some(({ name, enabled }) => enabled && name !== 'index');
    know({ collections: [...own.filter((one) => one !== null), ...collections], uploads, hasWeb, trouble: null });
  } catch (error) {
    if (turn === asked) know({ trouble: asTrouble(error) });
  }
  const isReading = listed.collections?.some(({ files }) => files.waiting > 0) ?? false;
  if (listeners.size > 0 && (isReading || listed.trouble)) timer = setTimeout(refreshCollections, listed.trouble ? TROUBLED_MS : LOOK_MS);
}

/** What may be uploaded; null without the service. */
export async function knownUploads(): Promise<Listed['uploads']> {
  if (listed.uploads === null) await refreshCollections();
  return listed.uploads;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The collections that the reader may search; fetched when a page that shows them opens, and when somebody signs in or out. */
export function useCollections(): Listed {
  const person = usePerson();
  const id = person?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other collections
  useEffect(() => {
    if (person !== undefined) void refreshCollections();
  }, [id, person === undefined]);
  return useSyncExternalStore(subscribe, () => listed);
}
