import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { NOTHING, type Spent } from '../../domain/money/cost.ts';
import { type HandOver, type QueryFamily, RUN_STATES, type RunMode, type RunReason, type RunScope } from '../../domain/run-state.ts';
import { id, moment, now, position } from './columns.ts';
import { page } from './page.ts';
import { websetId } from './webset.ts';

export const runState = pgEnum('run_state', RUN_STATES);

export const run = pgTable(
  'run',
  {
    id: id(),
    websetId: websetId(),
    /** Whom it is counted for while it is alive (domain/caller.ts). An address is not kept longer than that. */
    caller: text(),
    mode: text().$type<RunMode>().notNull().default('search'),
    only: jsonb().$type<RunScope>(),
    state: runState().notNull().default('queued'),
    reason: text().$type<RunReason>(),
    detail: text(),
    attempt: integer().notNull().default(0),
    /** Stages that threw. */
    failures: integer().notNull().default(0),
    /** Retakes since a candidate was last finished. */
    stalls: integer().notNull().default(0),
    target: integer().notNull(),
    maxPages: integer().notNull(),
    maxMinutes: integer().notNull(),
    maxSearches: integer().notNull().default(60),
    /** What models may cost, and have cost, in billionths of a US dollar. */
    maxCostNanoUsd: bigint({ mode: 'number' }),
    costNanoUsd: bigint({ mode: 'number' }).notNull().default(0),
    inputTokens: bigint({ mode: 'number' }).notNull().default(0),
    outputTokens: bigint({ mode: 'number' }).notNull().default(0),
    /** The share of the pages that a model judges, and what the run's checks have raised it to; null: auto, not raised. */
    judgeShare: real(),
    raisedShare: real(),
    /** What the pages that no model judged would have taken. */
    saved: jsonb().$type<Spent>().notNull().default(NOTHING),
    found: integer().notNull().default(0),
    read: integer().notNull().default(0),
    unreadable: integer().notNull().default(0),
    judged: integer().notNull().default(0),
    matched: integer().notNull().default(0),
    searches: integer().notNull().default(0),
    criterionIds: uuid().array().notNull().default(sql`'{}'`),
    enrichmentIds: uuid().array().notNull().default(sql`'{}'`),
    /** What it searches for; null until it has planned. */
    queries: text().array(),
    createdAt: now(),
    startedAt: moment(),
    /** When a worker last took it, and how many milliseconds workers held it before. */
    takenAt: moment(),
    heldMs: bigint({ mode: 'number' }).notNull().default(0),
    handOver: text().$type<HandOver>(),
    endedAt: moment(),
  },
  (t) => [
    // "one run per webset" is an index, not an if
    uniqueIndex('run_one_alive').on(t.websetId).where(sql`state in ('queued', 'running')`),
    index('run_webset').on(t.websetId, t.createdAt.desc()),
  ],
);

/** A page of a query's answers that a run has asked for: a checkpoint of its search. */
export const search = pgTable(
  'search',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    /** From 0. */
    page: smallint().notNull(),
    query: text().notNull(),
    /** Hits, and those that no search of the run had named before. */
    seen: integer().notNull(),
    fresh: integer().notNull(),
    /** The candidates that it named, by their keys, best first. */
    keys: text().array().notNull().default(sql`'{}'`),
    position: position(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.page, t.query] })],
);

/** A query that a run searches for beside those of its plan. */
export const runQuery = pgTable(
  'run_query',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    family: text().$type<Exclude<QueryFamily, 'plan'>>().notNull(),
    position: position(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.text] })],
);

/** What became of a run's questions to one search provider. */
export const runProvider = pgTable(
  'run_provider',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    asked: integer().notNull().default(0),
    /** Hits that it named. */
    brought: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Why it failed the last time, in words for callers. */
    failure: text(),
    position: position(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.provider] })],
);

/** A line of a list whose things become rows: what was given, and how it was resolved. */
export const importLine = pgTable(
  'import_line',
  {
    runId: uuid()
      .notNull()
      .references(() => run.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    address: text(),
    name: text(),
    /** By the ids of their columns. */
    values: jsonb().$type<Record<string, string>>().notNull(),
    note: text(),
    /** The candidate that it became; null until then. */
    key: text(),
    /** Why it became none. */
    reason: text(),
    /** The row, once the candidate is read; its values are kept then. */
    rowId: uuid(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.line] }), index('import_line_key').on(t.runId, t.key), index('import_line_row').on(t.rowId)],
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
    /** The key of the listing that named it; null where a search did. */
    listedBy: text(),
    pageId: uuid().references(() => page.id),
    state: candidateState().notNull().default('found'),
    /** In how many attempts of its run work on it started, handed-over ones left out; a waiting one with a count broke off. */
    attempts: smallint().notNull().default(0),
    /** The last of those attempts. */
    begunIn: integer(),
    /** It brought workers down again and again: no run of its webset takes it up again. */
    givenUp: boolean().notNull().default(false),
    reason: text(),
    position: position(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.key] }),
    index('candidate_next').on(t.runId, t.position).where(sql`state = 'found'`),
    index('candidate_page').on(t.pageId),
    index('candidate_given_up').on(t.key).where(sql`given_up`),
  ],
);
