import type { Request, Response } from 'express';
import { z } from 'zod';
import { Fault, websetNotFound } from '../domain/errors.ts';
import { csvHeader, csvRow, EXPORT_FORMATS, exportName } from '../domain/export.ts';
import { VERDICTS } from '../domain/verdict.ts';
import { websetId } from '../domain/webset-state.ts';
import type { Context } from '../graphql/builder.ts';
import { refusePlain } from './errors.ts';
import type { Documents } from './execute.ts';
import { documentJson, rowJson } from './json.ts';
import { openSession, type Session, type SheetRow } from './rows.ts';
import { sendPieces } from './send.ts';

export const formatInput = z.enum(EXPORT_FORMATS, { error: 'format must be csv or json' }).default('csv');
export const bomInput = z.enum(['0', '1'], { error: 'bom must be 0 or 1' }).default('0');
export const verdictInput = z.enum(VERDICTS, { error: `verdict must be one of ${VERDICTS.join(', ')}` }).optional();
export const viewInput = z.guid({ error: 'view must be the id of a view' }).toLowerCase().optional();
export const detailsInput = z.enum(['0', '1'], { error: 'details must be 0 or 1' }).default('0');

const exportInput = z
  .object({ format: formatInput, bom: bomInput, verdict: verdictInput, view: viewInput, details: detailsInput })
  .refine(({ format, bom }) => bom === '0' || format === 'csv', { path: ['bom'], error: 'bom is for csv alone' })
  .refine(({ format, details }) => details === '0' || format === 'json', { path: ['details'], error: 'details is for json alone' });
const MEDIA = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * `GET /api/sessions/{id}/export` (spec section 4, and parameters of ours), and the same by the id of a share.
 * Rows are written as they are read, page by page.
 */
export async function exportSession(documents: Documents, enter: () => Promise<Context>, req: Request, res: Response): Promise<void> {
  const input = exportInput.safeParse(req.query);
  if (!input.success) return refusePlain(res, new Fault('BAD_REQUEST', input.error.issues[0]?.message ?? ''));
  const id = websetId.safeParse(req.params.id);
  if (!id.success) return refusePlain(res, websetNotFound());

  const { format, bom, verdict, view, details } = input.data;
  const caller = await enter();
  const { session, pages } = await openSession(documents, caller, id.data, { verdict, view, details: details === '1' });
  await sendPieces(req, res, {
    pieces: format === 'csv' ? csvOf(session, pages, bom === '1') : jsonOf(session, pages, details === '1'),
    answer: caller.answer,
    headers: {
      'Content-Type': MEDIA[format],
      'Content-Disposition': `attachment; filename="${exportName(session.id, format)}"`,
    },
  });
}

/** With a byte order mark, Excel takes it for UTF-8. */
async function* csvOf(session: Session, pages: AsyncIterable<readonly SheetRow[]>, bom: boolean) {
  yield (bom ? BYTE_ORDER_MARK : '') + csvHeader(session.enrichments, session.criteria);
  for await (const rows of pages) yield rows.map(csvRow).join('');
}

function jsonOf(session: Session, pages: AsyncIterable<readonly SheetRow[]>, withId: boolean) {
  const { id, originalQuery, category, status, createdAt } = session;
  const criteria = session.criteria.map(({ label, description }) => ({ label, description }));
  const enrichments = session.enrichments.map(({ label, description, format }) => ({ label, description, format }));
  const head = { id, query: originalQuery, category, status, createdAt, criteria, enrichments };
  return documentJson(head, 'results', pages, rowJson(session, withId));
}
