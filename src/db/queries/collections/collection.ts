import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  type AddressTable,
  type Collection,
  type CountedCollection,
  type FileCounts,
  TABLES_KEPT,
  type WantedSources,
} from '../../../domain/page/collection.ts';
import { storableJson } from '../../../domain/text.ts';
import type { Tx } from '../../connection/client.ts';
import { collection, collectionFile, indexEntry } from '../../tables/collection.ts';
import { uuids } from '../rows/uuids.ts';

const pages = sql<number>`(select count(*)::int from ${indexEntry} e where e.collection_id = ${collection.id})`;
/** Counted in the same statement as the pages: a file that is read in between is missing from neither. */
const files = sql<FileCounts>`(select json_build_object(
  'waiting', count(*) filter (where f.state = 'waiting'),
  'read', count(*) filter (where f.state = 'read'),
  'failed', count(*) filter (where f.state = 'failed')
) from ${collectionFile} f where f.collection_id = ${collection}.id)`;

const listWhere = (tx: Tx, where: SQL | undefined): Promise<CountedCollection[]> =>
  tx
    .select({
      id: collection.id,
      kind: collection.kind,
      ownerId: collection.ownerId,
      name: collection.name,
      source: collection.source,
      token: collection.token,
      tables: collection.tables,
      createdAt: collection.createdAt,
      updatedAt: collection.updatedAt,
      pages,
      files,
    })
    .from(collection)
    .where(where)
    .orderBy(asc(collection.createdAt), asc(collection.id));

/** The operator's collections and the samples. */
export const listPublicCollections = (tx: Tx): Promise<CountedCollection[]> => listWhere(tx, ne(collection.kind, 'uploaded'));

/** The collections that a user may search without naming them: the user's own (of nobody: none), the operator's and the samples. */
export const listCollectionsFor = (tx: Tx, userId: string | null): Promise<CountedCollection[]> =>
  listWhere(tx, or(ne(collection.kind, 'uploaded'), userId === null ? undefined : eq(collection.ownerId, userId)));

/** Those of the named collections that a webset of this owner may search; another account's are left out. */
export const listSearchable = (tx: Tx, ids: readonly string[], ownerId: string | null): Promise<CountedCollection[]> =>
  listWhere(
    tx,
    and(sql`${collection.id} = any(${uuids(ids)}::uuid[])`, sql`(${collection.ownerId} is null or ${collection.ownerId} = ${ownerId})`),
  );

export const listSources = (
  tx: Tx,
  { collectionIds, ownerId }: Pick<WantedSources, 'collectionIds'> & { ownerId: string | null },
): Promise<CountedCollection[]> => (collectionIds === null ? listCollectionsFor(tx, ownerId) : listSearchable(tx, collectionIds, ownerId));

export async function findCollectionByToken(tx: Tx, token: string): Promise<Collection | null> {
  const [found] = await tx.select().from(collection).where(eq(collection.token, token));
  return found ?? null;
}

/** A collection with its counts. */
export async function findCollection(tx: Tx, id: string): Promise<CountedCollection | null> {
  const [found] = await listWhere(tx, eq(collection.id, id));
  return found ?? null;
}

/** Holds a collection against removal until the transaction ends. False when it is gone. */
export const holdCollection = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.select({ id: collection.id }).from(collection).where(eq(collection.id, id)).for('key share')).length > 0;

/** Holds a collection against every change until the transaction ends; answers whose it is, null when it is gone. */
export async function lockCollection(tx: Tx, id: string): Promise<Pick<Collection, 'ownerId'> | null> {
  const [held] = await tx.select({ ownerId: collection.ownerId }).from(collection).where(eq(collection.id, id)).for('no key update');
  return held ?? null;
}

export const countCollectionsOf = (tx: Tx, ownerId: string): Promise<number> => tx.$count(collection, eq(collection.ownerId, ownerId));

/** Holds those of the collections that were uploaded and belong to nobody, in the order of their ids, until the transaction ends. */
export const holdUnowned = (tx: Tx, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx
    .select({ id: collection.id })
    .from(collection)
    .where(and(sql`${collection.id} = any(${uuids(ids)}::uuid[])`, eq(collection.kind, 'uploaded'), isNull(collection.ownerId)))
    .orderBy(asc(collection.id))
    .for('no key update');

export const setOwner = (tx: Tx, ids: readonly string[], ownerId: string) =>
  tx
    .update(collection)
    .set({ ownerId })
    .where(sql`${collection.id} = any(${uuids(ids)}::uuid[])`);

export const updateCollectionName = (tx: Tx, id: string, name: string) =>
  tx.update(collection).set({ name, updatedAt: sql`now()` }).where(eq(collection.id, id));

export const touchCollection = (tx: Tx, id: string) => tx.update(collection).set({ updatedAt: sql`now()` }).where(eq(collection.id, id));

/** Notes which column of a table its addresses were taken from; a table of the same name has the place of the one before. */
export const noteTable = (tx: Tx, id: string, table: AddressTable) =>
  tx.execute(sql`
    update ${collection} set tables = (
      select jsonb_agg(t.value order by t.place) from (
        select value, 0 as place from jsonb_array_elements(${storableJson([table])}::jsonb)
        union all
        select value, ordinality from jsonb_array_elements(tables) with ordinality where value->>'path' <> ${table.path} and ordinality < ${TABLES_KEPT}
      ) t
    ) where id = ${id}`);

type Made = Pick<Collection, 'kind' | 'ownerId' | 'name' | 'source'> & { id?: string | undefined };

/** Makes a collection, or finds the operator's or the samples' of this source, which then is called so if `isRenamed`. */
export async function insertCollection(tx: Tx, made: Made, isRenamed = false): Promise<Collection> {
  const [found] = await tx
    .insert(collection)
    .values(made)
    .onConflictDoUpdate({
      target: [collection.kind, collection.source],
      set: { updatedAt: sql`now()`, ...(isRenamed && { name: made.name }) },
    })
    .returning();
  return found as Collection;
}

/** Takes a collection away with its entries; the stored pages stay, since evidence may point into them. */
export const deleteCollection = (tx: Tx, id: string) => tx.delete(collection).where(eq(collection.id, id));
