import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type AddressTable, COLLECTION_KINDS, FILE_STATES } from '../../domain/page/collection.ts';
import { authUser } from './auth.ts';
import { id, now, position } from './columns.ts';
import { page } from './page.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const collectionKind = pgEnum('collection_kind', COLLECTION_KINDS);

/** Pages under one name that a request may search. */
export const collection = pgTable(
  'collection',
  {
    id: id(),
    kind: collectionKind().notNull(),
    ownerId: text().references(() => authUser.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** What the operator indexed (a folder, a sitemap, a file of addresses), or the version of the samples. */
    source: text(),
    /** What the addresses of its files here are made of. */
    token: uuid().notNull().defaultRandom(),
    tables: jsonb().$type<AddressTable[]>().notNull().default([]),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [
    index('collection_owner').on(t.ownerId, t.createdAt),
    uniqueIndex('collection_source').on(t.kind, t.source),
    uniqueIndex('collection_token').on(t.token),
    check('collection_owned', sql`owner_id is null or kind = 'uploaded'`),
  ],
);

/** The pages of the collections: what the `index` search provider searches. */
export const indexEntry = pgTable(
  'index_entry',
  {
    collectionId: uuid()
      .notNull()
      .references(() => collection.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    pageId: uuid()
      .notNull()
      .references(() => page.id),
    /** Its path among the files that this service serves; null: it is served elsewhere. */
    path: text(),
    /** The page's text without its boilerplate: what `words` and snippets are made of. */
    body: text().notNull(),
    words: tsvector().notNull(),
    indexedAt: now(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.url] }),
    index('index_entry_words').using('gin', t.words),
    index('index_entry_page').on(t.pageId),
    index('index_entry_path').on(t.collectionId, t.path).where(sql`path is not null`),
  ],
);

export const fileState = pgEnum('file_state', FILE_STATES);

/** What was uploaded to a collection, and the addresses that its lists name. Its bytes are kept until a worker has read them. */
export const collectionFile = pgTable(
  'collection_file',
  {
    id: id(),
    collectionId: uuid()
      .notNull()
      .references(() => collection.id, { onDelete: 'cascade' }),
    /** Its name with the folders above it, or its address: what people know it by. */
    path: text().notNull(),
    /** The address of its page. */
    url: text().notNull(),
    /** Its path among the files that are served here; null: it is served elsewhere. */
    servedAt: text(),
    /** Null: its address is fetched. */
    mediaType: text(),
    body: bytea(),
    bytes: integer().notNull().default(0),
    state: fileState().notNull().default('waiting'),
    /** How often reading it was begun: one at which workers break down is given up. */
    attempts: smallint().notNull().default(0),
    reason: text(),
    position: position(),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('collection_file_url').on(t.collectionId, t.url),
    index('collection_file_waiting').on(t.collectionId, t.position).where(sql`state = 'waiting'`),
  ],
);
