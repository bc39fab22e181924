import { boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SHARE_ACCESS } from '../../domain/caller/share.ts';
import { FORMATS } from '../../domain/enrichment.ts';
import type { LearningEstimate } from '../../domain/review/learning.ts';
import type { ViewContents } from '../../domain/view/view.ts';
import { CATEGORIES } from '../../domain/webset-state.ts';
import { authUser } from './auth.ts';
import { id, now, position } from './columns.ts';

export const category = pgEnum('category', CATEGORIES);
export const format = pgEnum('format', FORMATS);

export const webset = pgTable(
  'webset',
  {
    id: id(),
    ownerId: text().references(() => authUser.id, { onDelete: 'cascade' }),
    title: text(),
    originalQuery: text().notNull(),
    category: category(),
    notes: text(),
    /** The collections that it searches, by their ids; null: those that its owner may read. */
    collectionIds: uuid().array(),
    searchWeb: boolean().notNull().default(true),
    /** Whether answers decide other rows to be no match; else these need review. */
    answersDeny: boolean().notNull().default(true),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [index('webset_owner').on(t.ownerId, t.createdAt.desc(), t.id.desc())],
);

export const websetId = () =>
  uuid()
    .notNull()
    .references(() => webset.id, { onDelete: 'cascade' });

/** How often people's answers changed, and how many changes the verdicts or values include: the fence of a worker's decisions. */
const taught = () => ({ answersVersion: integer().notNull().default(0), learnedVersion: integer().notNull().default(0) });

export const criterion = pgTable(
  'criterion',
  {
    id: id(),
    websetId: websetId(),
    label: text().notNull(),
    description: text(),
    derived: boolean().notNull().default(false),
    required: boolean().notNull().default(true),
    ...taught(),
    learning: jsonb().$type<LearningEstimate>(),
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
    ...taught(),
    position: position(),
    createdAt: now(),
    /** When it last asked another question. */
    changedAt: now(),
  },
  (t) => [uniqueIndex('enrichment_label').on(t.websetId, t.label)],
);

export const shareAccess = pgEnum('share_access', SHARE_ACCESS);

/** Who else may open a webset: an account, or anybody with a link's id. */
export const share = pgTable(
  'share',
  {
    id: id(),
    /** What opens it, of version 8, which no id of Postgres' has. */
    shareId: uuid().notNull().unique(),
    websetId: websetId(),
    /** Null: a link. */
    userId: text().references(() => authUser.id, { onDelete: 'cascade' }),
    access: shareAccess().notNull(),
    key: text().notNull(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('share_person').on(t.websetId, t.userId), index('share_user').on(t.userId)],
);

/** A way to look at a webset, saved under a name. */
export const websetView = pgTable(
  'webset_view',
  {
    id: id(),
    websetId: websetId(),
    name: text().notNull(),
    contents: jsonb().$type<ViewContents>().notNull(),
    position: position(),
    createdAt: now(),
    updatedAt: now(),
  },
  (t) => [uniqueIndex('webset_view_name').on(t.websetId, t.name)],
);
