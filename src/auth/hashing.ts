import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { createLimiter } from '../domain/work/limiter.ts';
import { currentCaller } from './caller.ts';

/** Passwords hashed at a time, each of which takes a core: one core at least stays with other work. */
const HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Besides those of browsers that signed in to the account before. */
const HASHES_KNOWN = 1;

/**
 * better-auth's hashing, one at a time a client; clients take turns. Browsers that signed in to the account before have a place of their own, so that
 * nobody else slows them. Throws REQUEST_TIMEOUT when a client leaves before its turn.
 */
export function createHashing() {
  const byClient = createLimiter({ each: 1, all: HASHES });
  const byAccount = createLimiter({ each: 1, all: HASHES_KNOWN });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const caller = currentCaller();
    if (!caller) return work();
    const { client, account, left } = caller;
    return account === null ? byClient.run(client, work, left) : byAccount.run(account, work, left);
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (input: Parameters<typeof verifyPassword>[0]) => inTurn(() => verifyPassword(input)),
  };
}
