import type { Request, Response } from 'express';
import { z } from 'zod';
import { Fault, websetNotFound } from '../domain/errors.ts';
import { csvHeader, csvRow, EXPORT_FORMATS, exportName } from '../domain/export.ts';
import { websetId } from '../domain/webset.ts';
import type { Context } from '../graphql/builder.ts';
import { refusePlain } from './errors.ts';
import type { Documents } from './execute.ts';
import { documentJson, rowJson } from './json.ts';
import { openSession, type Session, type SheetRow } from './rows.ts';
import { sendPieces } from './send.ts';

export const formatInput = z.enum(EXPORT_FORMATS).default('csv');
const MEDIA = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** `GET /api/sessions/{id}/export?format=csv|json` (spec section 4): the rows are written as they are read, page by page. */
export async function exportSession(documents: Documents, enter: () => Promise<Context>, req: Request, res: Response): Promise<void> {
  const format = formatInput.safeParse(req.query.format);
  if (!format.success) return refusePlain(res, new Fault('BAD_REQUEST', 'format must be csv or json'));
  const id = websetId.safeParse(req.params.sessionId);
  if (!id.success) return refusePlain(res, websetNotFound());

  const caller = await enter();
  const { session, pages } = await openSession(documents, caller, id.data);
  await sendPieces(req, res, {
    pieces: format.data === 'csv' ? csvOf(session, pages) : jsonOf(session, pages),
    answer: caller.answer,
    headers: {
      'Content-Type': MEDIA[format.data],
      'Content-Disposition': `attachment; filename="${exportName(session.id, format.data)}"`,
    },
  });
}

async function* csvOf(session: Session, pages: AsyncIterable<readonly SheetRow[]>) {
  yield csvHeader(session.enrichments, session.criteria);
  for await (const rows of pages) yield rows.map(csvRow).join('');
}

function jsonOf(session: Session, pages: AsyncIterable<readonly SheetRow[]>) {
  const { id, originalQuery, category, status, createdAt } = session;
  const criteria = session.criteria.map(({ label, description }) => ({ label, description }));
  const enrichments = session.enrichments.map(({ label, description, format }) => ({ label, description, format }));
  const head = { id, query: originalQuery, category, status, createdAt, criteria, enrichments };
  return documentJson(head, 'results', pages, rowJson(session, false));
}
