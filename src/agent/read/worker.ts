import { parentPort } from 'node:worker_threads';
import type { Page } from '../../domain/page/page.ts';
import { ReadFailure, type ReadFailureCode } from './failure.ts';
import { type RawDocument, readDocument } from './read-document.ts';

/** What a reading thread answers: the page and how many addresses were too long for it, or why there is none. */
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
    throw error; // a bug of ours: the thread dies of it and the pool says so
  }
}
