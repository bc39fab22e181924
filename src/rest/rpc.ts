import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import { criterionInput } from '../domain/criterion.ts';
import { enrichmentInput } from '../domain/enrichment.ts';
import { claimInput, createWebsetInput, listInput, titleInput, websetId } from '../domain/webset.ts';
import type { Context } from '../graphql/builder.ts';
import type { Documents } from './execute.ts';
import * as doc from './generated/documents.ts';
import { documentJson, rowJson } from './json.ts';
import { openSession } from './rows.ts';
import { listSessions } from './sessions.ts';

/** A JSON operation: what its body must be, and how it is answered, by a value or by the pieces of a long JSON text. */
export interface Operation<S extends z.ZodType = z.ZodType> {
  input: S;
  answer(documents: Documents, caller: Context, input: z.output<S>): Promise<object | AsyncIterable<string>>;
}

const operation = <S extends z.ZodType, D, V>(
  input: S,
  document: TypedDocumentNode<D, V>,
  variables: (input: z.output<S>) => V,
  shape: (data: D) => object,
): Operation<S> => ({
  input,
  answer: async (documents, caller, value) => shape(await documents.execute(caller, document, variables(value))),
});

const sessionRef = z.object({ sessionId: websetId.describe('The id of the session.') });
const ofSession = ({ sessionId }: { sessionId: string }) => ({ input: { websetId: sessionId } });
const inSession = <I extends { sessionId: string }>({ sessionId, ...input }: I) => ({ input: { websetId: sessionId, ...input } });

const getSession: Operation<typeof sessionRef> = {
  input: sessionRef,
  async answer(documents, caller, { sessionId }) {
    const { session, pages } = await openSession(documents, caller, sessionId);
    const pieces = documentJson(session, 'rows', pages, rowJson(session, true));
    return wrapped('{"session":', pieces, '}');
  },
};

async function* wrapped(before: string, pieces: AsyncIterable<string>, after: string) {
  let start = before;
  for await (const piece of pieces) {
    yield start + piece;
    start = '';
  }
  yield after;
}

/** The whole RPC surface: a table over stored documents. */
export const operations = {
  createSession: operation(
    createWebsetInput,
    doc.CreateSessionDocument,
    (input) => ({ input }),
    (data) => ({ session: data.createWebset.webset }),
  ),
  startRun: operation(sessionRef, doc.StartRunDocument, ofSession, (data) => ({ session: data.startRun.webset })),
  getSession,
  cancelRun: operation(sessionRef, doc.CancelRunDocument, ofSession, (data) => ({ session: data.cancelRun.webset })),
  addCriterion: operation(sessionRef.extend(criterionInput.shape), doc.AddCriterionDocument, inSession, (data) => ({
    criterion: data.addCriterion.criterion,
  })),
  addEnrichment: operation(sessionRef.extend(enrichmentInput.shape), doc.AddEnrichmentDocument, inSession, (data) => ({
    enrichment: data.addEnrichment.enrichment,
  })),
  renameSession: operation(sessionRef.extend({ title: titleInput }), doc.RenameSessionDocument, inSession, (data) => ({
    session: data.renameWebset.webset,
  })),
  deleteSession: operation(sessionRef, doc.DeleteSessionDocument, ofSession, () => ({ deleted: true })),
  listSessions: { input: listInput, answer: listSessions } satisfies Operation<typeof listInput>,
  claimSessions: operation(
    z.object({ sessionIds: claimInput.describe('The ids of the sessions to claim.') }),
    doc.ClaimSessionsDocument,
    ({ sessionIds }) => ({ input: { websetIds: sessionIds } }),
    (data) => ({ claimed: data.claimWebsets.websetIds }),
  ),
};

/** The operation of a name, or undefined. */
export const operationNamed = (name: string): Operation | undefined =>
  Object.hasOwn(operations, name) ? (operations[name as keyof typeof operations] as unknown as Operation) : undefined;
