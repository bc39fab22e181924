import { parentPort } from 'node:worker_threads';
import type { Page } from '../../domain/page/page.ts';
import { type RawDocument, readDocument } from './read-document.ts';
import { ReadFailure, type ReadFailureCode } from './read-failure.ts';

/** The answer of a reading thread: the page and the number of addresses dropped for their length, or the failure. */
export type Reading = { page: Page; dropped: number } | { failure: { code: ReadFailureCode; message: string } };

parentPort?.on('message', async (document: RawDocument) => {
  parentPort?.postMessage(await reading(document));
});

async function reading(document: RawDocument): Promise<Reading> {
  try {
    let dropped = 0;
    const page = await readDocument(document, (n) => {
      dropped = n;
    });
    return { page, dropped };
  } catch (error) {
    if (error instanceof ReadFailure) return { failure: { code: error.code, message: error.message } };
    throw error; // a bug of ours: it ends the thread, which the pool reports
  }
}
