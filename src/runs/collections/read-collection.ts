import { FetchFailure } from '../../agent/fetch/failure.ts';
import type { Fetcher } from '../../agent/fetch/fetcher.ts';
import { decode } from '../../agent/read/charset.ts';
import { ReadFailure } from '../../agent/read/failure.ts';
import type { Reader } from '../../agent/read/reader.ts';
import { isUnavailable } from '../../db/connection/faults.ts';
import { holdCollection, lockCollection, noteTable } from '../../db/queries/collections/collection.ts';
import { indexPage } from '../../db/queries/collections/entry.ts';
import {
  beginFile,
  type CollectionFile,
  countFiles,
  deleteFile,
  endFile,
  type FileKind,
  findFileBody,
  hasWaiting,
  insertFiles,
  leaveFile,
} from '../../db/queries/collections/file.ts';
import { savePage } from '../../db/queries/shared/page.ts';
import { rootCause } from '../../domain/errors.ts';
import { mayListAddresses } from '../../domain/page/address-list.ts';
import { COLLECTION_FILES_MAX } from '../../domain/page/collection.ts';
import { CSV_TYPE, LIST_TYPE } from '../../domain/page/file-types.ts';
import type { Limiter } from '../../domain/work/limiter.ts';
import { sendFetching, sendReading } from '../../queue/keyed-jobs.ts';
import { BROKEN } from '../failure.ts';
import type { WorkerDeps } from '../worker-deps.ts';
import { type Addresses, addressesOfCsv, addressLines } from './addresses.ts';

/** After so long the others' collections have their turn: what is at work then is seen through. */
const TURN_MS: Record<FileKind, number> = { uploads: 60_000, addresses: 10_000 };
const SEND = { uploads: sendReading, addresses: sendFetching };
const LARGE_BYTES = 2 ** 20;
const ATTEMPTS = 3;
const INSERTED = 1000;
/** Characters of a column's name that are kept. */
const COLUMN_MAX = 100;

/** What a worker reads collections with. */
export interface ReadingDeps extends Pick<WorkerDeps, 'db' | 'queue' | 'lanes' | 'log'> {
  reader: Pick<Reader, 'read'>;
  fetcher: Pick<Fetcher, 'fetch'>;
  /** Places for large files, by caller: a file is in memory several times until it is read. */
  largeFiles: Limiter<string>;
}

/** What of a collection is read, and for whom. */
export interface Turn {
  collectionId: string;
  kind: FileKind;
  caller: string;
}

/**
 * Reads what of a kind waits in a collection: files as they were uploaded, and lists, whose addresses then wait; or addresses from the web. One that cannot be read is said
 * so, and the others are read. After a while it leaves its place to other collections. Throws when the worker stops, so that the job is taken again.
 */
