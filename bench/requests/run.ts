import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { openReaders } from '../../src/main/agent.ts';
import { folderSources, indexSources } from '../../src/runs/indexing.ts';
import { readArgs } from '../shared/arguments.ts';
import { median } from '../shared/figures.ts';
import { type BenchService, graphql, makePlanned, openBenchService, startRun } from '../shared/service.ts';
import { isOf, listOf, SAMPLE_WEB } from './list.ts';

// Requests over the sample web, or over folders of pages. One with a true match passes when one of these matches or is among the
// first ten to review; one without passes when nothing matches. Previews of ten pages are timed first.

const REVIEWED = 10;
const SHORT = 3;
const SHARE_MIN = 0.95;
const PREVIEW_PAGES = 10;
const PREVIEW_MS = 3000;

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

async function ask(service: BenchService, request: string, limits: { maxPages?: number } = {}) {
  const { id, labels } = await makePlanned(service, request);
  const started = performance.now();
  await startRun(service, { websetId: id, ...limits });
  for (;;) {
    const { webset } = await graphql<Found>(service, FOUND, { id });
    const ms = performance.now() - started;
    if (!webset.runAlive) return { ...webset, ms, labels };
    await sleep(limits.maxPages ? 50 : 300);
  }
}

const { values: args, positionals } = readArgs({ allowPositionals: true, options: { short: { type: 'boolean', default: false } } });
const { short } = args;
const [list, ...folders] = positionals;
const asked = (await listOf(list ?? SAMPLE_WEB)).slice(0, short ? SHORT : undefined);
await using service = await openBenchService({ SAMPLES: list ? 'off' : 'on', ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0' });
if (folders.length > 0) {
  await using client = openClient(service.databaseUrl, { max: 4, name: 'webset bench' });
  await using reader = openReaders();
  for (const folder of folders) {
    const sources = await folderSources(folder, `https://example.org/${folder.split('/').at(-1)}/`);
    const { indexed } = await indexSources({ db: client.db, reader }, sources, {
      collectionId: (await insertCollection(client.db, { kind: 'operator', ownerId: null, name: folder, source: folder })).id,
      lanes: 2,
      signal: new AbortController().signal,
    });
    console.log(`indexed ${indexed} pages of ${folder}`);
  }
}

const previews: number[] = [];
for (const { request } of asked.slice(0, 4)) previews.push((await ask(service, request, { maxPages: PREVIEW_PAGES })).ms);
const [first = 0, ...others] = previews;
const later = others.length > 0 ? median(others) : first;
console.log(`a preview of ${PREVIEW_PAGES} pages: the first ${Math.round(first)} ms, then ${Math.round(later)} ms (bar ${PREVIEW_MS})`);

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
if (passed < SHARE_MIN * asked.length || (!short && later > PREVIEW_MS)) process.exitCode = 1;
