import { randomBytes } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type { Database } from '../db/connection/client.ts';
import { isUniqueViolation } from '../db/connection/faults.ts';
import { findUserId, insertUser, setPassword } from '../db/queries/websets/account.ts';

const newPassword = () => randomBytes(15).toString('base64url');

/** Makes an account with a new password, which it answers. Throws an error for people when the address is taken. */
export async function addAccount(db: Database, email: string): Promise<string> {
  const password = newPassword();
  try {
    await insertUser(db, randomBytes(16).toString('hex'), email, await hashPassword(password));
  } catch (error) {
    if (isUniqueViolation(error)) throw new Error(`${email} has an account already`);
    throw error;
  }
  return password;
}

/** Gives an account a new password, which it answers, and signs it out everywhere. Throws an error for people when there is none. */
export async function resetPassword(db: Database, email: string): Promise<string> {
  const id = await accountOf(db, email);
  const password = newPassword();
  await setPassword(db, id, await hashPassword(password));
  return password;
}

/** The id of an account. Throws an error for people when there is none. */
export async function accountOf(db: Database, email: string): Promise<string> {
  const id = await findUserId(db, email);
  if (id === null) throw new Error(`nobody has an account as ${email}`);
  return id;
}
