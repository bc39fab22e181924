import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { authUser } from './auth.ts';
import { now } from './columns.ts';

/** What the operator set in the app: the values of a setting as JSON, encrypted (auth/seal.ts). */
export const serviceSetting = pgTable('service_setting', { name: text().primaryKey(), sealed: text().notNull(), setAt: now() });

/** Who may set the service up in the app: one row once it is known; null: the account was deleted. */
export const serviceOperator = pgTable(
  'service_operator',
  { only: boolean().primaryKey().default(true), userId: text().references(() => authUser.id, { onDelete: 'set null' }) },
  (t) => [check('service_operator_only', sql`${t.only}`)],
);
