import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FORMATS } from '../domain/enrichment.ts';
import type { RunEvent } from '../domain/event.ts';
import type { Block, Link } from '../domain/page.ts';
import { ROW_STATUSES } from '../domain/row.ts';
import { RUN_STATES, type RunReason } from '../domain/run.ts';
import { JUDGES, VALUE_REASONS, VERDICT_REASONS, VERDICTS } from '../domain/verdict.ts';
import { CATEGORIES } from '../domain/webset.ts';
import { authUser } from './auth-schema.ts';

const id = () => uuid().primaryKey().defaultRandom();
const moment = () => timestamp({ withTimezone: true, precision: 3 });
const now = () => moment().notNull().defaultNow();
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const category = pgEnum('category', CATEGORIES);
export const format = pgEnum('format', FORMATS);
export const runState = pgEnum('run_state', RUN_STATES);
export const rowStatus = pgEnum('row_status', ROW_STATUSES);
export const verdictValue = pgEnum('verdict_value', VERDICTS);
export const verdictReason = pgEnum('verdict_reason', VERDICT_REASONS);
export const valueReason = pgEnum('value_reason', VALUE_REASONS);
export const judge = pgEnum('judge', JUDGES);

export const webset = pgTable(
  'webset',
  {
    id: id(),
    ownerId: text().references(() => authUser.id, { onDelete: 'cascade' }),
    title: text(),
    originalQuery: text().notNull(),
    category: category(),
    notes: text(),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [index('webset_owner').on(t.ownerId, t.createdAt.desc(), t.id.desc())],
);

const websetId = () =>
  uuid()
    .notNull()
    .references(() => webset.id, { onDelete: 'cascade' });

/** `position` is the order made. */
const position = () => bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity();

export const criterion = pgTable(
  'criterion',
  {
    id: id(),
    websetId: websetId(),
    label: text().notNull(),
    description: text(),
    derived: boolean().notNull().default(false),
    position: position(),
    createdAt: now(),
    /** When it last asked another question. */
    changedAt: now(),
  },
  (t) => [uniqueIndex('criterion_label').on(t.websetId, t.label)],
);

export const enrichment = pgTable(
  'enrichment',
  {
    id: id(),
    websetId: websetId(),
    label: text().notNull(),
    description: text(),
    format: format().notNull().default('text'),
    position: position(),
    createdAt: now(),
    /** When it last asked another question. */
    changedAt: now(),
  },
  (t) => [uniqueIndex('enrichment_label').on(t.websetId, t.label)],
);

export const run = pgTable(
  'run',
  {
    id: id(),
    websetId: websetId(),
    state: runState().notNull().default('queued'),
    reason: text().$type<RunReason>(),
    detail: text(),
    attempt: integer().notNull().default(0),
    /** Stages that threw. */
    failures: integer().notNull().default(0),
    /** Attempts since a candidate was last finished. */
    stalls: integer().notNull().default(0),
    target: integer().notNull(),
    maxPages: integer().notNull(),
    maxMinutes: integer().notNull(),
    found: integer().notNull().default(0),
    read: integer().notNull().default(0),
    unreadable: integer().notNull().default(0),
    judged: integer().notNull().default(0),
    matched: integer().notNull().default(0),
    criterionIds: uuid().array().notNull().default(sql`'{}'`),
    enrichmentIds: uuid().array().notNull().default(sql`'{}'`),
    createdAt: now(),
    startedAt: moment(),
    endedAt: moment(),
  },
  (t) => [
    // "one run per webset" is an index, not an if
    uniqueIndex('run_one_alive').on(t.websetId).where(sql`state in ('queued', 'running')`),
    index('run_webset').on(t.websetId, t.createdAt.desc()),
  ],
);

/** A page as it was read: immutable. A page whose words changed is another row under the same url. */
export const page = pgTable(
  'page',
  {
    id: id(),
    url: text().notNull(),
    canonicalUrl: text(),
    title: text().notNull(),
    text: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    links: jsonb().$type<Link[]>().notNull(),
    sha256: text().notNull(),
    textVersion: smallint().notNull(),
    publishedAt: text(),
    language: text(),
    mediaType: text().notNull(),
    fetchedAt: now(),
  },
  (t) => [uniqueIndex('page_version').on(t.url, t.sha256, t.textVersion), index('page_url').on(t.url, t.fetchedAt.desc())],
);

/** What is known of each address that was read: its page, and until when that may stand for it (RFC 9111). */
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

/** The pages that a user indexed: what the `index` search provider searches. */
export const indexEntry = pgTable(
  'index_entry',
  {
    url: text().primaryKey(),
    pageId: uuid()
      .notNull()
      .references(() => page.id),
    /** What it was indexed as: `samples`, or the folder, sitemap or file that the user named. */
    collection: text().notNull(),
    /** The page's text without its boilerplate: what `words` and snippets are made of. */
    body: text().notNull(),
    words: tsvector().notNull(),
    indexedAt: now(),
  },
  (t) => [index('index_entry_words').using('gin', t.words), index('index_entry_page').on(t.pageId)],
);

export const CANDIDATE_STATES = ['found', 'done', 'duplicate', 'unreadable', 'listing'] as const;
export const candidateState = pgEnum('candidate_state', CANDIDATE_STATES);

/** A hit that a run means to read: its checkpoint. `key` names the entity within the webset. */
export const candidate = pgTable(
  'candidate',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    url: text().notNull(),
    title: text().notNull(),
    snippet: text().notNull(),
    provider: text().notNull(),
    /** What the search answer said of the page, and when it was published: judged when the page cannot be read. */
    text: text(),
    publishedAt: text(),
    /** How many listings lie between the search and this candidate. */
    depth: smallint().notNull().default(0),
    pageId: uuid().references(() => page.id),
    state: candidateState().notNull().default('found'),
    reason: text(),
    position: position(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.key] }),
    index('candidate_next').on(t.runId, t.position).where(sql`state = 'found'`),
    index('candidate_page').on(t.pageId),
  ],
);

