import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { moment, now, position } from './columns.ts';

/** What may not be done before a moment, by any process: ask a provider or host that wants rest, do a daily chore again. */
export const pause = pgTable('pause', { key: text().primaryKey(), until: moment().notNull(), reason: text() }, (t) => [
  index('pause_until').on(t.until),
]);

/** Active calls of search providers and models. A worker extends `until` while it lives: an expired call is one whose worker ended. */
export const serviceCall = pgTable(
  'service_call',
  {
    id: position().primaryKey(),
    key: text().notNull(),
    until: moment().notNull(),
    /** How often the service has answered since the worker ended. */
    answers: smallint().notNull().default(0),
  },
  (t) => [index('service_call_key').on(t.key, t.until)],
);

/** Requests counted in a window, shared by all gateways. */
export const rateLimit = pgTable(
  'rate_limit',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment().notNull() },
  (t) => [index('rate_limit_expire').on(t.expire)],
);

/** The hosts that a registry's addresses led to, by who registered the identifier (`10.1038`): there, an identifier of theirs is proved. */
export const registryHost = pgTable('registry_host', { registrant: text().notNull(), host: text().notNull(), foundAt: now() }, (t) => [
  primaryKey({ columns: [t.registrant, t.host] }),
]);
