import { createHmac } from 'node:crypto';
import { APIError } from 'better-auth/api';
import type { Database } from '../db/connection/client.ts';
import { type Allowance, forgetPoints, givePointBack, spendPoint } from '../db/queries/shared/rate-limit.ts';
import { isAddressOf } from '../db/queries/websets/account-address.ts';

const MINUTE = 60;
const HOUR = 3600;
/** Sign-ins from one address, right ones too. */
const OF_ADDRESS = { points: 10, seconds: MINUTE };
/**
 * Wrong passwords at one account: of a browser that signed in to it before, or else of an address.
 * NIST SP 800-63B allows 100 in a row.
 */
const OF_PAIR = { points: 30, seconds: HOUR / 4 };
/** Wrong passwords at one account from all addresses that it was never used from. */
const OF_STRANGERS = { points: 100, seconds: HOUR };

export interface Attempt {
  email: string;
  /** The bucket of the caller's address. */
  client: string;
  /** The browser, if it signed in to this account before. */
  browser: string | null;
}

/** The hash under which an account or an address is counted and stored, so that the database does not reveal it. */
export const hashOf = (secret: string, kind: 'account' | 'address', text: string) =>
  createHmac('sha256', secret).update(`${kind}:${text.toLowerCase()}`).digest('base64url');

interface Counts {
  /** Spent by each attempt. */
  attempts: Allowance[];
  /** Forgotten once the password was right, and given one point back. */
  forget: string[];
  giveBack: string[];
}

/** The counts of an attempt; the same whether the account exists or not. */
async function countsOf(db: Database, secret: string, { email, client, browser }: Attempt): Promise<Counts> {
  const account = hashOf(secret, 'account', email);
  const address = hashOf(secret, 'address', client);
  if (browser !== null) {
    const key = `auth:browser:${account}:${browser}`;
    return { attempts: [{ key, ...OF_PAIR }], forget: [key], giveBack: [] };
  }
  const pair = `auth:account:${account}:${address}`;
  const strangers = `auth:strangers:${account}`;
  const isKnown = await isAddressOf(db, email, address);
  return {
    attempts: [
      { key: `auth:sign-in:${address}`, ...OF_ADDRESS },
      { key: pair, ...OF_PAIR },
      ...(isKnown ? [] : [{ key: strangers, ...OF_STRANGERS }]),
    ],
    forget: [pair],
    giveBack: isKnown ? [] : [strangers],
  };
}

/** Counts an attempt before its password is looked at. Throws TOO_MANY_REQUESTS. */
export async function countAttempt(db: Database, secret: string, attempt: Attempt): Promise<void> {
  const { attempts } = await countsOf(db, secret, attempt);
  for (const allowance of attempts) {
    const wait = await spendPoint(db, allowance);
    if (wait === 0) continue;
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { code: 'TOO_MANY_REQUESTS', message: `Too many tries: try again in ${wait} seconds` },
      { 'X-Retry-After': String(wait) },
    );
  }
}

/** Takes back the counts of an attempt whose password was right. */
export async function clearAttempt(db: Database, secret: string, attempt: Attempt): Promise<void> {
  const { forget, giveBack } = await countsOf(db, secret, attempt);
  for (const key of forget) await forgetPoints(db, key);
  for (const key of giveBack) await givePointBack(db, key);
}
