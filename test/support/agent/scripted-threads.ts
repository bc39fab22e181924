import { openPool, type PoolOptions } from '../../../src/agent/thread-pool.ts';
import { until } from '../until.ts';

const [ASKED, BEGUN, ANSWERED, BROKEN] = [0, 1, 2, 3];

/** Says in its place of the stage that it works on a message, and waits there until the test says how that ends. */
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

/** A pool whose threads do what the test says, when it says so, by a clock that only the test moves: who is served when is told by it, not by the machine. */
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
    /** What threads work on at present. */
    atWork: () => names.filter(isBegun),
    /** Asks under a name of its own. */
    ask(name: string, signal: AbortSignal, how?: { again: boolean }): Promise<number> {
      Atomics.store(stage, names.length, ASKED);
      names.push(name);
      return pool.ask({ stage, place: names.length - 1 }, signal, how);
    },
    /** Waits until a thread works on it, lets so much time pass and the thread answer. */
    answer: (name: string, ms = 0) => end(name, ms, ANSWERED),
    /** Waits until a thread works on it, lets so much time pass and the thread break. */
    breakAt: (name: string, ms = 0) => end(name, ms, BROKEN),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
    },
  };
}
