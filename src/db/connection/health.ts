import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from './client.ts';

const EVERY_MS = 1000;
const UNAVAILABLE_EVERY_MS = 250;
const PATIENCE_MS = 3000;

/** Whether the database answers, asked once a second on a connection of its own. */
export interface DatabaseHealth extends AsyncDisposable {
  isUp(): boolean;
  /** Milliseconds since the database was last unavailable; Infinity when it never was. */
  upFor(): number;
  /** Calls back whenever the database becomes unavailable. Dispose it to be called no more. */
  onUnavailable(listener: () => void): Disposable;
}

/** Watches a database: unavailable at once when it refuses, and when it is silent twice in a row, 6 s, since a busy machine is not a dead one. */
export function openDatabaseHealth(url: string, name: string): DatabaseHealth {
  const client = openClient(url, { max: 1, connectSeconds: 3, name: `${name} health` });
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let up = true;
  let unavailableAt = Number.NEGATIVE_INFINITY;

  const answers = async () => {
    const late = new AbortController();
    const answer = client.sql`select 1`.then(
      () => 'here' as const,
      () => 'refused' as const,
    );
    const patience = sleep(PATIENCE_MS, 'silent' as const, { signal: late.signal }).catch(() => 'silent' as const);
    return Promise.race([answer, patience]).finally(() => late.abort());
  };
  const watch = async () => {
    for (let silences = 0; !closing.signal.aborted; ) {
      const answer = await answers();
      if (closing.signal.aborted) return;
      silences = answer === 'silent' ? silences + 1 : 0;
      const answered = answer === 'here';
      if (silences === 1 && up) {
        client.cut(); // asked again on another connection
        continue;
      }
      if (!answered) {
        unavailableAt = performance.now();
        client.cut();
        if (up) for (const listener of [...listeners]) listener();
      }
      up = answered;
      await sleep(up ? EVERY_MS : UNAVAILABLE_EVERY_MS, null, { signal: closing.signal }).catch(() => {});
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
