import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Fault, websetNotFound } from '../../domain/errors.ts';
import { downloadName } from '../../domain/export.ts';
import { websetId } from '../../domain/webset-state.ts';
import type { Context } from '../../graphql/builder.ts';
import { refusePlain } from '../errors.ts';
import type { Documents } from '../execute.ts';
import { bomInput, verdictInput, viewInput } from '../export.ts';
import { openSession } from '../rows.ts';
import { sendPieces } from '../send.ts';
import { cellsOf, columnsOf, csvOf } from './cells.ts';
import { writtenInThread } from './in-thread.ts';
import { DOWNLOAD_FORMATS } from './table.ts';
import type { ThreadLimit } from './thread-limit.ts';

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

/**
 * `GET /api/websets/{id}/download?format=csv|xlsx|parquet`: the dataset with the proof of each cell, matches first,
 * in a file named by the title. It refuses as the export does. Threads write the typed files, few at a time.
 */
export function createDownload(documents: Documents, threads: ThreadLimit) {
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

    const pieces = () => writtenInThread({ format, columns }, rows);
    await threads.run(caller, () => sendPieces(req, res, { pieces: pieces(), answer: caller.answer, headers }));
  };
}

async function* mapped<A, B>(some: AsyncIterable<A>, to: (one: A) => B): AsyncGenerator<B> {
  for await (const one of some) yield to(one);
}
