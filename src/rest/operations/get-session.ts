import { z } from 'zod';
import { documentJson, rowJson } from '../json.ts';
import { type Operation, sessionRef } from '../operation.ts';
import { openSession } from '../rows.ts';
import { details } from '../things.ts';

/** Reads a webset with its rows, written as they come; the documents are those of the export (rows.ts). */
export const getSession = {
  summary: 'Read a session',
  description: 'The session with its criteria, columns and results. Poll it while `runAlive` is true.',
  faults: ['NOT_FOUND'],
  input: sessionRef,
  output: z.object({ session: details }),
  async answer(documents, caller, { sessionId }) {
    const { session, pages } = await openSession(documents, caller, sessionId);
    const pieces = documentJson(session, 'rows', pages, rowJson(session, true));
    return wrapped('{"session":', pieces, '}');
  },
} satisfies Operation<typeof sessionRef>;

async function* wrapped(before: string, pieces: AsyncIterable<string>, after: string) {
  let start = before;
  for await (const piece of pieces) {
    yield start + piece;
    start = '';
  }
  yield after;
}
