import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { OperationTypeNode, print } from 'graphql';
import { createClient, type RequestParams } from 'graphql-sse';
import { Observable } from 'rxjs';
import { createRequest, fetchExchange, subscriptionExchange, Client as Urql } from 'urql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEnd, pipe, subscribe } from 'wonka';
import { beginRun, finishRun, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// The GraphQL clients that most apps are made with, each with graphql-sse for the subscriptions, as their own guides have it.

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const SUBSCRIPTION = gql`subscription ($websetId: UUID!, $startIndex: EventIndex) { runEvents(websetId: $websetId, startIndex: $startIndex) { index type } }`;
const QUERY = gql`query ($websetId: UUID!) { webset(id: $websetId) { id uuid status run { id state } } }`;

interface Received {
  runEvents: { index: number; type: string };
}
interface Asked {
  webset: { uuid: string; status: string };
}
interface Follower {
  ask(websetId: string): Promise<Asked | undefined>;
  /** Hears each event; resolves when the subscription ends, rejects when it is refused. */
  follow(websetId: string, startIndex: number, onEvent: (received: Received) => void): Promise<void>;
}

const sseAt = (url: string) => createClient({ url: `${url}/graphql`, retryAttempts: 0 });

function urql(url: string): Follower {
  const sse = sseAt(url);
  const client = new Urql({
    url: `${url}/graphql`,
    preferGetMethod: false,
    exchanges: [
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: (operation) => ({
          subscribe: (sink) => ({ unsubscribe: sse.subscribe(operation as RequestParams, sink as never) }),
        }),
      }),
    ],
  });
  return {
    ask: async (websetId) => (await client.query<Asked>(QUERY, { websetId }, { requestPolicy: 'network-only' }).toPromise()).data,
    follow: (websetId, startIndex, onEvent) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      pipe(
        client.executeSubscription<Received>(createRequest(SUBSCRIPTION, { websetId, startIndex })),
        onEnd(resolve),
        // at the end urql emits the last result once more
        subscribe(({ data, error, hasNext }) => {
          if (error) reject(new Error(String(error.graphQLErrors[0]?.extensions.code)));
          else if (data && hasNext) onEvent(data);
        }),
      );
      return promise;
    },
  };
}

function apollo(url: string): Follower {
  const sse = sseAt(url);
  const events = new ApolloLink(
    ({ query, variables }) =>
      new Observable((observer) =>
        sse.subscribe(
          { query: print(query), variables },
          {
            next: (value) => observer.next(value as ApolloLink.Result),
            error: (error) => observer.error(error),
            complete: () => observer.complete(),
          },
        ),
      ),
  );
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    events,
    new HttpLink({ uri: `${url}/graphql` }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  return {
    ask: async (websetId) => (await client.query<Asked>({ query: QUERY, variables: { websetId }, fetchPolicy: 'network-only' })).data,
    follow: (websetId, startIndex, onEvent) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      client.subscribe<Received>({ query: SUBSCRIPTION, variables: { websetId, startIndex } }).subscribe({
        next: ({ data, error }) => {
          if (CombinedGraphQLErrors.is(error)) reject(new Error(String(error.errors[0]?.extensions?.code)));
          else if (data) onEvent(data);
        },
        error: reject,
        complete: resolve,
      });
      return promise;
    },
  };
}

const CLIENTS: [string, (url: string) => Follower][] = [
  ['urql', urql],
  ['Apollo Client', apollo],
];

test.each(CLIENTS)('%s follows a run to its end, and reads what came of it', async (_name, open) => {
  const { ask, follow } = open(service.url);
  const websetId = await service.createSession();
  const runId = await beginRun(service.db, websetId);
  await narrate(service.db, websetId, runId, 'one');
  const received: [number, string][] = [];
  const before = await ask(websetId);

  const ended = follow(websetId, 0, ({ runEvents: { index, type } }) => received.push([index, type]));
  await expect.poll(() => received).toEqual([[0, 'narration']]);
  await narrate(service.db, websetId, runId, 'two');
  service.listener.notify(websetId);
  await expect.poll(() => received.length).toBe(2);
  await finishRun(service, websetId, runId);
  await ended;

  expect(received).toEqual([
    [0, 'narration'],
    [1, 'narration'],
    [2, 'run.completed'],
  ]);
  expect([before?.webset.status, (await ask(websetId))?.webset.status]).toEqual(['running', 'completed']);
});

test.each(CLIENTS)('%s goes on from an index, and hears why it may not', async (_name, open) => {
  const { follow } = open(service.url);
  const websetId = await service.createSession();
  const never = await service.createSession();
  const runId = await beginRun(service.db, websetId);
  await narrate(service.db, websetId, runId, 'one', 'two');
  await finishRun(service, websetId, runId);
  const received: number[] = [];

  await follow(websetId, 2, ({ runEvents: { index } }) => received.push(index));
  const refused = follow(never, 0, () => {});

  await expect(refused).rejects.toThrow('NOT_FOUND');
  expect(received).toEqual([2]);
});
