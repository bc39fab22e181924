import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE, type Patience } from '../../domain/work/patience.ts';
import { sleepWhileRunning } from '../../domain/work/running-time.ts';
import { openClient } from './client.ts';

const CLOSE_MS = 10;

/** Whether the database answers, asked once a second on a connection of its own. */
export interface DatabaseHealth extends AsyncDisposable {
  isUp(): boolean;
  /** Milliseconds since the database was last unavailable; Infinity when it never was. */
  upFor(): number;
  /** Calls back whenever the database becomes unavailable, with what it refused or that it was silent. Dispose it to be called no more. */
  onUnavailable(listener: (cause: string) => void): Disposable;
}

/**
 * Watches a database. It is unavailable at once when it refuses, and after two silent checks in a row (6 s). Only time in which this
 * process ran counts, so a process that was stopped reads the answers that arrived meanwhile first.
 */
export function openDatabaseHealth(
  url: string,
  name: string,
  patience: Patience['health'] = PATIENCE.health,
  open: typeof openClient = openClient,
): DatabaseHealth {
  const client = open(url, { max: 1, connectSeconds: 30, name: `${name} health` }); // what is silent is cut long before
  const closing = new AbortController();
  const listeners = new Set<(cause: string) => void>();
  let up = true;
  let unavailableAt = Number.NEGATIVE_INFINITY;

  const ask = async () => {
    const late = new AbortController();
    const answer = client.sql`select 1`.then(
      () => 'here' as const,
      (error: Error) => error,
    );
    const silence = sleepWhileRunning(patience.silentMs, late.signal).then(() => 'silent' as const);
    return Promise.race([answer, silence]).finally(() => late.abort());
  };
  const watch = async () => {
    for (let silences = 0; !closing.signal.aborted; ) {
      const answer = await ask();
      if (closing.signal.aborted) return;
      silences = answer === 'silent' ? silences + 1 : 0;
      if (silences === 1 && up) {
        client.cut();
        await sleepWhileRunning(CLOSE_MS, closing.signal); // a question down the dying connection fails, and says nothing of the database
        continue;
      }
      if (answer !== 'here') {
        unavailableAt = performance.now();
        client.cut();
        const cause = answer === 'silent' ? 'it is silent' : answer.message;
        if (up) for (const listener of [...listeners]) listener(cause);
      }
      up = answer === 'here';
      await sleep(up ? patience.everyMs : patience.unavailableEveryMs, null, { signal: closing.signal }).catch(() => {});
    }
  };
  const watching = watch();

  return {
    isUp: () => up,
    upFor: () => (up ? performance.now() - unavailableAt : 0),
    onUnavailable(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      client.cut();
      await watching;
      await client[Symbol.asyncDispose]();
    },
  };
}
