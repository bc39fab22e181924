import { pino } from 'pino';
import { inject } from 'vitest';
import type { PasswordHasher } from '../../src/auth/hashing.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { ServiceFacts } from '../../src/domain/service/facts.ts';
import type { HttpSettings } from '../../src/http/gateway-deps.ts';
import { serveBuilt } from '../../src/http/pages/web.ts';
import { openGateway } from '../../src/main/processes/open-gateway.ts';
import type { AnswerMemory } from '../../src/services/answers/memory.ts';
import type { Call } from '../../src/services/call.ts';
import { checkAnswer } from './contract.ts';
import { type Figures, patienceWith } from './patience.ts';
import { openDatabase } from './postgres/database.ts';

/** What a test service may be opened with; without anything: no limits on how often, GraphiQL on. */
export interface TestServiceOptions {
  settings?: Partial<HttpSettings>;
  limits?: Partial<Call['limits']>;
  uploads?: Partial<Call['uploads']>;
  budget?: Call['budget'];
  ceilings?: Call['ceilings'];
  /** Patience that the test is about; all other never speaks. */
  patience?: Figures;
  /** Connections to Postgres at most: each has to meet every statement anew. */
  connections?: number;
  /** The memory for large answers. */
  answers?: AnswerMemory;
  /** The model that the gateway knows of. */
  model?: Call['model'];
  samplesDir?: string;
  /** What the service says of itself. */
  facts?: ServiceFacts;
  /** The settings of the environment: the service goes by them, and by what is set in the app, in the place of `facts` and `model`. */
  env?: Record<string, string>;
  /** Limits sign-ins and the like per address. */
  authLimited?: boolean;
  /** What hashes passwords (createHasher). */
  passwords?: PasswordHasher;
  /** Gets the log's lines. */
  onLog?: (line: string) => void;
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** What signs the cookies, and encrypts settings. */
export const SECRET = 'a secret of tests, 0123456789 abcdefghij';
export const PASSWORD = 'correct horse battery';
const DEFAULTS = readConfig({});
/** How long a silent worker keeps its job: as long as there may be. */
export const HEARTBEAT_SECONDS = 3600;
const ORIGIN = 'http://127.0.0.1';

/** Hashes without the work of scrypt (auth/hashing.ts), which takes 70 ms of the processor a password. */
export const createHasher = (): PasswordHasher => ({
  hash: async (password) => `as it is: ${password}`,
  async verify({ hash, password }) {
    return hash === (await this.hash(password));
  },
});

/** The gateway on a port of its own over a database of its own; no worker. */
export async function openTestService({
  settings,
  limits = { createPerHour: 0, runPerHour: 0 },
  uploads = {},
  budget = DEFAULTS.budget,
  ceilings = DEFAULTS.ceilings,
  patience: figures = {},
  connections = 10,
  answers,
  model = null,
  samplesDir,
  facts = { searchProviders: [], models: [], anonymous: true, signUp: true, samples: false, graphiql: true },
  env,
  authLimited = false,
  passwords = createHasher(),
  onLog,
}: TestServiceOptions = {}) {
  await using open = new AsyncDisposableStack();
  const { url: databaseUrl } = open.use(await openDatabase());
  const origins: string[] = [];
  const patience = patienceWith(figures);
  const config: Config = {
    ...(env ? readConfig(env) : DEFAULTS),
    host: '127.0.0.1',
    port: 0,
    publicUrl: ORIGIN,
    origins,
    signUp: settings?.signUp ?? true,
    streamsPerIp: 0,
    bodyLimit: 1_000_000,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    streamSeconds: 300,
    graphiql: true,
  };
  const gateway = open.use(
    await openGateway({
      config,
      databaseUrl,
      secret: SECRET,
      web: serveBuilt(inject('web')),
      log: onLog ? pino({}, { write: onLog }) : pino({ level: 'silent' }),
      authLimited,
      passwords,
      patience,
      connections,
      processMetrics: false,
      replace: (deps) => ({
        ...deps,
        base: {
          ...deps.base,
          uploads: { ...deps.base.uploads, publicUrl: ORIGIN, ...uploads },
          budget,
          ceilings,
          limits: { createPerHour: 0, runPerHour: 0, reviewPerHour: 0, ...limits },
        },
        ...(!env && { setUp: () => ({ facts, model }) }),
        settings: { ...deps.settings, ...settings },
        answers: answers ?? deps.answers,
        samplesDir: samplesDir ?? null,
      }),
    }),
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
    db: gateway.db,
    sql: gateway.sql,
    databaseUrl,
    listener: gateway.listener,
    queue: gateway.queue,
    rpc,
    graphql,
    get,
    account,
    as,
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
