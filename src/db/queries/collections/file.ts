import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { FailedFile, FileCounts } from '../../../domain/page/collection.ts';
import { storableText } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { collection, collectionFile } from '../../tables/collection.ts';
import { uuids } from '../rows/uuids.ts';

export type CollectionFile = Omit<typeof collectionFile.$inferSelect, 'body'>;
type New = Pick<typeof collectionFile.$inferInsert, 'collectionId' | 'path' | 'url' | 'servedAt' | 'mediaType' | 'body' | 'bytes'>;

/** Puts files and addresses into a collection, to be read; one that it has under the same address is read anew. */
export async function insertFiles(tx: Tx, files: readonly New[]): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insert(collectionFile)
    .values([...files])
    .onConflictDoUpdate({
      target: [collectionFile.collectionId, collectionFile.url],
      set: {
        id: sql`gen_random_uuid()`, // a reader of the replaced file ends another id
        path: sql`excluded.path`,
        servedAt: sql`excluded.served_at`,
        mediaType: sql`excluded.media_type`,
        body: sql`excluded.body`,
        bytes: sql`excluded.bytes`,
        state: 'waiting',
        attempts: 0,
        reason: null,
      },
    });
}

/** What is uploaded, or what has to be fetched. */
export type FileKind = 'uploads' | 'addresses';
const isOf = (kind: FileKind) => (kind === 'addresses' ? isNull(collectionFile.mediaType) : isNotNull(collectionFile.mediaType));

/** Starts the next attempt to read a waiting file of a collection, of the first kind that is not in `but`. Null when none is left. */
export async function beginFile(tx: Tx, collectionId: string, kind: FileKind, but: readonly string[]): Promise<CollectionFile | null> {
  const next = tx
    .select({ id: collectionFile.id })
    .from(collectionFile)
    .where(
      and(
        eq(collectionFile.collectionId, collectionId),
        eq(collectionFile.state, 'waiting'),
        isOf(kind),
        sql`${collectionFile.id} <> all(${uuids(but)}::uuid[])`,
      ),
    )
    .orderBy(asc(collectionFile.position))
    .limit(1);
  const { body: _body, ...columns } = getTableColumns(collectionFile);
  const [begun] = await tx
    .update(collectionFile)
    .set({ attempts: sql`${collectionFile.attempts} + 1` })
    .where(sql`${collectionFile.id} = (${next})`)
    .returning(columns);
  return begun ?? null;
}

export async function findFileBody(tx: Tx, id: string): Promise<Buffer | null> {
  const [found] = await tx.select({ body: collectionFile.body }).from(collectionFile).where(eq(collectionFile.id, id));
  return found?.body ?? null;
}

/**
 * Ends the reading of a file, unless it was uploaded again meanwhile: its bytes are deleted, its row stays. `reason`: why it could not be
 * read. Returns the file, if there still is one.
 */
export const endFile = (tx: Tx, id: string, reason: string | null) =>
  tx
    .update(collectionFile)
    .set({ state: reason === null ? 'read' : 'failed', reason: reason && storableText(reason), body: null })
    .where(eq(collectionFile.id, id))
    .returning({ id: collectionFile.id });

/** Answers the file, where there still was one. */
export const deleteFile = (tx: Tx, id: string) =>
  tx.delete(collectionFile).where(eq(collectionFile.id, id)).returning({ id: collectionFile.id });

/** A file whose reading was stopped, not broken off: the attempt counts for nothing. */
export const leaveFile = (tx: Tx, id: string) =>
  tx
    .update(collectionFile)
    .set({ attempts: sql`greatest(0, ${collectionFile.attempts} - 1)` })
    .where(and(eq(collectionFile.id, id), eq(collectionFile.state, 'waiting')));

export async function countFiles(tx: Tx, collectionId: string): Promise<FileCounts> {
  const of = (state: string) => sql<number>`count(*) filter (where ${collectionFile.state} = ${state})::int`;
  const [counted] = await tx
    .select({ waiting: of('waiting'), read: of('read'), failed: of('failed') })
    .from(collectionFile)
    .where(eq(collectionFile.collectionId, collectionId));
  return counted ?? { waiting: 0, read: 0, failed: 0 };
}

const FAILED_SHOWN = 100;

/** The files of a collection that could not be read, a hundred at most. */
export const listFailedFiles = (tx: Tx, collectionId: string): Promise<FailedFile[]> =>
  tx
    .select({ path: collectionFile.path, reason: sql<string>`coalesce(${collectionFile.reason}, '')` })
    .from(collectionFile)
    .where(and(eq(collectionFile.collectionId, collectionId), eq(collectionFile.state, 'failed')))
    .orderBy(asc(collectionFile.position))
    .limit(FAILED_SHOWN);

/** How many bytes were uploaded to a collection, or to all of its owner's. */
export async function countUploadedBytes(tx: Tx, of: { ownerId: string } | { collectionId: string }): Promise<number> {
  const where = 'ownerId' in of ? eq(collection.ownerId, of.ownerId) : eq(collection.id, of.collectionId);
  const [counted] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${collectionFile.bytes}), 0)` })
    .from(collectionFile)
    .innerJoin(collection, eq(collection.id, collectionFile.collectionId))
    .where(where);
  return Number(counted?.bytes ?? 0);
}

/** Whether files of a kind wait in a collection. */
export const hasWaiting = async (tx: Tx, collectionId: string, kind: FileKind): Promise<boolean> =>
  (await tx.$count(collectionFile, and(eq(collectionFile.collectionId, collectionId), eq(collectionFile.state, 'waiting'), isOf(kind)))) >
  0;

/** How many files of these collections wait to be read. */
export const countWaitingFiles = (tx: Tx, collectionIds: readonly string[]): Promise<number> =>
  tx.$count(collectionFile, and(inArray(collectionFile.collectionId, [...collectionIds]), eq(collectionFile.state, 'waiting')));
