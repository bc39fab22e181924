import { Worker } from 'node:worker_threads';
import type { Page } from '../../domain/page.ts';
import { ReadFailure } from './failure.ts';
import type { RawDocument } from './read-document.ts';
import type { Reading } from './worker.ts';

export interface ReaderOptions {
  /** How many documents are read at once. */
  threads: number;
  /** The heap of one thread, in MB, and as much again in buffers, where a packed document unpacks. */
  memoryMb: number;
  /** How long one document may take. */
  seconds: number;
}

export interface Reader extends AsyncDisposable {
  /** A document as a page. Throws ReadFailure, or the signal's reason at once when it is aborted. */
  read(document: RawDocument, signal: AbortSignal): Promise<Page>;
}

const WEIGH_MS = 200;

interface Task {
  document: RawDocument;
  signal: AbortSignal;
  settle: { resolve(page: Page): void; reject(reason: unknown): void };
}

/** Reads documents in threads of their own: one that is hostile, slow or too large costs its thread, which is replaced, and nothing else. */
export function openReader({ threads, memoryMb, seconds }: ReaderOptions): Reader {
  const idle: Worker[] = [];
  const waiting: Task[] = [];
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

  async function run({ document, signal, settle }: Task) {
    busy++;
    const worker = idle.pop() ?? startWorker();
    worker.ref();
    try {
      const reading = await answerOf(worker, document, AbortSignal.any([signal, closing.signal]), { memoryMb, seconds });
      worker.unref();
      idle.push(worker);
      if ('page' in reading) settle.resolve(reading.page);
      else settle.reject(new ReadFailure(reading.failure.code, reading.failure.message));
    } catch (error) {
      settle.reject(error);
      await worker.terminate();
    } finally {
      busy--;
      next();
    }
  }

  function startWorker(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
      execArgv: [],
      env: {}, // a thread that parses strangers' documents has no use for our secrets
    });
    worker.on('error', () => {}); // heard by whoever waits for an answer
    worker.on('exit', () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  return {
    read(document, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      if (signal.aborted || closing.signal.aborted) return Promise.reject(signal.aborted ? signal.reason : closing.signal.reason);
      const task: Task = { document, signal, settle: { resolve, reject } };
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
      closing.abort(new Error('The reader is closed'));
      for (const { settle } of waiting.splice(0)) settle.reject(closing.signal.reason);
      await Promise.all([...running, ...idle.splice(0).map((worker) => worker.terminate())]);
    },
  };
}

const tooLarge = () => new ReadFailure('memory', 'The document takes too much memory to read');

/** The thread's answer to one document. Whenever this throws, the thread is to be ended. */
async function answerOf(worker: Worker, document: RawDocument, signal: AbortSignal, { memoryMb, seconds }: Omit<ReaderOptions, 'threads'>) {
  const { promise, resolve, reject } = Promise.withResolvers<Reading>();
  const onError = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? tooLarge()
        : new ReadFailure('crashed', `The document could not be read: ${error.message}`, { cause: error }),
    );
  const weigh = async () => {
    const { external_memory: bytes } = await worker.getHeapStatistics(); // resourceLimits do not count buffers
    if (bytes > memoryMb * 1024 * 1024) reject(tooLarge());
  };
  const onExit = () => reject(new ReadFailure('crashed', 'The thread that read the document ended'));
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(() => reject(new ReadFailure('timeout', `The document takes longer than ${seconds} s to read`)), seconds * 1000);
  const scale = setInterval(() => weigh().catch(() => {}), WEIGH_MS);

  worker.on('message', resolve);
  worker.on('error', onError);
  worker.on('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    else worker.postMessage(document);
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
