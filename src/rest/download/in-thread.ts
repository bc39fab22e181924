import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TableRow } from './table.ts';
import type { Job, Message } from './thread.ts';

const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

/**
 * A file of some rows, in pieces, written in a thread: a row group of Parquet and the end of a file would hold the event loop.
 * The next page is read when the bytes of the last one were taken. The thread ends with its reader.
 */
export async function* writtenInThread(job: Job, pages: AsyncIterable<readonly TableRow[]>): AsyncGenerator<Uint8Array, void> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: job,
    resourceLimits: LIMITS,
    execArgv: [],
    env: codeCache(),
  });
  let waiting: PromiseWithResolvers<Uint8Array> | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  worker.on('message', (bytes: Uint8Array) => waiting?.resolve(bytes));
  worker.on('error', fail).on('exit', () => fail(new Error('The thread of a download ended')));
  const write = (message: Message): Promise<Uint8Array> => {
    if (failure) throw failure;
    waiting = Promise.withResolvers();
    worker.postMessage(message);
    return waiting.promise;
  };
  try {
    for await (const page of pages) yield* some(await write(page));
    yield* some(await write(null));
  } finally {
    await worker.terminate();
  }
}

const some = (bytes: Uint8Array) => (bytes.length > 0 ? [bytes] : []);

/** The folder of this process's compile cache, if it has one: without it a thread loads the type stripper, 20 MB. */
function codeCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir(); // of this version of Node, in the folder to name
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
