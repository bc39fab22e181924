import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';
import { sleepWhileRunning } from '../domain/work/running-time.ts';
import { openShares } from './thread-shares.ts';

export interface PoolOptions {
  /** Named in errors: reader, judge. */
  name: string;
  /** The module that each thread runs: it answers each message with one message. */
  entry: URL;
  /** The number of threads. */
  threads: number;
  /** Heap of one thread in MB; its buffers may take as much again. */
  memoryMb: number;
  /** Processor seconds for one answer. */
  seconds: number;
  /** Extra time for a thread that starts, and how many times its processor time an answer may take by the clock. */
  patience?: Pick<Patience['threads'], 'startingMs' | 'elapsedTimes'>;
  /** Returns the `workerData` of threads; called when the first thread starts. */
  data?: () => unknown;
  /** The clock for callers' shares, in milliseconds. */
  now?: () => number;
  /** Whether one thread starts with the pool, so that the first message finds its code loaded. Otherwise threads start on demand. */
  isWarm?: boolean;
}

export interface Asking {
  /** Processor milliseconds for this message instead of the pool's. */
  ms?: number;
  /** Whether a message that ends its thread is tried once more. Only one such retry runs at a time. */
  again?: boolean;
}

export interface ThreadPool<Ask, Answer> extends AsyncDisposable {
  /**
   * The thread's answer. Throws ThreadFailure, or the signal's reason as soon as it is aborted, which ends the thread. The signal
   * identifies the caller: callers that used the least thread time are served first (thread-shares.ts).
   */
  ask(message: Ask, signal: AbortSignal, how?: Asking): Promise<Answer>;
}

/** A thread that gave no answer: it exceeded its time or memory, or crashed. */
export class ThreadFailure extends Error {
  readonly code: 'timeout' | 'memory' | 'crashed';

  constructor(code: ThreadFailure['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ThreadFailure';
    this.code = code;
  }
}

const WEIGH_MS = 200;

interface Task<Ask, Answer> {
  message: Ask;
  signal: AbortSignal;
  ms: number;
  again: boolean;
  isSecond: boolean;
  settle: { resolve(answer: Answer): void; reject(reason: unknown): void };
}

/** Threads for work whose cost depends on untrusted documents: one that exceeds its limits loses its thread, which is replaced. */
export function openPool<Ask, Answer>(options: PoolOptions): ThreadPool<Ask, Answer> {
  const { name, entry, threads, memoryMb, patience = PATIENCE.threads, now = () => performance.now() } = options;
  const idle: Worker[] = [];
  const waiting: Task<Ask, Answer>[] = [];
  const shares = openShares();
  const again: Task<Ask, Answer>[] = [];
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  let busy = 0;
  let isAloneTaken = false;

  function next() {
    while (busy < threads && waiting.length > 0) {
      busy++;
      begin(shares.take(waiting), () => busy--);
    }
    if (isAloneTaken || again.length === 0) return;
    isAloneTaken = true;
    begin(shares.take(again), () => {
      isAloneTaken = false;
    });
  }

  function begin(task: Task<Ask, Answer>, leave: () => void) {
    const done = run(task).finally(() => {
      running.delete(done);
      leave();
      next();
    });
    running.add(done);
  }

  async function run(task: Task<Ask, Answer>) {
    const { message, signal, ms, settle } = task;
    const began = now();
    const worker = (task.isSecond ? undefined : idle.pop()) ?? startWorker();
    worker.ref();
    try {
      const answer = await answerOf<Ask, Answer>(worker, message, AbortSignal.any([signal, closing.signal]), { memoryMb, ms, patience });
      worker.unref();
      if (idle.length < threads) idle.push(worker);
      else void worker.terminate();
      settle.resolve(answer);
    } catch (error) {
      if (error instanceof ThreadFailure && task.again && !task.isSecond && !signal.aborted) again.push({ ...task, isSecond: true });
      else settle.reject(error);
      await worker.terminate();
    } finally {
      shares.charge(signal, now() - began);
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      execArgv: [],
      workerData: options.data?.(),
      env: codeCache(), // without the environment's secrets: the thread works on untrusted documents
    });
    worker.on('error', () => {}); // the caller that waits for the answer handles it
    worker.on('exit', () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  if (options.isWarm) {
    const worker = startWorker();
    worker.unref();
    idle.push(worker);
  }

  return {
    ask(message, signal, { ms = options.seconds * 1000, again: isPatient = false } = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      if (signal.aborted || closing.signal.aborted) return Promise.reject(signal.aborted ? signal.reason : closing.signal.reason);
      const task: Task<Ask, Answer> = { message, signal, ms, again: isPatient, isSecond: false, settle: { resolve, reject } };
      shares.join(signal);
      waiting.push(task);
      const leave = () => {
        for (const line of [waiting, again]) {
          const at = line.findIndex(({ settle }) => settle === task.settle);
          if (at >= 0) line.splice(at, 1);
        }
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      next();
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error(`The ${name} is closed`));
      for (const { settle } of [...waiting.splice(0), ...again.splice(0)]) settle.reject(closing.signal.reason);
      await Promise.all([...running, ...idle.splice(0).map((worker) => worker.terminate())]);
    },
  };
}

/** The folder of compiled code, where this process has one: a thread that uses it starts in half the time. */
function codeCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir(); // includes a subfolder for this version of Node
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

const tooLarge = () => new ThreadFailure('memory', 'It takes too much memory');

/** The thread's answer to one message. When this throws, the caller must end the thread. */
async function answerOf<Ask, Answer>(
  worker: Worker,
  message: Ask,
  signal: AbortSignal,
  { memoryMb, ms, patience }: Required<Pick<PoolOptions, 'memoryMb' | 'patience'>> & { ms: number },
) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : new ThreadFailure('crashed', error.message, { cause: error }));
  const tooLong = () => reject(new ThreadFailure('timeout', `It takes longer than ${ms / 1000} s`));
  const before = await worker.cpuUsage().catch(() => undefined); // unavailable while a thread is starting
  const allowed = before ? ms : ms + patience.startingMs;
  const weigh = async () => {
    const { external_memory: bytes } = await worker.getHeapStatistics(); // resourceLimits do not count buffers
    if (bytes > memoryMb * 1024 * 1024) reject(tooLarge());
    const { user, system } = await worker.cpuUsage(before);
    if ((user + system) / 1000 > allowed) tooLong();
  };
  const onExit = () => reject(new ThreadFailure('crashed', 'Its thread ended'));
  const onAbort = () => reject(signal.reason);
  const ended = new AbortController();
  void sleepWhileRunning(allowed * patience.elapsedTimes, ended.signal).then(tooLong); // ignored once `ended`
  const scale = setInterval(() => weigh().catch(() => {}), WEIGH_MS);

  worker.on('message', resolve);
  worker.on('error', onError);
  worker.on('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    else worker.postMessage(message);
    return await promise;
  } finally {
    ended.abort();
    clearInterval(scale);
    worker.off('message', resolve);
    worker.off('error', onError);
    worker.off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}
