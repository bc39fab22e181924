import { bigint, timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid().primaryKey().defaultRandom();
export const moment = () => timestamp({ withTimezone: true, precision: 3 });
export const now = () => moment().notNull().defaultNow();

/** The order made. */
export const position = () => bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity();
