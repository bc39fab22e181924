import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { createClient as createSse } from 'graphql-sse';
import { Client, CombinedError, fetchExchange, type OperationResult, type OperationResultSource, stringifyDocument } from 'urql';
import { PATIENCE } from '../patience.ts';
import { type Trouble, troubleOf } from './trouble.ts';

/** A request without an answer in time fails like a lost connection. */
const fetchInTime: typeof fetch = (input, init) => {
  const late = AbortSignal.timeout(PATIENCE.answerMs);
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late]) : late });
};

/** The client of the service: GraphQL over HTTP. Nothing is cached: events trigger new requests. */
export const client = new Client({ url: '/graphql', preferGetMethod: false, exchanges: [fetchExchange], fetch: fetchInTime });

/** The same for a subscription; once it has begun, it may be silent until something happens. */
const fetchBegunInTime: typeof fetch = async (input, init) => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE.answerMs);
  try {
    return await fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal });
  } finally {
    clearTimeout(timer);
  }
};

const sse = createSse({ url: '/graphql', retryAttempts: 0, fetchFn: fetchBegunInTime }); // its own retries would begin at the old index

interface Hears<T> {
  next(data: T): void;
  /** The connection was lost. */
  lost(trouble: Trouble): void;
  /** The service ended the stream. */
  ended(): void;
}

/** Follows a subscription over server-sent events until it ends or the returned function is called. */
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

const SHARE = /^\/s\/([\da-f-]{36})\/?$/i;
/** The ids in shares: UUIDs of version 8. */
const SHOWN = /-8[\da-f]{3}-[89ab][\da-f]{3}-/i;

/** On the page of a share, requests about its ids name the share. */
function sharing(variables: object): { fetchOptions?: RequestInit } {
  const [, share] = SHARE.exec(location.pathname) ?? [];
  return share && SHOWN.test(JSON.stringify(variables)) ? { fetchOptions: { headers: { 'Webset-Share': share } } } : {};
}

/** The first result; an abort ends the request. */
const untilAborted = <R extends OperationResult>(asked: OperationResultSource<R>, signal: AbortSignal): Promise<R> =>
  new Promise((resolve, reject) => {
    const { unsubscribe } = asked.subscribe(resolve);
    signal.addEventListener('abort', () => {
      unsubscribe();
      reject(signal.reason);
    });
  });

/** Sends one request. Throws Trouble with a message for people; an abort ends it. */
export async function ask<T, V extends Record<string, unknown>>(
  document: TypedDocumentNode<T, V>,
  variables: V,
  signal?: AbortSignal,
): Promise<T> {
  const isQuery = document.definitions.some((one) => one.kind === 'OperationDefinition' && one.operation === 'query');
  const asked = isQuery ? client.query(document, variables, sharing(variables)) : client.mutation(document, variables, sharing(variables));
  const { data, error } = await (signal ? untilAborted(asked, signal) : asked.toPromise());
  if (error || data === undefined || data === null) throw troubleOf(error);
  return data;
}
