import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import type { Database } from '../db/connection/client.ts';
import { isUniqueViolation } from '../db/connection/faults.ts';
import { spendPoint } from '../db/queries/shared/rate-limit.ts';
import { authAccount, authSession, authUser, authVerification } from '../db/tables/auth.ts';
import { createHashing, type PasswordHasher } from './hashing.ts';
import { guardAfter, guardBefore, madeFrom } from './hooks.ts';
import { ADDRESS_HEADER, COOKIE_PREFIX } from './wire-names.ts';

export const PASSWORD_LENGTH = { min: 8, max: 128 };

export interface AuthOptions {
  db: Database;
  /** Signs the cookies. */
  secret: string;
  /** The origin that people use. */
  origin: string;
  /** The origins whose pages may call; read at each request. */
  origins: readonly string[];
  /** Whether anybody may make an account. */
  signUp: boolean;
  /** Whether sign-ins and the like are limited, per address and per account. */
  limited: boolean;
  /** Hashes passwords; by default better-auth's scrypt. */
  passwords?: PasswordHasher | undefined;
  /** Deletes a user with all that is theirs. */
  deleteAccount(userId: string): Promise<unknown>;
  /** Called with errors that are no refusals. */
  report(error: unknown): void;
}

export type Auth = ReturnType<typeof createAuth>;

/**
 * better-auth with e-mail and password on our database. It has no cookie cache, so that a cookie ends at once when it is signed out;
 * its check of Origin is off, since `http/guards/origin.ts` is stricter.
 */
export function createAuth({ db, secret, origin, origins, signUp, limited, passwords, deleteAccount, report }: AuthOptions) {
  return betterAuth({
    appName: 'Webset',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: () => [...origins],
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: authUser, session: authSession, account: authAccount, verification: authVerification },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: !signUp,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: createHashing(passwords),
    },
    user: {
      additionalFields: { madeFrom: { type: 'string', required: false, input: false, returned: false } },
      deleteUser: { enabled: true, beforeDelete: async ({ id }) => void (await deleteAccount(id)) },
    },
    hooks: { before: guardBefore({ db, secret, limited }), after: guardAfter({ db, secret, limited }) },
    databaseHooks: {
      user: { create: { before: async (user, context) => ({ data: { ...user, madeFrom: madeFrom(context?.headers, secret) } }) } },
      // the address and browser of a sign-in are not used, so not stored
      session: { create: { before: async (session) => ({ data: { ...session, ipAddress: null, userAgent: null } }) } },
    },
    rateLimit: {
      enabled: limited,
      customRules: {
        '/get-session': false,
        '/sign-in/email': false, // tries.ts counts them
        '/sign-up/email': { window: 3600, max: 20 }, // an account has ten times the limits of an address
        '/change-password': { window: 60, max: 10 },
        '/delete-user': { window: 60, max: 10 },
      },
      // in Postgres, for all gateways together
      customStorage: {
        get: async () => null,
        set: async () => {},
        consume: async (key, { max, window }) => {
          const wait = await spendPoint(db, { key: `auth:${key}`, points: max, seconds: window });
          return { allowed: wait === 0, retryAfter: wait > 0 ? wait : null };
        },
      },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: true,
      disableCSRFCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 64 },
    },
    onAPIError: { throw: true }, // refusals are answered all the same; bugs come to us and not to the console
    telemetry: { enabled: false },
    logger: {
      level: 'info', // any more and it writes to the console besides
      log: (_level, _message, ...details) => {
        // a unique violation: two sign-ups with one address at once, the second is refused
        for (const detail of details) if (detail instanceof Error && !isAPIError(detail) && !isUniqueViolation(detail)) report(detail);
      },
    },
  });
}
