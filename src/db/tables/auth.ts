import { boolean, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

// better-auth's tables; which columns there must be is its say

const moment = () => timestamp({ withTimezone: true, precision: 3 });
const made = () => moment().notNull().defaultNow();
const userId = () =>
  text()
    .notNull()
    .references(() => authUser.id, { onDelete: 'cascade' });

export const authUser = pgTable('auth_user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  /** Where it was made, as a hash, for its first day. */
  madeFrom: text(),
  createdAt: made(),
  updatedAt: made(),
});

export const authSession = pgTable(
  'auth_session',
  {
    id: text().primaryKey(),
    userId: userId(),
    token: text().notNull().unique(),
    expiresAt: moment().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [index('auth_session_user').on(t.userId), index('auth_session_expires').on(t.expiresAt)],
);

/** How a user signs in: the provider `credential` holds the hash of a password. */
export const authAccount = pgTable(
  'auth_account',
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: moment(),
    refreshTokenExpiresAt: moment(),
    scope: text(),
    password: text(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [index('auth_account_user').on(t.userId)],
);

/** The addresses that an account was signed in to from, as hashes. */
export const authAddress = pgTable('auth_address', { userId: userId(), address: text().notNull(), usedAt: made() }, (t) => [
  primaryKey({ columns: [t.userId, t.address] }),
]);

export const authVerification = pgTable(
  'auth_verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment().notNull(),
    createdAt: made(),
    updatedAt: made(),
  },
  (t) => [index('auth_verification_identifier').on(t.identifier)],
);
