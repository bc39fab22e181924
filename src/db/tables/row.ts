import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ROW_STATUSES } from '../../domain/row-state.ts';
import { JUDGES, VALUE_REASONS, VERDICT_REASONS, VERDICTS } from '../../domain/verdict.ts';
import { id, now, position } from './columns.ts';
import { page } from './page.ts';
import { run } from './run.ts';
import { criterion, enrichment, websetId } from './webset.ts';

export const rowStatus = pgEnum('row_status', ROW_STATUSES);
export const verdictValue = pgEnum('verdict_value', VERDICTS);
export const verdictReason = pgEnum('verdict_reason', VERDICT_REASONS);
export const valueReason = pgEnum('value_reason', VALUE_REASONS);
export const judge = pgEnum('judge', JUDGES);

const hashOfTitle = sql`md5(regexp_replace(lower(title), '[^[:alnum:]]+', ' ', 'g'))`;

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
    /** What a person calls it; it goes before the title wherever a row is shown. */
    correctedTitle: text(),
    /** Of the title's letters and digits alone, for titles that differ in nothing else. */
    titleHash: text().notNull().generatedAlwaysAs(hashOfTitle),
    /** The registrable domain, or the host where there is none. */
    site: text().notNull().default(''),
    /** The public identifier that its page names without proof, where the key is not it. */
    identifier: text(),
    /** What a reader of the row should know of it. */
    note: text(),
    status: rowStatus().notNull().default('pending'),
    matchVerdict: verdictValue(),
    /** Whether it is no match by answers on other rows alone. */
    noByAnswers: boolean().notNull().default(false),
    hidden: boolean().notNull().default(false),
    wrongKind: boolean().notNull().default(false),
    likelihood: real(),
    /** The row that shows this one's page beside its own; null for a row that is listed. */
    mergedInto: uuid().references((): AnyPgColumn => row.id, { onDelete: 'cascade' }),
    /** How many pages it has: its own and those of the rows merged into it. */
    pageCount: integer().notNull().default(1),
    /** What the thing is called, where its page's title is not it. */
    name: text(),
    /** The registrable domain that its page names as its subject's own site. */
    website: text(),
    position: position(),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [
    uniqueIndex('row_entity').on(t.websetId, t.key),
    uniqueIndex('row_order').on(t.websetId, t.position),
    index('row_page').on(t.pageId),
    index('row_run').on(t.runId),
    // what a run counts again with each row that it saves
    index('row_matching').on(t.websetId).where(sql`match_verdict = 'match' and not hidden and merged_into is null`),
    index('row_site').on(t.websetId, t.site, t.position.desc()),
    index('row_likelihood').on(t.websetId, sql`coalesce(likelihood, -1) desc`, t.position),
    index('row_title').on(t.websetId, t.titleHash),
    index('row_identifier').on(t.websetId, t.identifier).where(sql`identifier is not null`),
    index('row_website').on(t.websetId, t.website).where(sql`website is not null`),
    index('row_merged').on(t.mergedInto).where(sql`merged_into is not null`),
    index('row_no_by_answers').on(t.websetId).where(sql`no_by_answers`),
    index('row_several').on(t.websetId).where(sql`page_count > 1`),
  ],
);

export const rowId = () =>
  uuid()
    .notNull()
    .references(() => row.id, { onDelete: 'cascade' });

/** Every address at which a row's entity was found. */
export const rowSource = pgTable('row_source', { rowId: rowId(), url: text().notNull() }, (t) => [
  primaryKey({ columns: [t.rowId, t.url] }),
  index('row_source_url').on(t.url),
]);

/** The place of a cell's quote: a slice of a page's canonical text, in UTF-16 offsets. All four are null together. */
export const proof = () => ({ pageId: uuid().references(() => page.id), quote: text(), start: integer(), end: integer() });

/** Who judged a cell, when, in which run, and why. */
const provenance = () => ({
  judge: judge().notNull(),
  note: text(),
  runId: uuid().references(() => run.id, { onDelete: 'set null' }),
  judgedAt: now(),
  /** How often it was judged, failures included. */
  attempts: integer().notNull().default(1),
  /** Its share of what the model took when it was judged last; money in billionths of a US dollar. */
  inputTokens: integer().notNull().default(0),
  outputTokens: integer().notNull().default(0),
  costNanoUsd: bigint({ mode: 'number' }).notNull().default(0),
});

/** One row x criterion. No row here = not evaluated. A null verdict is a judgement that failed. */
export const verdict = pgTable(
  'verdict',
  {
    rowId: rowId(),
    criterionId: uuid().notNull(),
    verdict: verdictValue(),
    reason: verdictReason().notNull(),
    /** That the criterion is met, 0 to 1, and of how many answers it was learned; null where nothing was learned. */
    probability: real(),
    answers: integer(),
    /** The same before it was put right by how earlier ones held. */
    foreseen: real(),
    /** Of the answered rows most like its own, how many there are, how many meet the criterion, and how many do not. */
    likest: integer(),
    likestYes: integer(),
    likestNo: integer(),
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
