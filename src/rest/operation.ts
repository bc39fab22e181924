import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { z } from 'zod';
import type { FaultCode } from '../domain/errors.ts';
import { websetId } from '../domain/webset-state.ts';
import type { Context } from '../graphql/builder.ts';
import type { Documents } from './execute.ts';

/** An operation in the description of the API. */
export interface About {
  summary: string;
  description: string;
  /** Refusals of its own, besides those that every operation has. */
  faults: readonly FaultCode[];
  /** Only for callers that are signed in. */
  signedIn?: true;
}

/** A JSON operation: what its body must be, and how it is answered, by a value or by the pieces of a long JSON text. */
export interface Operation<S extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends About {
  input: S;
  /** The body of an answer with 200. */
  output: O;
  answer(documents: Documents, caller: Context, input: z.output<S>): Promise<object | AsyncIterable<string>>;
}

interface Stored<S extends z.ZodType, O extends z.ZodType, D, V> extends About {
  input: S;
  output: O;
  document: TypedDocumentNode<D, V>;
  variables(input: z.output<S>): V;
  shape(data: D): object;
}

/** An operation that one stored document answers. */
export const operation = <S extends z.ZodType, O extends z.ZodType, D, V>({
  document,
  variables,
  shape,
  ...about
}: Stored<S, O, D, V>): Operation<S, O> => ({
  ...about,
  answer: async (documents, caller, input) => shape(await documents.execute(caller, document, variables(input))),
});

export const sessionRef = z.object({ sessionId: websetId.describe('The id of the session.') });
export const ofSession = ({ sessionId }: { sessionId: string }) => ({ input: { websetId: sessionId } });
export const inSession = <I extends { sessionId: string }>({ sessionId, ...input }: I) => ({ input: { websetId: sessionId, ...input } });
