import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { clientLeft, Fault, websetNotFound } from '../../domain/errors.ts';
import { downloadName } from '../../domain/export.ts';
import { websetId } from '../../domain/webset.ts';
import type { Patience } from '../../domain/work/patience.ts';
import type { Recipient } from '../../domain/work/recipient.ts';
import type { Context } from '../../graphql/builder.ts';
import { createAnswerMemory } from '../../services/answers/memory.ts';
import { refusePlain } from '../errors.ts';
import type { Documents } from '../execute.ts';
import { bomInput, verdictInput, viewInput } from '../export.ts';
import { openSession } from '../rows.ts';
import { sendPieces } from '../send.ts';
import { cellsOf, columnsOf, csvOf } from './cells.ts';
import { writtenInThread } from './in-thread.ts';
import { DOWNLOAD_FORMATS } from './table.ts';

export const downloadFormatInput = z.enum(DOWNLOAD_FORMATS, { error: 'format must be csv, xlsx or parquet' });
export const proofInput = z.enum(['0', '1'], { error: 'proof must be 0 or 1' }).default('1');
const downloadInput = z
  .object({ format: downloadFormatInput, bom: bomInput, verdict: verdictInput, view: viewInput, proof: proofInput })
  .refine(({ format, bom }) => bom === '0' || format === 'csv', { path: ['bom'], error: 'bom is for csv alone' });

export const DOWNLOAD_MEDIA = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
};
/** Threads that write at a time, of one caller and of all: each takes up to 100 MB. */
const THREADS = { each: 1, all: 3 };
/** Bytes that stand for a thread, where turns are counted in bytes. */
const THREAD = 1_000_000;
/** Downloads of a caller at a time, one that is written and one that waits: each holds one of the caller's places. */
const AT_ONCE = 2;
const AGAIN_SECONDS = 10;

/** What downloads stand on. */
interface DownloadDeps {
  documents: Documents;
  recipientOf(res: Response): Recipient;
  /** How long a download waits for a thread. */
  patience: Patience['answers'];
}

/**
 * `GET /api/websets/{id}/download?format=csv|xlsx|parquet`: the dataset with what proves each cell, matches first, in a file named by the title. It refuses as the export does.
 * A thread writes typed files: whoever comes while all of them write waits; those whose clients leave the file lying give way.
 */
export function createDownload({ documents, recipientOf, patience }: DownloadDeps) {
  const under = new Map<string, number>();
  const turns = createAnswerMemory({ each: THREADS.each * THREAD, all: THREADS.all * THREAD, patience });
  return async (enter: () => Promise<Context>, req: Request, res: Response): Promise<void> => {
    const input = downloadInput.safeParse(req.query);
    if (!input.success) return refusePlain(res, new Fault('BAD_REQUEST', input.error.issues[0]?.message ?? ''));
    const id = websetId.safeParse(req.params.id);
    if (!id.success) return refusePlain(res, websetNotFound());

    const { format, bom, verdict, view, proof } = input.data;
    const caller = await enter();
    const asked = { verdict, view, details: proof === '1', matchesFirst: true };
    const { session, pages } = await openSession(documents, caller, id.data, asked);
    const columns = columnsOf(session, asked.details);
    const rows = mapped(pages, (page) => page.map(cellsOf));
    const name = downloadName(session.title ?? session.originalQuery, session.id, format);
    const headers = { 'Content-Type': DOWNLOAD_MEDIA[format], 'Content-Disposition': contentDisposition(name) };
    if (format === 'csv') return sendPieces(req, res, { pieces: csvOf(columns, rows, bom === '1'), answer: caller.answer, headers });

    if (res.closed) throw clientLeft(); // nothing would end its turn
    const client = caller.client ?? '';
    const others = under.get(client) ?? 0;
    if (others >= AT_ONCE)
      return refusePlain(
        res,
        new Fault('TOO_MANY_REQUESTS', `${AT_ONCE} downloads are under way from here: try again when one has ended`, {
          retryAfter: AGAIN_SECONDS,
        }),
      );
    under.set(client, others + 1);
    const turn = turns.open(client, 'paged', recipientOf(res));
    res.once('close', () => {
      turn.close();
      const left = (under.get(client) ?? 1) - 1;
      if (left > 0) under.set(client, left);
      else under.delete(client);
    });
    await turn.hold(THREAD);
    await sendPieces(req, res, { pieces: writtenInThread({ format, columns }, rows), answer: caller.answer, headers });
  };
}

async function* mapped<A, B>(some: AsyncIterable<A>, to: (one: A) => B): AsyncGenerator<B> {
  for await (const one of some) yield to(one);
}
