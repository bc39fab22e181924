import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from './client.ts';

const EVERY_MS = 1000;
const AWAY_EVERY_MS = 250;
const PATIENCE_MS = 3000;

/** Whether the database answers, asked once a second on a connection of its own. */
export interface Pulse extends AsyncDisposable {
  isUp(): boolean;
  /** Milliseconds since the database was last away; Infinity when it never was. */
  upFor(): number;
  /** Calls back whenever the database goes away. Dispose it to hear no more. */
  onAway(hear: () => void): Disposable;
}

/** Feels the pulse of a database: away at once when it refuses; when it is silent twice in a row, 6 s, since a busy machine is not a dead one. */
export function openPulse(url: string, name: string): Pulse {
  const client = openClient(url, { max: 1, connectSeconds: 3, name: `${name} pulse` });
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let up = true;
  let awayAt = Number.NEGATIVE_INFINITY;

  const answers = async () => {
    const late = new AbortController();
    const answer = client.sql`select 1`.then(
      () => 'here' as const,
      () => 'refused' as const,
    );
    const patience = sleep(PATIENCE_MS, 'silent' as const, { signal: late.signal }).catch(() => 'silent' as const);
    return Promise.race([answer, patience]).finally(() => late.abort());
  };
  const beat = async () => {
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
        awayAt = performance.now();
        client.cut();
        if (up) for (const hear of [...listeners]) hear();
      }
      up = answered;
      await sleep(up ? EVERY_MS : AWAY_EVERY_MS, null, { signal: closing.signal }).catch(() => {});
    }
  };
  const life = beat();

  return {
    isUp: () => up,
    upFor: () => (up ? performance.now() - awayAt : 0),
    onAway(hear) {
      listeners.add(hear);
      return { [Symbol.dispose]: () => void listeners.delete(hear) };
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      client.cut();
      await life;
      await client[Symbol.asyncDispose]();
    },
  };
}
