import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openService } from '../../src/main/processes/serve.ts';
import { builtWeb } from '../../src/main/web.ts';
import { freePort } from '../../test/support/port.ts';
import { openDatabase } from './database.ts';
import { rpc as call, startPart } from './parts.ts';

/** The whole service on fresh data and a free port of this machine, removed with its data in the end. */
export async function openBenchService(settings: Record<string, string> = {}) {
  await using open = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'webset-web-'));
  open.defer(() => rm(dataDir, { recursive: true, force: true }));
  const env = { ...process.env, DATA_DIR: join(dataDir, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'fatal', ...settings };
  const config = readConfig(env);
  const service = open.use(await openService(config, env, () => {}, { samples: 'always' }));
  const close = open.move();
  return { url: config.publicUrl, databaseUrl: service.databaseUrl, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

export type BenchService = Awaited<ReturnType<typeof openBenchService>>;

/** The built app on a gateway alone: no worker takes up the runs that a bench makes. */
export async function openBenchGateway(settings: Record<string, string> = {}): Promise<BenchService> {
  await using open = new AsyncDisposableStack();
  await builtWeb();
  const { url: databaseUrl } = open.use(await openDatabase());
  const port = String(await freePort());
  const { url } = open.use(await startPart('gateway', { DATABASE_URL: databaseUrl, PORT: port, ...settings }));
  const close = open.move();
  return { url, databaseUrl, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

/** Calls a JSON operation; throws where it is refused. */
export async function rpc<T>({ url }: Pick<BenchService, 'url'>, operation: string, input: object): Promise<T> {
  const { status, body } = await call(url, operation, input);
  if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return body as T;
}

/** Asks GraphQL; throws its first error. */
export async function graphql<T>(
  { url }: Pick<BenchService, 'url'>,
  query: string,
  variables: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
  if (errors) throw new Error(errors[0]?.message);
  return data;
}

const SUGGEST = 'query ($request: String!) { suggestPlan(request: $request) { criteria { label description } } }';
const CREATE = 'mutation ($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid } } }';
const ADD = 'mutation ($input: AddCriterionInput!) { addCriterion(input: $input) { criterion { uuid } } }';
const START = 'mutation ($input: StartRunInput!) { startRun(input: $input) { webset { uuid } } }';

interface Planned {
  id: string;
  /** Of its criteria. */
  labels: string[];
}

/** A webset of a request with the criteria that the service plans for it, as the app makes one. `input`: more of `CreateWebsetInput`. */
export async function makePlanned(service: Pick<BenchService, 'url'>, request: string, input: object = {}): Promise<Planned> {
  const { suggestPlan } = await graphql<{ suggestPlan: { criteria: { label: string; description: string | null }[] } }>(service, SUGGEST, {
    request,
  });
  const { createWebset } = await graphql<{ createWebset: { webset: { uuid: string } } }>(service, CREATE, {
    input: { originalQuery: request, ...input },
  });
  const id = createWebset.webset.uuid;
  for (const { label, description } of suggestPlan.criteria)
    await graphql(service, ADD, { input: { websetId: id, label, ...(description && { description }) } });
  return { id, labels: suggestPlan.criteria.map(({ label }) => label) };
}

/** Starts a run; `input` as `StartRunInput`. */
export const startRun = (service: Pick<BenchService, 'url'>, input: object) => graphql(service, START, { input });

/** A webset with three criteria and three columns: its id, and theirs. */
export async function makeWebset(service: Pick<BenchService, 'url'>) {
  const { session } = await rpc<{ session: { id: string } }>(service, 'createSession', {
    originalQuery: 'open-source databases written in Rust',
  });
  const sessionId = session.id;
  const criteria: string[] = [];
  for (const label of ['Is a database', 'Written in Rust', 'Open-source licence'])
    criteria.push((await rpc<{ criterion: { id: string } }>(service, 'addCriterion', { sessionId, label })).criterion.id);
  const columns: string[] = [];
  for (const label of ['Licence', 'Official website', 'First release'])
    columns.push((await rpc<{ enrichment: { id: string } }>(service, 'addEnrichment', { sessionId, label })).enrichment.id);
  return { id: sessionId, criteria, columns };
}
