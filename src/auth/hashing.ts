import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createLimiter } from '../domain/work/limiter.ts';
import { currentCaller } from './caller.ts';

/** Passwords hashed at a time, each of which takes a core: one core at least stays with other work. */
const HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Besides those of browsers that signed in to the account before. */
const HASHES_KNOWN = 1;

/** Makes hashes of passwords and compares passwords with them. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(input: { hash: string; password: string }): Promise<boolean>;
}

/** better-auth's: scrypt, 70 ms of the processor. */
export const SCRYPT: PasswordHasher = { hash: hashPassword, verify: verifyPassword };

/**
 * Hashes passwords, one of a client at a time; clients take turns. Browsers that signed in to the account before have a place of their own,
 * so that others do not slow them. Throws REQUEST_TIMEOUT when a client leaves before its turn.
 */
export function createHashing(passwords: PasswordHasher = SCRYPT): PasswordHasher {
  const byClient = createLimiter({ each: 1, all: HASHES });
  const byAccount = createLimiter({ each: 1, all: HASHES_KNOWN });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const caller = currentCaller();
    if (!caller) return work();
    const { client, account, left } = caller;
    return account === null ? byClient.run(client, work, left) : byAccount.run(account, work, left);
  };
  return {
    hash: (password) => inTurn(() => passwords.hash(password)),
    verify: (input) => inTurn(() => passwords.verify(input)),
  };
}
