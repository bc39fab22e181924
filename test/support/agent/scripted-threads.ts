import { openPool, type PoolOptions } from '../../../src/agent/thread-pool.ts';
import { until } from '../until.ts';

const [ASKED, BEGUN, ANSWERED, BROKEN] = [0, 1, 2, 3];

/** Signals in place of the stage that it works on a message, and waits until the test decides the result. */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ stage, place }) => {
      Atomics.store(stage, place, ${BEGUN});
      Atomics.wait(stage, place, ${BEGUN});
      if (Atomics.load(stage, place) === ${BROKEN}) throw new Error('broken');
      parentPort.postMessage(place);
    });`)}`,
);

const PLACES = 100;

/**
 * A pool whose threads are controlled by the test, with a clock that only the test advances: the order of service depends on neither
 * machine nor time.
 */
export function openScriptedPool(options: Pick<PoolOptions, 'threads'> & Partial<PoolOptions>) {
  let now = 0;
  const stage = new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT));
  const names: string[] = [];
  const pool = openPool<{ stage: Int32Array; place: number }, number>({
    name: 'test',
    entry: ENTRY,
    memoryMb: 64,
    seconds: 600,
    now: () => now,
    ...options,
  });
  const isBegun = (name: string) => Atomics.load(stage, names.indexOf(name)) === BEGUN;
  const end = async (name: string, ms: number, how: number) => {
    await until(() => isBegun(name));
    now += ms;
    Atomics.store(stage, names.indexOf(name), how);
    Atomics.notify(stage, names.indexOf(name));
  };
  return {
    pool,
    /** The current work of the threads. */
    atWork: () => names.filter(isBegun),
    /** Submits work under a name of its own. */
    ask(name: string, signal: AbortSignal, how?: { again: boolean }): Promise<number> {
      Atomics.store(stage, names.length, ASKED);
      names.push(name);
      return pool.ask({ stage, place: names.length - 1 }, signal, how);
    },
    /** Waits until a thread works on it, advances the clock by `ms`, and lets the thread answer. */
    answer: (name: string, ms = 0) => end(name, ms, ANSWERED),
    /** Waits until a thread works on it, advances the clock by `ms`, and lets the thread crash. */
    breakAt: (name: string, ms = 0) => end(name, ms, BROKEN),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
    },
  };
}
