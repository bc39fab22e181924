import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { SuggestedColumn, SuggestedCriterion } from '../../domain/model/plan.ts';
import { authUser } from './auth.ts';
import { id, moment, now } from './columns.ts';
import { runState } from './run.ts';
import { category } from './webset.ts';

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
 * What all runs spent on a day (UTC), and what runs without an account spent of it, in billionths of a US dollar; reserved amounts count.
 */
export const spendDay = pgTable('spend_day', {
  day: date({ mode: 'string' }).primaryKey(),
  costNanoUsd: bigint({ mode: 'number' }).notNull(),
  anonymousCostNanoUsd: bigint({ mode: 'number' }).notNull().default(0),
});

/** A plan that a caller asked a model for, before there is a webset; deleted after a day. */
export const modelPlan = pgTable(
  'model_plan',
  {
    id: id(),
    ownerId: text().references(() => authUser.id, { onDelete: 'cascade' }),
    /** Whom it is counted for while it is alive (domain/caller.ts). An address is not kept longer than that. */
    caller: text(),
    request: text().notNull(),
    category: category(),
    state: runState().notNull().default('queued'),
    attempt: integer().notNull().default(0),
    /** Why there is no plan, in words. */
    detail: text(),
    criteria: jsonb().$type<SuggestedCriterion[]>(),
    columns: jsonb().$type<SuggestedColumn[]>(),
    /** What models may cost, and have cost, in billionths of a US dollar. */
    maxCostNanoUsd: bigint({ mode: 'number' }),
    costNanoUsd: bigint({ mode: 'number' }).notNull().default(0),
    inputTokens: bigint({ mode: 'number' }).notNull().default(0),
    outputTokens: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: now(),
    endedAt: moment(),
  },
  (t) => [
    index('model_plan_caller').on(t.caller).where(sql`caller is not null`),
    index('model_plan_owner').on(t.ownerId),
    index('model_plan_created').on(t.createdAt),
  ],
);
