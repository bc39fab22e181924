import { writeFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import { type Config, readConfig } from '../../config.ts';
import { EXPORT_FORMATS, exportName } from '../../domain/export.ts';
import { openService } from '../processes/serve.ts';
import { readSampleRequests } from '../samples.ts';
import { followProgress } from './demo-progress.ts';
import { type DemoRow, resultTable } from './demo-table.ts';

/** Settings that a demo overrides: its own database and port, the sample web only, no limits. */
const PINNED = {
  DATABASE_URL: '',
  PORT: '0',
  SAMPLES: 'on',
  SEARCH_PROVIDERS: 'index',
  SEARXNG_URL: '',
  ANONYMOUS_CREATE_LIMIT: '0',
  RUN_LIMIT: '0',
};

interface Head {
  id: string;
  run: { reason: string; counts: Record<string, number> } | null;
}
interface Opened extends Head {
  criteria: { label: string }[];
  enrichments: { label: string; format: string }[];
  rows: DemoRow[];
}

/**
 * `demo`: the first sample request, from the request to the exported files, through the public API of its own service. Returns the exit
 * code.
 */
export async function demo(config: Config): Promise<number> {
  const say = (line: string) => console.log(line);
  say(styleText('bold', 'Starting the service'));
  const { publicUrl } = config;
  const settings = { ...process.env, ...PINNED, PUBLIC_URL: publicUrl };
  await using service = await openService(readConfig(settings), settings, say, { samples: 'always' });
  const call = <T>(operation: string, body: object) => rpc<T>(service.url, operation, body);

  const [request] = readSampleRequests();
  if (!request) throw new Error('samples/requests.json holds no request');
  const { query: originalQuery, category, criteria, enrichments } = request;
  say(`\n${styleText('bold', 'Request')}    ${originalQuery}`);
  const sessionId = await createOverSamples(service.url, { originalQuery, category });
  for (const criterion of criteria) await call('addCriterion', { sessionId, ...criterion });
  for (const column of enrichments) await call('addEnrichment', { sessionId, ...column });
  say(`${styleText('bold', 'Criteria')}   ${criteria.map(({ label }) => label).join(' · ')}`);
  say(`${styleText('bold', 'Columns')}    ${enrichments.map(({ label }) => label).join(' · ')}\n`);

  await call('startRun', { sessionId });
  await followProgress(`${service.url}/api/sessions/${sessionId}/stream`);
  const { session: done } = await call<{ session: Opened }>('getSession', { sessionId });
  say(`\n${resultTable(done)}\n`);
  say(summary(done));
  for (const format of EXPORT_FORMATS) {
    const name = exportName(sessionId, format);
    await writeFile(name, Buffer.from(await (await get(`${service.url}/api/sessions/${sessionId}/export?format=${format}`)).arrayBuffer()));
    say(`Wrote ${name}`);
  }
  say(`\nNext: ${styleText('bold', 'npm start')} serves your own at ${publicUrl}, and this webset at\n${publicUrl}/w/${sessionId}?mine=1`);
  return done.rows.some(({ matchVerdict }) => matchVerdict === 'match') ? 0 : 1;
}

/** Creates a webset that searches only the samples, whatever else the service has. Returns its id. */
async function createOverSamples(base: string, request: { originalQuery: string; category?: string | undefined }): Promise<string> {
  const { collections } = await graphql<{ collections: { id: string; kind: string }[] }>(base, '{ collections { id kind } }', {});
  const collectionIds = collections.filter(({ kind }) => kind === 'samples').map(({ id }) => id);
  const { createWebset } = await graphql<{ createWebset: { webset: { uuid: string } } }>(
    base,
    'mutation Create($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid } } }',
    { input: { ...request, collectionIds } },
  );
  return createWebset.webset.uuid;
}

async function graphql<T>(base: string, query: string, variables: object): Promise<T> {
  const response = await get(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}

async function get(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.ok)
    throw new Error(`${url.replace(/[0-9a-f-]{36}/, '<id>')} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return response;
}

async function rpc<T>(base: string, operation: string, body: object): Promise<T> {
  const response = await get(`${base}/api/v1/search/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}

function summary({ rows, run }: Opened): string {
  const count = (verdict: string | null) => rows.filter(({ matchVerdict }) => matchVerdict === verdict).length;
  const quoted = rows.flatMap((row) => Object.values(row.criteria)).filter((cell) => cell?.evidence).length;
  return [
    `${rows.length} pages checked: ${count('match')} match, ${count('partial')} partly, ${count('needs_review')} need review, ${count('no_match')} do not match.`,
    `${quoted} verdicts carry a quote of their page. The run stopped: ${(run?.reason ?? 'unknown').replaceAll('_', ' ')}.`,
  ].join('\n');
}