export async function readCollection(deps: ReadingDeps, { collectionId, kind, caller }: Turn, signal: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_MS[kind];
  const atWork = new Set<string>();
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  /** One lane looks after another: none begins what another has just begun. */
  const begin = (): Promise<CollectionFile | null> => {
    const begun = last
      .catch(() => {})
      .then(async () => {
        const file = await beginFile(deps.db, collectionId, kind, [...atWork]);
        if (file) atWork.add(file.id);
        return file;
      });
    last = begun;
    return begun;
  };
  const lane = async () => {
    while (!isOver && performance.now() < until) {
      signal.throwIfAborted();
      const file = await begin();
      if (!file) return;
      try {
        await readFile(deps, file, caller, signal);
      } finally {
        atWork.delete(file.id);
      }
    }
  };
  const lanes = Array.from({ length: deps.lanes }, () =>
    lane().catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(lanes);
  const broken = ended.find(({ status }) => status === 'rejected');
  if (broken) throw (broken as PromiseRejectedResult).reason;
  if (await hasWaiting(deps.db, collectionId, kind)) await deps.db.transaction((tx) => SEND[kind](deps.queue, tx, collectionId, caller));
}

async function readFile(deps: ReadingDeps, file: CollectionFile, caller: string, signal: AbortSignal): Promise<void> {
  const { db, log } = deps;
  try {
    if (file.attempts > ATTEMPTS) throw new ReadFailure('broken', `workers broke down on it ${ATTEMPTS} times`);
    await (file.mediaType === null ? readAddress(deps, file, signal) : readUpload(deps, file, caller, signal));
  } catch (error) {
    if (signal.aborted) {
      await leaveFile(db, file.id).catch(() => {}); // else its next attempt counts
      throw error;
    }
    if (isUnavailable(error)) throw error;
    const isKnown = error instanceof FetchFailure || error instanceof ReadFailure;
    if (!isKnown) log.error({ err: rootCause(error), collection: file.collectionId }, 'a file of a collection could not be read');
    await endFile(db, file.id, isKnown ? error.message : BROKEN);
  }
}

async function readAddress(deps: ReadingDeps, file: CollectionFile, signal: AbortSignal): Promise<void> {
  await savePageOf(deps, file, await deps.reader.read(await deps.fetcher.fetch(file.url, signal), signal));
}

async function readUpload(deps: ReadingDeps, file: CollectionFile, caller: string, signal: AbortSignal): Promise<void> {
  if (file.bytes > LARGE_BYTES) return deps.largeFiles.run(caller, () => readBody(deps, file, caller, signal), signal);
  return readBody(deps, file, caller, signal);
}

async function readBody(deps: ReadingDeps, file: CollectionFile, caller: string, signal: AbortSignal): Promise<void> {
  const body = await findFileBody(deps.db, file.id);
  if (body === null) return; // it was uploaded anew, or removed
  const mediaType = file.mediaType ?? '';
  const listed = addressesIn(mediaType, body);
  if (listed) return addAddresses(deps, file, caller, listed);
  await savePageOf(deps, file, await deps.reader.read({ url: file.url, mediaType, charset: null, body }, signal));
}

/** `others`: lines that are no address. */
type Listed = Addresses & { others: number };

/** The addresses of a list; a text that holds nothing but addresses is one, too. Null of any other file. */
function addressesIn(mediaType: string, body: Buffer): Listed | null {
  if (!mayListAddresses(mediaType, body)) return null;
  const text = decode(body, null);
  if (mediaType === CSV_TYPE) return { ...addressesOfCsv(text), others: 0 };
  const { urls, others } = addressLines(text);
  const isList = mediaType === LIST_TYPE || (others === 0 && urls.length > 0);
  return isList ? { urls, others, column: null } : null;
}

/** Puts the addresses of a list in its place, unless it was uploaded anew meanwhile, and notes which of a table were taken. */
async function addAddresses(
  { db, queue }: ReadingDeps,
  file: CollectionFile,
  caller: string,
  { urls, others, column }: Listed,
): Promise<void> {
  const { collectionId } = file;
  if (urls.length === 0) throw new ReadFailure('no_text', 'It names no address: a list has one a line, a table a column of them');
  await db.transaction(async (tx) => {
    if (!(await lockCollection(tx, collectionId))) return; // lists that are read side by side are counted one after the other
    const { waiting, read, failed } = await countFiles(tx, collectionId);
    const fitting = urls.slice(0, Math.max(0, COLLECTION_FILES_MAX - waiting - read - failed + 1)); // the list itself gives up its place
    const why = [
      fitting.length < urls.length && `of its ${urls.length} addresses ${fitting.length} fit into the collection`,
      others > 0 && `${others} of its lines ${others === 1 ? 'is no address' : 'are no addresses'}`,
    ].filter((one) => one !== false);
    const ended = await (why.length > 0 ? endFile(tx, file.id, why.join('; ')) : deleteFile(tx, file.id));
    if (ended.length === 0) return;
    if (column !== null)
      await noteTable(tx, collectionId, { path: file.path, column: column.slice(0, COLUMN_MAX), addresses: urls.length });
    for (let from = 0; from < fitting.length; from += INSERTED)
      await insertFiles(
        tx,
        fitting
          .slice(from, from + INSERTED)
          .map((url) => ({ collectionId, path: url, url, servedAt: null, mediaType: null, body: null, bytes: 0 })),
      );
    await sendFetching(queue, tx, collectionId, caller);
  });
}

/** Keeps the page of a file, unless that was uploaded anew meanwhile: what is newer stays. */
async function savePageOf(
  { db }: ReadingDeps,
  { id, collectionId, servedAt }: CollectionFile,
  page: Awaited<ReturnType<Reader['read']>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdCollection(tx, collectionId))) return; // removed meanwhile: nothing is kept of it
    if ((await endFile(tx, id, null)).length === 0) return;
    await indexPage(tx, await savePage(tx, page, collectionId), { collectionId, path: servedAt });
  });
}
