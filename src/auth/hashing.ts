import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Fault } from '../domain/errors.ts';
import { createLimiter } from '../domain/work/limiter.ts';
import { currentCaller } from './caller.ts';

/** Passwords hashed at a time, each of which takes a core: one core at least stays with other work. */
const HASHES = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Besides those of browsers that signed in to the account before. */
const HASHES_KNOWN = 1;
/** Hashes that one client may have asked for at a time: the one at work, and those that wait. */
const ASKED_MAX = 20;

/**
 * better-auth's hashing, one at a time a client; clients take turns. Browsers that signed in to the account before have a place of their own, so that
 * nobody else slows them. Throws SERVICE_UNAVAILABLE when a client asks for too many, and REQUEST_TIMEOUT when it leaves before its turn.
 */
export function createHashing() {
  const byClient = createTurns(HASHES);
  const byAccount = createTurns(HASHES_KNOWN);
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const caller = currentCaller();
    if (!caller) return work();
    const { client, account, left } = caller;
    return account === null ? byClient(client, work, left) : byAccount(account, work, left);
  };
  return {
    hash: (password: string) => inTurn(() => hashPassword(password)),
    verify: (input: Parameters<typeof verifyPassword>[0]) => inTurn(() => verifyPassword(input)),
  };
}

function createTurns(all: number) {
  const own = createLimiter({ each: 1 });
  const shared = createLimiter({ each: 1, all }); // of each key one is here at a time, so that its next one stands behind the other keys
  const asked = new Map<string, number>();
  return async <T>(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const before = asked.get(key) ?? 0;
    if (before >= ASKED_MAX) throw new Fault('SERVICE_UNAVAILABLE', 'Too many are signing in from here: try again', { retryAfter: 5 });
    asked.set(key, before + 1);
    try {
      return await own.run(key, () => shared.run(key, work, signal), signal);
    } finally {
      const left = (asked.get(key) ?? 1) - 1;
      if (left > 0) asked.set(key, left);
      else asked.delete(key);
    }
  };
}
