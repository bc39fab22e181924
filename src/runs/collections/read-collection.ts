import { FetchFailure } from '../../agent/fetch/fetch-failure.ts';
import type { Fetcher } from '../../agent/fetch/fetcher.ts';
import { decode } from '../../agent/read/charset.ts';
import { ReadFailure } from '../../agent/read/read-failure.ts';
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
import { BROKEN } from '../run-failure.ts';
import type { WorkerDeps } from '../worker-deps.ts';
import { type Addresses, addressesOfCsv, addressLines } from './addresses.ts';

/** After this time other collections have their turn; work in progress is finished. */
const TURN_MS: Record<FileKind, number> = { uploads: 60_000, addresses: 10_000 };
const SEND = { uploads: sendReading, addresses: sendFetching };
const LARGE_BYTES = 2 ** 20;
const ATTEMPTS = 3;
const INSERTED = 1000;
/** The stored characters of a column's name. */
const COLUMN_MAX = 100;

/** The dependencies for reading collections. */
export interface ReadingDeps extends Pick<WorkerDeps, 'db' | 'queue' | 'lanes' | 'log'> {
  reader: Pick<Reader, 'read'>;
  fetcher: Pick<Fetcher, 'fetch'>;
  /** Limits large files per caller: until it is read, a file is in memory several times. */
  largeFiles: Limiter<string>;
}

/** The files of a collection to read, and the caller. */
export interface Turn {
  collectionId: string;
  kind: FileKind;
  caller: string;
}

/**
 * Reads what waits in a collection: uploaded files and lists (whose addresses then wait), or addresses. A failure is recorded and the rest
 * is read. It gives way to other collections after a while; it throws when the worker stops, so that the job is retried.
 */
export async function readCollection(deps: ReadingDeps, { collectionId, kind, caller }: Turn, signal: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_MS[kind];
  const atWork = new Set<string>();
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  /** Lanes look one after another, so that none starts what another has just started. */
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
      await leaveFile(db, file.id).catch(() => {}); // otherwise its next attempt counts
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
  if (body === null) return; // it was uploaded again, or removed
  const mediaType = file.mediaType ?? '';
  const listed = addressesIn(mediaType, body);
  if (listed) return addAddresses(deps, file, caller, listed);
  await savePageOf(deps, file, await deps.reader.read({ url: file.url, mediaType, charset: null, body }, signal));
}

/** `others`: lines without an address. */
type Listed = Addresses & { others: number };

/** The addresses of a list, or of a text with nothing but addresses; null for any other file. */
function addressesIn(mediaType: string, body: Buffer): Listed | null {
  if (!mayListAddresses(mediaType, body)) return null;
  const text = decode(body, null);
  if (mediaType === CSV_TYPE) return { ...addressesOfCsv(text), others: 0 };
  const { urls, others } = addressLines(text);
  const isList = mediaType === LIST_TYPE || (others === 0 && urls.length > 0);
  return isList ? { urls, others, column: null } : null;
}

/** Replaces a list by its addresses, unless it was uploaded again meanwhile, and stores which column of a table they came from. */
async function addAddresses(
  { db, queue }: ReadingDeps,
  file: CollectionFile,
  caller: string,
  { urls, others, column }: Listed,
): Promise<void> {
  const { collectionId } = file;
  if (urls.length === 0) throw new ReadFailure('no_text', 'It names no address: a list has one a line, a table a column of them');
  await db.transaction(async (tx) => {
    if (!(await lockCollection(tx, collectionId))) return; // serialises concurrent lists, so that their addresses are counted correctly
    const { waiting, read, failed } = await countFiles(tx, collectionId);
    const fitting = urls.slice(0, Math.max(0, COLLECTION_FILES_MAX - waiting - read - failed + 1)); // the list itself leaves its place
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

/** Stores the page of a file, unless the file was uploaded again meanwhile: the newer version stays. */
async function savePageOf(
  { db }: ReadingDeps,
  { id, collectionId, servedAt }: CollectionFile,
  page: Awaited<ReturnType<Reader['read']>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdCollection(tx, collectionId))) return; // removed meanwhile: nothing is stored
    if ((await endFile(tx, id, null)).length === 0) return;
    await indexPage(tx, await savePage(tx, page, collectionId), { collectionId, path: servedAt });
  });
}
