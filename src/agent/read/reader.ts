import type { Page } from '../../domain/page/page.ts';
import { openPool, type PoolOptions, ThreadFailure } from '../thread-pool.ts';
import type { RawDocument } from './read-document.ts';
import { ReadFailure } from './read-failure.ts';
import type { Reading } from './read-worker.ts';

export interface ReaderOptions extends Omit<PoolOptions, 'name' | 'entry'> {
  /** Receives the number of a page's addresses dropped for their length. */
  onDropped?: (n: number) => void;
}

export interface Reader extends AsyncDisposable {
  /** A document as a page. Throws ReadFailure, or the signal's reason as soon as it is aborted. */
  read(document: RawDocument, signal: AbortSignal): Promise<Page>;
}

/**
 * Reads documents in separate threads: a hostile, slow or large one ends only its thread, which is replaced. Such a document is read once
 * more, with no other retry beside it.
 */
export function openReader(options: ReaderOptions): Reader {
  const pool = openPool<RawDocument, Reading>({ ...options, name: 'reader', entry: new URL('./read-worker.ts', import.meta.url) });
  return {
    async read(document, signal) {
      const reading = await pool.ask(document, signal, { again: true }).catch((error: unknown) => {
        throw error instanceof ThreadFailure ? failureOf(error, options) : error;
      });
      if ('page' in reading) {
        if (reading.dropped > 0) options.onDropped?.(reading.dropped);
        return reading.page;
      }
      throw new ReadFailure(reading.failure.code, reading.failure.message);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function failureOf(error: ThreadFailure, { seconds }: ReaderOptions): ReadFailure {
  if (error.code === 'timeout') return new ReadFailure('timeout', `The document takes longer than ${seconds} s to read`);
  if (error.code === 'memory') return new ReadFailure('memory', 'The document takes too much memory to read');
  return new ReadFailure('crashed', `The document could not be read: ${error.message}`, { cause: error });
}
