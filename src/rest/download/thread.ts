import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { writeParquet } from './parquet.ts';
import type { TableColumn, TableRow, TypedFormat, WriteTable } from './table.ts';
import { writeXlsx } from './xlsx.ts';

/** The file that a thread writes. */
export interface Job {
  format: TypedFormat;
  columns: readonly TableColumn[];
}
/** A page of rows, or null after the last one; each is answered by the bytes that were written meanwhile. */
export type Message = readonly TableRow[] | null;

const WRITERS: Record<TypedFormat, WriteTable> = { xlsx: writeXlsx, parquet: writeParquet };

async function writeFor(port: NonNullable<typeof parentPort>) {
  const { format, columns } = workerData as Job;
  let written: Uint8Array[] = [];
  const answer = () => {
    const bytes = new Uint8Array(written.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of written) {
      bytes.set(piece, at);
      at += piece.length;
    }
    written = [];
    port.postMessage(bytes, [bytes.buffer]);
  };
  async function* pages() {
    for await (const [message] of on(port, 'message') as AsyncIterable<[Message]>) {
      if (message === null) return;
      yield message;
      answer();
    }
  }
  await WRITERS[format](columns, pages(), (piece) => written.push(piece));
  answer();
}

if (parentPort) await writeFor(parentPort);
