import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TableRow } from './table.ts';
import type { Job, Message } from './thread.ts';

const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

/**
 * A file of some rows, piece by piece, written in a thread of its own: a row group of Parquet and the end of a file are each written in one go,
 * which would hold the event loop. No page is read before what the last one gave is taken. The thread ends with whoever reads.
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

/** Where this process keeps compiled code, if it does: without it a thread loads what strips the types, 20 MB. */
function codeCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir(); // of this version of Node, in the folder to name
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