export const row = pgTable(
  'row',
  {
    id: id(),
    websetId: websetId(),
    key: text().notNull(),
    pageId: uuid()
      .notNull()
      .references(() => page.id),
    runId: uuid().references(() => run.id, { onDelete: 'set null' }),
    url: text().notNull(),
    title: text().notNull(),
    /** The registrable domain, or the host where there is none. */
    site: text().notNull().default(''),
    status: rowStatus().notNull().default('pending'),
    matchVerdict: verdictValue(),
    position: position(),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [
    uniqueIndex('row_entity').on(t.websetId, t.key),
    uniqueIndex('row_order').on(t.websetId, t.position),
    index('row_page').on(t.pageId),
    index('row_run').on(t.runId),
    index('row_site').on(t.websetId, t.site),
  ],
);

const rowId = () =>
  uuid()
    .notNull()
    .references(() => row.id, { onDelete: 'cascade' });

/** Every address at which a row's entity was found. */
export const rowSource = pgTable('row_source', { rowId: rowId(), url: text().notNull() }, (t) => [
  primaryKey({ columns: [t.rowId, t.url] }),
]);

/** Where a cell's quote stands: a slice of a page's canonical text, in UTF-16 offsets. All four are null together. */
const proof = () => ({ pageId: uuid().references(() => page.id), quote: text(), start: integer(), end: integer() });

/** Who judged a cell, when, in which run, and why. */
const provenance = () => ({
  judge: judge().notNull(),
  note: text(),
  runId: uuid().references(() => run.id, { onDelete: 'set null' }),
  judgedAt: now(),
  /** How often it was judged, failures included. */
  attempts: integer().notNull().default(1),
});

/** One row x criterion. No row here = not evaluated. A null verdict is a judgement that failed. */
export const verdict = pgTable(
  'verdict',
  {
    rowId: rowId(),
    criterionId: uuid().notNull(),
    verdict: verdictValue(),
    reason: verdictReason().notNull(),
    ...proof(),
    ...provenance(),
  },
  (t) => [
    primaryKey({ columns: [t.rowId, t.criterionId] }),
    foreignKey({ columns: [t.criterionId], foreignColumns: [criterion.id] }).onDelete('cascade'),
    index('verdict_criterion').on(t.criterionId),
    index('verdict_page').on(t.pageId),
    index('verdict_run').on(t.runId),
  ],
);

/** One row x column. No row here = not looked for yet. A null value has its reason. */
export const value = pgTable(
  'value',
  {
    rowId: rowId(),
    enrichmentId: uuid().notNull(),
    value: text(),
    reason: valueReason().notNull(),
    ...proof(),
    ...provenance(),
  },
  (t) => [
    primaryKey({ columns: [t.rowId, t.enrichmentId] }),
    foreignKey({ columns: [t.enrichmentId], foreignColumns: [enrichment.id] }).onDelete('cascade'),
    index('value_enrichment').on(t.enrichmentId),
    index('value_page').on(t.pageId),
    index('value_run').on(t.runId),
  ],
);

/** The counter of a webset's log, apart from the webset's row, so that appending blocks no rename. */
export const eventLog = pgTable('event_log', {
  websetId: uuid()
    .primaryKey()
    .references(() => webset.id, { onDelete: 'cascade' }),
  nextIndex: bigint({ mode: 'number' }).notNull().default(0),
});

export const event = pgTable(
  'event',
  {
    websetId: websetId(),
    index: bigint({ mode: 'number' }).notNull(),
    type: text().$type<RunEvent['type']>().notNull(),
    at: moment().notNull(),
    runId: uuid().notNull(),
    data: jsonb().$type<RunEvent['data']>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.websetId, t.index] })],
);

/** What may not be done before a moment, by any process: ask a provider or host that wants rest, do a daily chore again. */
export const pause = pgTable('pause', { key: text().primaryKey(), until: moment().notNull(), reason: text() }, (t) => [
  index('pause_until').on(t.until),
]);

/** Requests counted in a window, shared by all gateways. */
export const rateLimit = pgTable(
  'rate_limit',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment().notNull() },
  (t) => [index('rate_limit_expire').on(t.expire)],
);
