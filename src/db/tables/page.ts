import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PageDates } from '../../domain/page/dates.ts';
import type { Block, Hint, Link } from '../../domain/page/page.ts';
import { id, moment, now } from './columns.ts';

/** A page as it was read: immutable. A page whose words changed is another row under the same url. */
export const page = pgTable(
  'page',
  {
    id: id(),
    /** The collection that it was read for; it outlives the collection where a row quotes it. Null: read from the web. */
    collectionId: uuid(),
    url: text().notNull(),
    canonicalUrl: text(),
    title: text().notNull(),
    text: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    links: jsonb().$type<Link[]>().notNull(),
    hints: jsonb().$type<Hint[]>().notNull().default([]),
    sha256: text().notNull(),
    textVersion: smallint().notNull(),
    publishedAt: text(),
    dates: jsonb().$type<PageDates>(),
    language: text(),
    mediaType: text().notNull(),
    fetchedAt: now(),
  },
  (t) => [
    uniqueIndex('page_version').on(t.url, t.sha256, t.textVersion).where(sql`collection_id is null`),
    uniqueIndex('page_collection').on(t.collectionId, t.url, t.sha256, t.textVersion).where(sql`collection_id is not null`),
    index('page_url').on(t.url, t.fetchedAt.desc()),
    index('page_sha256').on(t.sha256),
  ],
);

/** What is known of each address that was read: its page, and how long that page is fresh (RFC 9111). */
export const httpCache = pgTable(
  'http_cache',
  {
    url: text().primaryKey(),
    pageId: uuid()
      .notNull()
      .references(() => page.id, { onDelete: 'cascade' }),
    etag: text(),
    lastModified: text(),
    freshUntil: moment().notNull(),
    fetchedAt: moment().notNull(),
  },
  (t) => [index('http_cache_page').on(t.pageId)],
);
