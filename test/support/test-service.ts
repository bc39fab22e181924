import { pino } from 'pino';
import { inject } from 'vitest';
import type { PasswordHasher } from '../../src/auth/hashing.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { ServiceFacts } from '../../src/domain/service/facts.ts';
import type { GatewayDeps, HttpSettings } from '../../src/http/gateway-deps.ts';
import { serveBuilt } from '../../src/http/pages/web.ts';
import { openGateway } from '../../src/main/processes/open-gateway.ts';
import type { AnswerMemory } from '../../src/services/answers/memory.ts';
import type { Call } from '../../src/services/call.ts';
import { checkAnswer } from './contract.ts';
import { type Figures, patienceWith } from './patience.ts';
import { openDatabase } from './postgres/database.ts';

/** The options of a test service; by default no rate limits, and GraphiQL on. */
export interface TestServiceOptions {
  settings?: Partial<HttpSettings>;
  limits?: Partial<Call['limits']>;
  uploads?: Partial<Call['uploads']>;
  budget?: Call['budget'];
  ceilings?: Call['ceilings'];
  /** Timeouts that the test is about; all others never expire. */
  patience?: Figures;
  /** The maximum number of connections to Postgres: each has to prepare every statement. */
  connections?: number;
  /** The memory for large answers. */
  answers?: AnswerMemory;
  /** The model that the gateway knows. */
  model?: Call['model'];
  samplesDir?: string;
  /** The public facts of the service. */
  facts?: ServiceFacts;
  /** The environment's settings: the service uses them and those of the app, instead of `facts` and `model`. */
  env?: Record<string, string>;
  /** Limits sign-ins per address. */
  authLimited?: boolean;
  /** The password hasher (createHasher). */
  passwords?: PasswordHasher;
  /** Receives the lines of the log. */
  onLog?: (line: string) => void;
}

export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** Signs the cookies, and encrypts settings. */
export const SECRET = 'a secret of tests, 0123456789 abcdefghij';
export const PASSWORD = 'correct horse battery';
const DEFAULTS = readConfig({});
const ORIGIN = 'http://127.0.0.1';

/** Ignores the servers on the test's own machine. */
const alone = (setUp: GatewayDeps['setUp']) => () => {
  const found = setUp();
  return { ...found, facts: { ...found.facts, findLocal: async () => [] } };
};

/** Hashes without scrypt (auth/hashing.ts), which takes 70 ms of CPU per password. */
export const createHasher = (): PasswordHasher => ({
  hash: async (password) => `as it is: ${password}`,
  async verify({ hash, password }) {
    return hash === (await this.hash(password));
  },
});

/** A gateway on its own port and database; no worker. */
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
        setUp: env ? alone(deps.setUp) : () => ({ facts, model }),
        settings: { ...deps.settings, bodyLimit: 1_000_000, ...settings },
        answers: answers ?? deps.answers,
        samplesDir: samplesDir ?? null,
      }),
    }),
  );
  origins.push(gateway.url);

  const { url } = gateway;
  /** Calls a JSON operation; a body other than a string is sent as JSON. */
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

  /** Calls better-auth; without a body it is a GET. */
  const account = (path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/auth${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const signUps = new Map<string, Promise<{ cookie: string }>>();
  /** The cookie of a user, who signs up on first use. */
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

/** The cookies that an answer sets for all paths, as a browser returns them; with `auth` also those for /api/auth. */
export function cookieOf(response: Response, { auth = false } = {}): { cookie: string } {
  if (!response.ok) throw new Error(`no cookie: ${response.status}`);
  const lines = response.headers.getSetCookie().filter((line) => auth || !line.includes('Path=/api/auth'));
  const cookies = lines.map((line) => line.split(';', 1)[0]);
  return { cookie: cookies.join('; ') };
}

/** Validates a download against the description when its text is read. */
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
