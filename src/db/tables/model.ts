import { bigint, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { now } from './columns.ts';

/** Answers of models that could be read, by the hash of model, prompt and text version. */
export const modelAnswer = pgTable(
  'model_answer',
  { key: text().primaryKey(), model: text().notNull(), answer: text().notNull(), madeAt: now() },
  (t) => [index('model_answer_made').on(t.madeAt)],
);

/** What an endpoint has taught: which shape of answer it takes, how many tokens its answers may need. */
export const endpointCapability = pgTable('endpoint_capability', {
  key: text().primaryKey(),
  mode: text().notNull(),
  outputTokens: integer().notNull(),
  learntAt: now(),
});

/**
 * What all runs together have spent on a day (UTC), and of that the runs of callers without an account, in billionths of a US dollar; what is
 * set aside for calls at work counts.
 */
export const spendDay = pgTable('spend_day', {
  day: date({ mode: 'string' }).primaryKey(),
  costNanoUsd: bigint({ mode: 'number' }).notNull(),
  anonymousCostNanoUsd: bigint({ mode: 'number' }).notNull().default(0),
});
