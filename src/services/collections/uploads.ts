import { isMissingReference, isUniqueViolation } from '../../db/connection/faults.ts';
import {
  countCollectionsOf,
  findCollection,
  insertCollection,
  touchCollection,
  updateCollectionName,
} from '../../db/queries/collections/collection.ts';
import { countFiles, countUploadedBytes, insertFiles } from '../../db/queries/collections/file.ts';
import { callerOf } from '../../domain/caller/caller.ts';
import { Fault, unauthorized } from '../../domain/errors.ts';
import { mayListAddresses } from '../../domain/page/address-list.ts';
import { COLLECTION_FILES_MAX, COLLECTIONS_MAX, type Collection, FILE_BYTES, filesAddress } from '../../domain/page/collection.ts';
import { CSV_TYPE, LIST_TYPE } from '../../domain/page/file-types.ts';
import { createLimiter } from '../../domain/work/limiter.ts';
import { sendReading } from '../../queue/keyed-jobs.ts';
import type { Call } from '../call.ts';
import { spend, write } from '../limits.ts';
import { holdCaller } from '../open.ts';
import { nameFile } from './names.ts';
import { collectionNotFound, holdOwnCollection, openOwnCollection } from './open.ts';

/** A file on its way to Postgres takes six times its size: large ones go one after another. */
const LARGE = 2 ** 20;
const inTurn = createLimiter({ each: 1 });
const DEFAULT_NAME = 'Uploaded pages';
const MB = 2 ** 20;
const ADDRESS_BYTES = 2048;
const LONGEST_TOKEN = 'x'.repeat(36);

/** Files on their way into a collection, one after another. What was taken stays, whatever becomes of the rest. */
export interface Upload {
  /** Whether its collection is made with its first file. */
  isNew: boolean;
  /** What the collection is called from now on. */
  rename(name: string): Promise<void>;
  /** The address prefix of the files to come. */
  setBase(url: string): void;
  /** Takes a file; answers why not, in words, for one that is none to read. Throws Fault where the upload has to end. */
  take(name: string, body: Buffer): Promise<string | null>;
  /** Has a worker read what was taken. Null where that is nothing. */
  end(): Promise<Pick<Collection, 'id'> | null>;
}

/** Whether the caller may upload. */
export const mayUpload = ({ viewer, uploads }: Call): boolean => viewer.userId !== null || uploads.anonymous;

/**
 * Opens an upload into a collection that the caller may change, or a new one (`newId`) that its first file makes, which counts as a webset
 * made. UNAUTHORIZED where uploads need an account, CONFLICT for one collection too many.
 */
export async function openUpload(call: Call, collectionId: string | null, newId?: string): Promise<Upload> {
  if (!mayUpload(call)) throw unauthorized();
  const { db, viewer, uploads } = call;
  const known = collectionId ?? (newId !== undefined && (await findCollection(db, newId)) ? newId : null);
  let into: Pick<Collection, 'id' | 'token' | 'ownerId'> | null = known === null ? null : await openOwnCollection(call, known);
  const isNew = into === null;
  if (into === null) await spend(call, 'create');
  if (into === null && viewer.userId !== null && (await countCollectionsOf(db, viewer.userId)) >= COLLECTIONS_MAX)
    throw new Fault('CONFLICT', `This account has ${COLLECTIONS_MAX} collections, as many as it may`);
  const counts = into && (await countFiles(db, into.id));
  let files = counts ? counts.waiting + counts.read + counts.failed : 0;
  const ownerId = into ? into.ownerId : viewer.userId; // who adds to a collection of nobody uses up that one's room
  let bytes = 0;
  if (ownerId !== null) bytes = await countUploadedBytes(db, { ownerId });
  else if (into) bytes = await countUploadedBytes(db, { collectionId: into.id });
  let name = DEFAULT_NAME;
  let base: string | null = null;
  let taken = 0;
  let isCounted = false;

  /** Counts a file; CONFLICT where it is one too many. */
  const countFile = (size: number) => {
    files++;
    bytes += size;
    if (files > COLLECTION_FILES_MAX) throw new Fault('CONFLICT', `A collection holds ${COLLECTION_FILES_MAX} files at most`);
    const most = ownerId !== null ? uploads.bytesPerAccount : Math.min(uploads.bytesPerAccount, uploads.bytesPerRequest);
    if (bytes > most)
      throw new Fault(
        'CONFLICT',
        `What was uploaded is ${Math.round(most / MB)} MB, as much as ${ownerId === null ? 'a collection' : 'an account'} may keep`,
      );
  };

  const caller = (id: string) => callerOf(viewer.userId, call.client) ?? id;

  return {
    isNew,
    async rename(wanted) {
      name = wanted;
      if (into && (taken > 0 || !isNew)) await updateCollectionName(db, into.id, name);
    },
    setBase(url) {
      const { origin, pathname } = new URL(url);
      base = `${origin}${pathname.replace(/\/*$/, '/')}`;
    },
    async take(fileName, body) {
      const named = nameFile(fileName);
      if (typeof named === 'string') return named;
      const { path, encoded, mediaType } = named;
      const isList = mediaType === CSV_TYPE || mediaType === LIST_TYPE;
      const most = isList ? FILE_BYTES.list : mediaType === 'application/pdf' ? FILE_BYTES.pdf : FILE_BYTES.page;
      if (body.length > most) return `it is larger than ${most / MB} MB`;
      const under = isList ? null : base;
      const urlIn = (token: string) =>
        under === null ? filesAddress(uploads.publicUrl, token) + encoded : under + encoded.replace(/(^|\/)index\.html?$/, '$1');
      if (urlIn(LONGEST_TOKEN).length > ADDRESS_BYTES) return 'its address would be too long';
      countFile(body.length);
      const fetches = mayListAddresses(mediaType, body);
      if (fetches && !isCounted) await spend(call, 'run'); // has the service fetch pages, as a run does
      isCounted ||= fetches;
      await write(call, body.length);
      const insert = () =>
        db.transaction(async (tx) => {
          await holdCaller(call, tx);
          if (into) await holdOwnCollection(tx, into); // it may have been claimed since the upload began
          const own = into ?? (await insertCollection(tx, { id: newId, kind: 'uploaded', ownerId: viewer.userId, name, source: null }));
          const held = { path, url: urlIn(own.token), servedAt: under === null && !isList ? encoded : null };
          await insertFiles(tx, [{ collectionId: own.id, ...held, mediaType, body, bytes: body.length }]);
          if (taken === 0) {
            await touchCollection(tx, own.id);
            await sendReading(call.queue, tx, own.id, caller(own.id));
          }
          return own;
        });
      into = await (body.length > LARGE ? inTurn.run('', insert) : insert()).catch((error: unknown) => {
        if (into === null && isUniqueViolation(error)) throw new Fault('CONFLICT', 'Another upload makes this collection at the moment');
        throw isMissingReference(error) ? collectionNotFound() : error;
      });
      taken++;
      return null;
    },
    async end() {
      const done = into;
      // the job of the first file may have ended
      if (done && taken > 0) await db.transaction((tx) => sendReading(call.queue, tx, done.id, caller(done.id)));
      return done;
    },
  };
}
