import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createClient as createSse } from 'graphql-sse';
import { Client, CombinedError, fetchExchange, stringifyDocument } from 'urql';
import { type Trouble, troubleOf } from './trouble.ts';

/** The one way to the service: GraphQL over HTTP. Nothing is cached: events say when to ask again. */
export const client = new Client({ url: '/graphql', preferGetMethod: false, exchanges: [fetchExchange] });

const sse = createSse({ url: '/graphql', retryAttempts: 0 }); // its retries would begin again at the old index

interface Hears<T> {
  next(data: T): void;
  /** It broke off. */
  lost(trouble: Trouble): void;
  /** The service ended it in order. */
  ended(): void;
}

/** Follows a subscription over server-sent events until it ends or the answer is called. */
export function follow<T, V extends Record<string, unknown>>(
  document: TypedDocumentNode<T, V>,
  variables: V,
  { next, lost, ended }: Hears<T>,
): () => void {
  let over = false;
  const end = (notify: () => void) => {
    if (over) return;
    over = true;
    notify();
  };
  const stop = sse.subscribe<T>(
    { query: stringifyDocument(document), variables },
    {
      next({ data, errors }) {
        if (errors) end(() => lost(troubleOf(new CombinedError({ graphQLErrors: [...errors] }))));
        else if (data && !over) next(data);
      },
      error: () => end(() => lost(troubleOf(undefined))),
      complete: () => end(ended),
    },
  );
  return () => {
    over = true;
    stop();
  };
}

/** Asks once. Throws Trouble, in words for people. */
export async function ask<T, V extends Record<string, unknown>>(document: TypedDocumentNode<T, V>, variables: V): Promise<T> {
  const isQuery = document.definitions.some((one) => one.kind === 'OperationDefinition' && one.operation === 'query');
  const { data, error } = await (isQuery ? client.query(document, variables) : client.mutation(document, variables)).toPromise();
  if (error || data === undefined || data === null) throw troubleOf(error);
  return data;
}
