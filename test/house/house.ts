import { pino } from 'pino';
import { type Client, openClient } from '../../src/db/client.ts';
import { openFeed } from '../../src/db/feed.ts';
import { openListener } from '../../src/db/listener.ts';
import { openPulse } from '../../src/db/pulse.ts';
import { ANONYMOUS } from '../../src/domain/access.ts';
import { openGateway } from '../../src/http/listen.ts';
import { openMetrics } from '../../src/http/metrics.ts';
import type { HttpSettings } from '../../src/http/world.ts';
import { readStats } from '../../src/main/stats.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { openDatabase } from './database.ts';

/** What a house may be opened with; without anything: no limits on how often, GraphiQL on. */
export interface HouseOptions {
  settings?: Partial<HttpSettings>;
  limits?: { createPerHour: number; runPerHour: number };
  samplesDir?: string;
  /** Gets the log's lines. */
  onLog?: (line: string) => void;
}

export type House = Awaited<ReturnType<typeof openHouse>>;

// stands in for signing in: who the caller is
const USER_HEADER = 'x-test-user';

/** The gateway on a port of its own over a database of its own; no worker. */
export async function openHouse({ settings, limits = { createPerHour: 0, runPerHour: 0 }, samplesDir, onLog }: HouseOptions = {}) {
  await using open = new AsyncDisposableStack();
  const { url: databaseUrl } = open.use(await openDatabase());
  const client: Client = open.use(openClient(databaseUrl, { max: 5, name: 'test' }));
  const queue = open.use(await openQueue(databaseUrl, { heartbeatSeconds: 10, worker: false, onError: () => {} }));
  const listener = open.use(await openListener(client.sql));
  const pulse = open.use(openPulse(databaseUrl, 'test'));
  const origins: string[] = [];
  const gateway = open.use(
    await openGateway(
      {
        base: { db: client.db, listener, feed: openFeed(client.db), queue, budget: { target: 20, maxPages: 300, maxMinutes: 30 }, limits },
        ping: () => client.sql`select 1`,
        pulse,
        metrics: openMetrics('gateway', { stats: () => readStats(client.db), followers: listener.waiting, defaults: false }),
        viewerOf: async (req) => ({ userId: req.get(USER_HEADER) ?? ANONYMOUS.userId }),
        settings: { origins, trustProxy: false, bodyLimit: 1_000_000, streamSeconds: 300, graphiql: true, ...settings },
        log: onLog ? pino({}, { write: onLog }) : pino({ level: 'silent' }),
        samplesDir: samplesDir ?? null,
      },
      '127.0.0.1',
      0,
    ),
  );
  origins.push(gateway.url);

  const { url } = gateway;
  /** Calls a JSON operation; a body that is no string is sent as JSON. */
  const rpc = async (operation: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init =
      body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? new Blob([body as BlobPart]) : JSON.stringify(body) };
    const response = await fetch(`${url}/api/v1/search/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...init,
    });
    return { status: response.status, body: await response.json() };
  };
  const graphql = async (query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: await response.json() };
  };

  const close = open.move();
  return {
    url,
    db: client.db,
    sql: client.sql,
    databaseUrl,
    listener,
    queue,
    rpc,
    graphql,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    createSession: async (originalQuery = 'open-source databases written in Rust', headers?: Record<string, string>): Promise<string> =>
      (await rpc('createSession', { originalQuery }, headers)).body.session.id,
    as: (userId: string) => ({ [USER_HEADER]: userId }),
    shutdown: gateway.shutdown,
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}
