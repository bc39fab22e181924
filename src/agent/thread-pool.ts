import { Worker } from 'node:worker_threads';

export interface PoolOptions {
  /** What the pool calls itself: reader, judge. */
  name: string;
  /** The module that each thread runs: it answers every message with one. */
  entry: URL;
  /** How many messages are answered at once. */
  threads: number;
  /** The heap of one thread, in MB, and as much again in buffers. */
  memoryMb: number;
  /** How long one answer may take. */
  seconds: number;
}

export interface ThreadPool<Ask, Answer> extends AsyncDisposable {
  /** The thread's answer. Throws ThreadFailure, or the signal's reason at once when it is aborted: then its thread is ended, too. */
  ask(message: Ask, signal: AbortSignal): Promise<Answer>;
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
  settle: { resolve(answer: Answer): void; reject(reason: unknown): void };
}

/** Threads for work that strangers' documents decide the cost of: what is hostile, slow or too large costs its thread, which is replaced. */
export function openPool<Ask, Answer>(options: PoolOptions): ThreadPool<Ask, Answer> {
  const { name, entry, threads, memoryMb } = options;
  const idle: Worker[] = [];
  const waiting: Task<Ask, Answer>[] = [];
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  let busy = 0;

  function next() {
    while (busy < threads && waiting.length > 0) {
      const task = waiting.shift();
      if (!task) return;
      const done = run(task).finally(() => running.delete(done));
      running.add(done);
    }
  }

  async function run({ message, signal, settle }: Task<Ask, Answer>) {
    busy++;
    const worker = idle.pop() ?? startWorker();
    worker.ref();
    try {
      const answer = await answerOf<Ask, Answer>(worker, message, AbortSignal.any([signal, closing.signal]), options);
      worker.unref();
      idle.push(worker);
      settle.resolve(answer);
    } catch (error) {
      settle.reject(error);
      await worker.terminate();
    } finally {
      busy--;
      next();
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(entry, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      execArgv: [],
      env: {}, // a thread that works on strangers' documents has no use for our secrets
    });
    worker.on('error', () => {}); // heard by whoever waits for an answer
    worker.on('exit', () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  return {
    ask(message, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      if (signal.aborted || closing.signal.aborted) return Promise.reject(signal.aborted ? signal.reason : closing.signal.reason);
      const task: Task<Ask, Answer> = { message, signal, settle: { resolve, reject } };
      waiting.push(task);
      const leave = () => {
        const at = waiting.indexOf(task);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      next();
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error(`The ${name} is closed`));
      for (const { settle } of waiting.splice(0)) settle.reject(closing.signal.reason);
      await Promise.all([...running, ...idle.splice(0).map((worker) => worker.terminate())]);
    },
  };
}

const tooLarge = () => new ThreadFailure('memory', 'It takes too much memory');

/** The thread's answer to one message. Whenever this throws, the thread is to be ended. */
async function answerOf<Ask, Answer>(worker: Worker, message: Ask, signal: AbortSignal, { memoryMb, seconds }: PoolOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : new ThreadFailure('crashed', error.message, { cause: error }));
  const weigh = async () => {
    const { external_memory: bytes } = await worker.getHeapStatistics(); // resourceLimits do not count buffers
    if (bytes > memoryMb * 1024 * 1024) reject(tooLarge());
  };
  const onExit = () => reject(new ThreadFailure('crashed', 'Its thread ended'));
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(() => reject(new ThreadFailure('timeout', `It takes longer than ${seconds} s`)), seconds * 1000);
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
    clearTimeout(timer);
    clearInterval(scale);
    worker.off('message', resolve);
    worker.off('error', onError);
    worker.off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  }
}
