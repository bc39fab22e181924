import { pino } from 'pino';
import { inject } from 'vitest';
import { createAuth } from '../../src/auth/auth.ts';
import { viewerOf } from '../../src/auth/viewer.ts';
import { readConfig } from '../../src/config.ts';
import { type Client, openClient } from '../../src/db/connection/client.ts';
import { openDatabaseHealth } from '../../src/db/connection/health.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { openFeed } from '../../src/db/queries/runs/feed.ts';
import type { ServiceFacts } from '../../src/domain/service.ts';
import type { HttpSettings } from '../../src/http/gateway-deps.ts';
import { openGateway } from '../../src/http/listen.ts';
import { openMetrics } from '../../src/http/metrics.ts';
import { serveBuilt } from '../../src/http/pages/web.ts';
import { readStats } from '../../src/main/processes/stats.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { deleteAccount } from '../../src/services/accounts.ts';
import { type AnswerMemory, createAnswerMemory } from '../../src/services/answers/memory.ts';
import type { Call } from '../../src/services/call.ts';
import { checkAnswer } from './contract.ts';
import { openDatabase } from './database.ts';

/** What a test service may be opened with; without anything: no limits on how often, GraphiQL on. */
export interface TestServiceOptions {
  settings?: Partial<HttpSettings>;
  limits?: Partial<Call['limits']>;
  budget?: Call['budget'];
  ceilings?: Call['ceilings'];
  /** The memory for large answers. */
  answers?: AnswerMemory;
  /** The model that the gateway knows of. */
  model?: Call['model'];
  samplesDir?: string;
  /** What the service says of itself. */
  facts?: ServiceFacts;
  /** Limits sign-ins and the like per address. */
  authLimited?: boolean;
  /** Gets the log's lines. */
  onLog?: (line: string) => void;
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;

export const PASSWORD = 'correct horse battery';
const DEFAULTS = readConfig({});
const ORIGIN = 'http://127.0.0.1';

/** The gateway on a port of its own over a database of its own; no worker. */
export async function openTestService({
  settings,
  limits = { createPerHour: 0, runPerHour: 0 },
  budget = DEFAULTS.budget,
  ceilings = DEFAULTS.ceilings,
  answers = createAnswerMemory(),
  model = null,
  samplesDir,
  facts = { searchProviders: [], models: [], anonymous: true, signUp: true, samples: false, graphiql: true },
  authLimited = false,
  onLog,
}: TestServiceOptions = {}) {
  await using open = new AsyncDisposableStack();
  const { url: databaseUrl } = open.use(await openDatabase());
  const client: Client = open.use(openClient(databaseUrl, { max: 5, name: 'test' }));
  const queue = open.use(await openQueue(databaseUrl, { heartbeatSeconds: 10, worker: false, onError: () => {} }));
  const listener = open.use(await openListener(client.sql));
  const databaseHealth = open.use(openDatabaseHealth(databaseUrl, 'test'));
  const origins: string[] = [];
  const { db } = client;
  const report = (error: unknown) => onLog?.(String(error));
  const auth = createAuth({
    db,
    secret: 'a secret of tests, 0123456789 abcdefghij',
    origin: ORIGIN,
    origins,
    signUp: settings?.signUp ?? true,
    limited: authLimited,
    deleteAccount: (userId) => deleteAccount({ db, listener }, userId),
    report,
  });
  const gateway = open.use(
    await openGateway(
      {
        base: {
          db,
          listener,
          feed: openFeed(db),
          queue,
          budget,
          ceilings,
          limits: { createPerHour: 0, runPerHour: 0, reviewPerHour: 0, ...limits },
          facts,
          model,
        },
        ping: () => client.sql`select 1`,
        databaseHealth,
        metrics: openMetrics('gateway', { stats: () => readStats(db), followers: listener.waiting, defaults: false }),
        answers,
        viewerOf: (req) => viewerOf(async () => auth, db, req.headers.cookie),
        auth,
        settings: {
          origins,
          trustProxy: false,
          bodyLimit: 1_000_000,
          streamSeconds: 300,
          graphiql: true,
          publicUrl: ORIGIN,
          anonymous: true,
          signUp: true,
          ...settings,
        },
        log: onLog ? pino({}, { write: onLog }) : pino({ level: 'silent' }),
        web: serveBuilt(inject('web')),
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
    const answer = { status: response.status, body: await response.json() };
    checkAnswer(`search.${operation}`, answer);
    return answer;
  };
  const graphql = async (query: string, variables: object = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: await response.json() };
  };

  /** Calls better-auth; a GET without a body. */
  const account = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/auth${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const signUps = new Map<string, Promise<{ cookie: string }>>();
  /** The cookie of a user, who signs up when first called for. */
  const as = (name: string): Promise<{ cookie: string }> => {
    const known = signUps.get(name);
    const signedUp = known ?? account('/sign-up/email', { email: mailOf(name), password: PASSWORD, name }).then(cookieOf);
    signUps.set(name, signedUp);
    return signedUp;
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers, redirect: 'manual' });
    return checked(response, path);
  };

  const close = open.move();
  return {
    url,
    db,
    sql: client.sql,
    databaseUrl,
    listener,
    queue,
    rpc,
    graphql,
    get,
    account,
    as,
    auth,
    createSession: async (originalQuery = 'open-source databases written in Rust', headers?: Record<string, string>): Promise<string> =>
      (await rpc('createSession', { originalQuery }, headers)).body.session.id,
    shutdown: gateway.shutdown,
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}

export const mailOf = (name: string) => `${name}@example.org`;

/** The cookies that an answer sets for all paths, as a browser sends them back; with `auth` those for /api/auth as well. */
export function cookieOf(response: Response, { auth = false } = {}): { cookie: string } {
  if (!response.ok) throw new Error(`no cookie: ${response.status}`);
  const lines = response.headers.getSetCookie().filter((line) => auth || !line.includes('Path=/api/auth'));
  const cookies = lines.map((line) => line.split(';', 1)[0]);
  return { cookie: cookies.join('; ') };
}

/** Holds a download against the description when its text is read. */
function checked(response: Response, path: string): Response {
  const [, download] = /^\/api\/sessions\/[^/]+\/(export|stream)(?:\?|$)/.exec(path) ?? [];
  if (!download) return response;
  const { status } = response;
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] as string;
  const read = response.text.bind(response);
  const text = async () => {
    const whole = await read();
    const values = type === 'application/json' ? [whole] : type === 'application/x-ndjson' ? whole.split('\n').filter(Boolean) : [];
    for (const value of values) checkAnswer(`sessions.${download}`, { status, body: JSON.parse(value) }, type);
    return whole;
  };
  return Object.assign(response, { text, json: async () => JSON.parse(await text()) });
}
