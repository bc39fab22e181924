import type { Request, Response } from 'express';
import { z } from 'zod';
import { clientLeft, Fault, websetNotFound } from '../../domain/errors.ts';
import { exportName } from '../../domain/export.ts';
import { websetId } from '../../domain/webset.ts';
import type { Patience } from '../../domain/work/patience.ts';
import type { Recipient } from '../../domain/work/recipient.ts';
import type { Context } from '../../graphql/builder.ts';
import { createAnswerMemory } from '../../services/answers/memory.ts';
import { refusePlain } from '../errors.ts';
import type { Documents } from '../execute.ts';
import { verdictInput, viewInput } from '../export.ts';
import { openSession, type Session, type SheetRow } from '../rows.ts';
import { sendPieces } from '../send.ts';
import { writtenInThread } from './in-thread.ts';
import { DOWNLOAD_FORMATS, type TableColumn, type TableRow } from './table.ts';

export const downloadFormatInput = z.enum(DOWNLOAD_FORMATS, { error: 'format must be xlsx or parquet' });
const downloadInput = z.object({ format: downloadFormatInput, verdict: verdictInput, view: viewInput });

export const DOWNLOAD_MEDIA = {
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
 * `GET /api/websets/{id}/download?format=xlsx|parquet`: what the CSV export has, as a file of typed columns. It refuses as the export does.
 * Whoever comes while all threads write waits; those whose clients leave the file lying give way.
 */
export function createDownload({ documents, recipientOf, patience }: DownloadDeps) {
  const under = new Map<string, number>();
  const turns = createAnswerMemory({ each: THREADS.each * THREAD, all: THREADS.all * THREAD, patience });
  return async (enter: () => Promise<Context>, req: Request, res: Response): Promise<void> => {
    const input = downloadInput.safeParse(req.query);
    if (!input.success) return refusePlain(res, new Fault('BAD_REQUEST', input.error.issues[0]?.message ?? ''));
    const id = websetId.safeParse(req.params.id);
    if (!id.success) return refusePlain(res, websetNotFound());

    const { format, verdict, view } = input.data;
    const caller = await enter();
    const { session, pages } = await openSession(documents, caller, id.data, { verdict, view });
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
    await sendPieces(req, res, {
      pieces: writtenInThread({ format, columns: columnsOf(session) }, tableRows(pages)),
      answer: caller.answer,
      headers: {
        'Content-Type': DOWNLOAD_MEDIA[format],
        'Content-Disposition': `attachment; filename="${exportName(session.id, format)}"`,
      },
    });
  };
}

/** The columns of the CSV export (spec section 2), with what their texts are. */
const columnsOf = ({ enrichments, criteria }: Session): TableColumn[] => [
  { label: 'URL', format: 'url' },
  { label: 'Title', format: 'text' },
  ...enrichments.map(({ label, format }) => ({ label, format })),
  ...criteria.map(({ label }) => ({ label, format: 'text' as const })),
  { label: 'Overall', format: 'text' },
];

async function* tableRows(pages: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<TableRow[]> {
  for await (const rows of pages)
    yield rows.map(({ url, title, values, verdicts, matchVerdict }) => [
      url,
      title,
      ...values,
      ...verdicts.map((cell) => cell?.verdict ?? null),
      matchVerdict,
    ]);
}
