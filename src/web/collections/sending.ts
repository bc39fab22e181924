import { useSyncExternalStore } from 'react';
import { MEDIA_TYPES } from '../../domain/page/file-types.ts';
import { words } from '../texts/texts.ts';
import { say } from '../ui/toast.tsx';
import { refreshCollections, rememberCollection } from './list.ts';
import type { Picked } from './picked.ts';

const t = words.collections;

interface Refused {
  name: string;
  reason: string;
}

/** An upload. The files of one request arrive together; those already sent stay if the rest fails. */
export interface Sending {
  phase: 'sending' | 'broken' | 'done';
  name: string;
  sent: number;
  total: number;
  taken: number;
  refused: Refused[];
  refusals: number;
  trouble: string | null;
}

interface Job {
  name: string;
  /** The target collection; null: one that is still to be made, as `newId`. */
  into: string | null;
  newId: string;
  left: Picked[];
  urls: string;
  signedIn: boolean;
  /** Called with the collection that was made for them. */
  onMade: ((id: string) => void) | undefined;
}

const BATCH_BYTES = 6 * 2 ** 20;
const BATCH_FILES = 100;
const FILE_BYTES = 20 * 2 ** 20;
const TRIES = 5;
const READABLE = new Set([...Object.keys(MEDIA_TYPES), '.csv']);

let sending: Sending | null = null;
let job: Job | null = null;
let stop: AbortController | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useSending = () => useSyncExternalStore(subscribe, () => sending);

function know(change: Partial<Sending> | null) {
  sending = change === null ? null : { ...(sending ?? FRESH), ...change };
  for (const notify of listeners) notify();
}
const FRESH: Sending = { phase: 'sending', name: '', sent: 0, total: 0, taken: 0, refused: [], refusals: 0, trouble: null };

const endOf = (path: string) => /\.[^./]+$/.exec(path.toLowerCase())?.[0] ?? '';
const whyNot = ({ path, file }: Picked) => (!READABLE.has(endOf(path)) ? t.unreadable : file.size > FILE_BYTES ? t.tooLarge : null);

/** Sends files, a list of addresses, or both to a new or existing collection. One upload at a time. */
export function sendFiles(
  picked: readonly Picked[],
  { name, into = null, urls = '', signedIn, onMade }: Pick<Job, 'name' | 'signedIn'> & Partial<Job>,
): void {
  if (sending?.phase === 'sending') return void say(t.busy, { kind: 'bad' });
  const refused = picked.flatMap((one) => {
    const reason = whyNot(one);
    return reason === null ? [] : [{ name: one.path, reason }];
  });
  const left = picked.filter((one) => whyNot(one) === null);
  if (left.length === 0 && urls === '') return void say(t.nothing(picked.length), { kind: 'bad' });
  job = { name, into, newId: crypto.randomUUID(), left, urls, signedIn, onMade };
  know(null);
  know({ name, total: left.length + (urls === '' ? 0 : 1), refused: refused.slice(0, 100), refusals: refused.length });
  void goOn();
}

/** Sends the rest. */
export async function goOn(): Promise<void> {
  if (!job) return;
  const { left } = job;
  stop = new AbortController();
  know({ phase: 'sending', trouble: null });
  window.addEventListener('beforeunload', holdOn);
  try {
    while (job.urls !== '' || left.length > 0) {
      const batch = nextBatch(left);
      const urls: string = job.urls;
      const answer: Answer = await post(job, batch, urls, stop.signal);
      if (answer.collection) {
        const isNew = job.into === null;
        job.into = answer.collection.id;
        if (!job.signedIn) rememberCollection(answer.collection.id);
        if (isNew) job.onMade?.(job.into);
      }
      left.splice(0, batch.length);
      job.urls = '';
      const { sent, refused, refusals, taken } = sending ?? FRESH;
      know({
        sent: sent + batch.length + (urls === '' ? 0 : 1),
        taken: taken + answer.taken,
        refused: [...refused, ...answer.refused].slice(0, 100),
        refusals: refusals + answer.refusals,
      });
      void refreshCollections();
    }
    know({ phase: 'done' });
    job = null;
  } catch (error) {
    know({ phase: 'broken', trouble: stop.signal.aborted ? t.stopped : error instanceof Error ? error.message : '' });
  } finally {
    window.removeEventListener('beforeunload', holdOn);
    void refreshCollections();
  }
}

export const stopSending = () => stop?.abort();

export function dismissSending(): void {
  job = null;
  know(null);
}

/** The browser asks before it leaves a page that is sending files. */
const holdOn = (event: BeforeUnloadEvent) => event.preventDefault();

function nextBatch(left: readonly Picked[]): Picked[] {
  let bytes = 0;
  const end = left.findIndex(({ file }, i) => {
    bytes += file.size;
    return i > 0 && (bytes > BATCH_BYTES || i >= BATCH_FILES);
  });
  return left.slice(0, end === -1 ? left.length : end);
}

interface Answer {
  collection: { id: string } | null;
  taken: number;
  refused: Refused[];
  refusals: number;
}

/**
 * One request. It is repeated after a lost answer, which makes no second collection. Refused files are returned; other errors are thrown
 * with a message for people.
 */
async function post({ name, into, newId }: Job, batch: readonly Picked[], urls: string, signal: AbortSignal): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const form = new FormData();
    if (into === null) form.append('name', name);
    if (urls !== '') form.append('urls', urls);
    for (const { path, file } of batch) form.append('files', file, path);
    const response = await fetch(into === null ? `/api/collections?id=${newId}` : `/api/collections/${into}/files`, {
      method: 'POST',
      body: form,
      signal,
    }).catch(() => null);
    signal.throwIfAborted();
    if (response === null) throw new Error(words.trouble.offline());
    const body = await response.json().catch(() => null);
    if (response.ok) return body;
    if (response.status === 429 && tries < TRIES && Number(response.headers.get('retry-after')) <= 30)
      await new Promise((resolve) => setTimeout(resolve, 1000 * (Number(response.headers.get('retry-after')) || 5)));
    else if (response.status === 400 && /^Nothing was taken/.test(body?.error))
      return { collection: null, taken: 0, ...refusedAll(batch, body.error) };
    else throw new Error(wordsFor(response.status, body?.error));
  }
}

const refusedAll = (batch: readonly Picked[], reason: string) => ({
  refused: batch.map(({ path }) => ({ name: path, reason: reason.replace(/^Nothing was taken: .*?: /, '') })),
  refusals: batch.length,
});

function wordsFor(status: number, said: unknown): string {
  if (status === 401) return words.trouble.unauthorized();
  if (status === 404) return t.gone;
  if (status >= 500) return words.trouble.unavailable();
  return typeof said === 'string' ? `${said}.` : words.trouble.unknown();
}
