import { readFile } from 'node:fs/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openReaders } from '../../src/main/agent.ts';
import { folderSources, indexSources } from '../../src/runs/indexing.ts';
import { type BenchService, openBenchService } from '../web/service.ts';

// `npm run bench:requests -- [--short] [LIST FOLDER...]`: requests as a person writes them, each planned and run as the app does it, by the rules alone. Over the sample
// web, or over folders of pages. A request with a true match passes when one of these matches or is among the first ten to review; one without passes
// when nothing matches. Fails below 95 %.

const REVIEWED = 10;
const SHORT = 3;
const SHARE_MIN = 0.95;

interface Asked {
  request: string;
  answers: string[];
}

async function listOf(file: string | URL): Promise<Asked[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes(' | ') && !line.startsWith('#'));
  return lines.map((line) => {
    const [request = '', answers = ''] = line.split(' | ');
    return { request, answers: answers === 'none' ? [] : answers.split(' ') };
  });
}

async function graphql<T>({ url }: BenchService, query: string, variables: object): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
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
const FOUND = `query ($id: UUID!) { webset(id: $id) { runAlive run { reason counts { read } } outcome { narrowest { label } }
  match: rows(first: 100, filter: { matchVerdict: [match] }) { nodes { url } }
  review: rows(first: ${REVIEWED}, orderBy: LIKELIHOOD, filter: { matchVerdict: [needs_review] }) { nodes { url } } } }`;

interface Found {
  webset: {
    runAlive: boolean;
    run: { reason: string; counts: { read: number } };
    outcome: { narrowest: { label: string } | null } | null;
    match: { nodes: { url: string }[] };
    review: { nodes: { url: string }[] };
  };
}

async function ask(service: BenchService, request: string) {
  const { suggestPlan } = await graphql<{ suggestPlan: { criteria: { label: string; description: string }[] } }>(service, SUGGEST, {
    request,
  });
  const { createWebset } = await graphql<{ createWebset: { webset: { uuid: string } } }>(service, CREATE, {
    input: { originalQuery: request },
  });
  const id = createWebset.webset.uuid;
  for (const { label, description } of suggestPlan.criteria)
    await graphql(service, ADD, { input: { websetId: id, label, ...(description && { description }) } });
  await graphql(service, START, { input: { websetId: id } });
  for (;;) {
    const { webset } = await graphql<Found>(service, FOUND, { id });
    if (!webset.runAlive) return { ...webset, labels: suggestPlan.criteria.map(({ label }) => label) };
    await new Promise((done) => setTimeout(done, 300));
  }
}

const short = process.argv.includes('--short');
const [list, ...folders] = process.argv.slice(2).filter((one) => one !== '--short');
const asked = (await listOf(list ?? new URL('sample-web.txt', import.meta.url))).slice(0, short ? SHORT : undefined);
await using service = await openBenchService({ SAMPLES: list ? 'off' : 'on', ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0' });
if (folders.length > 0) {
  await using client = openClient(service.databaseUrl, { max: 4, name: 'webset bench' });
  await using reader = openReaders();
  for (const folder of folders) {
    const sources = await folderSources(folder, `https://example.org/${folder.split('/').at(-1)}/`);
    const { indexed } = await indexSources({ db: client.db, reader }, sources, {
      collection: folder,
      lanes: 2,
      signal: new AbortController().signal,
    });
    console.log(`indexed ${indexed} pages of ${folder}`);
  }
}

const isOf = (url: string, answers: readonly string[]) => answers.some((answer) => new RegExp(`/${answer}[-.]`).test(`${url}.`));
let passed = 0;
for (const { request, answers } of asked) {
  const { match, review, labels, run, outcome } = await ask(service, request);
  const matched = match.nodes.filter(({ url }) => isOf(url, answers)).length;
  const reviewed = review.nodes.filter(({ url }) => isOf(url, answers)).length;
  const isGood = answers.length > 0 ? matched + reviewed > 0 : match.nodes.length === 0;
  if (isGood) passed++;
  const where = answers.length === 0 ? 'none there' : matched > 0 ? 'in Match' : reviewed > 0 ? 'in review' : 'missed';
  console.log(
    [
      isGood ? 'ok  ' : 'MISS',
      request,
      where,
      `${matched} of ${match.nodes.length} matches listed`,
      `${run.counts.read} read`,
      labels.join(', '),
      outcome?.narrowest?.label ?? '–',
    ].join(' | '),
  );
}
console.log(`${passed} of ${asked.length} requests pass`);
if (passed < SHARE_MIN * asked.length) process.exitCode = 1;
