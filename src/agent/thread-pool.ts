import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PATIENCE, type Patience } from '../domain/work/patience.ts';
import { sleepWhileRunning } from '../domain/work/running-time.ts';
import { openShares } from './thread-shares.ts';

export interface PoolOptions {
  /** What the pool calls itself: reader, judge. */
  name: string;
  /** The module that each thread runs: it answers every message with one. */
  entry: URL;
  /** How many messages are answered at once. */
  threads: number;
  /** The heap of one thread, in MB, and as much again in buffers. */
  memoryMb: number;
  /** How much of the processor's time one answer may take. */
  seconds: number;
  /** What a thread that is new may take beside, and how many times as long an answer may take in all. */
  patience?: Pick<Patience['threads'], 'startingMs' | 'elapsedTimes'>;
  /** What a thread is started with (`workerData`), asked for when the first one starts. */
  data?: () => unknown;
  /** What the shares of those who ask are counted by, in milliseconds. */
  now?: () => number;
  /** Whether a thread starts with the pool, so that the first message finds its code loaded. Else each starts with the first message that needs it. */
  isWarm?: boolean;
}

export interface Asking {
  /** Another time for this one, in milliseconds of the processor's. */
  ms?: number;
  /** A message at which its thread was ended is tried once more, alone: in a thread that no other is tried in meanwhile. */
  again?: boolean;
}

export interface ThreadPool<Ask, Answer> extends AsyncDisposable {
  /**
   * The thread's answer. Throws ThreadFailure, or the signal's reason at once when it is aborted: then its thread is ended, too. Who asks is known by
   * the signal: of the callers that wait, whoever used the least of the threads' time is served first (thread-shares.ts).
   */
  ask(message: Ask, signal: AbortSignal, how?: Asking): Promise<Answer>;
}

/** A thread that did not answer: it took too long, too much memory, or broke. */
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

/** Threads for work that strangers' documents decide the cost of: what is hostile, slow or too large costs its thread, which is replaced. */
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
      env: codeCache(), // and nothing else: a thread that works on strangers' documents has no use for our secrets
    });
    worker.on('error', () => {}); // heard by whoever waits for an answer
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

/** Where this process keeps compiled code, if it does: a thread that finds its code there starts in half the time. */
function codeCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir(); // of this version of Node, in the folder to name
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

const tooLarge = () => new ThreadFailure('memory', 'It takes too much memory');

/** The thread's answer to one message. Whenever this throws, the thread is to be ended. */
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
  const before = await worker.cpuUsage().catch(() => undefined); // none of a thread that is starting
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
  void sleepWhileRunning(allowed * patience.elapsedTimes, ended.signal).then(tooLong); // which nobody hears once it has ended
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
