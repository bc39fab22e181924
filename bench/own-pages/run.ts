import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArgs } from '../shared/arguments.ts';
import { type BenchService, graphql, makePlanned, openBenchService, startRun } from '../shared/service.ts';
import { type Collection, readCollections } from './collections.ts';
import { addTo, type Counts, nothing, type Row, scoreColumns, scoreRun } from './score.ts';

// Small collections of ordinary pages, each uploaded and asked five everyday requests as the app does it, by the rules, before any answer.
// Without a folder: those that the judge was developed on.

const { values: args, positionals } = readArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, show: { type: 'boolean', default: false } },
});
const folder = positionals[0] ? resolve(positionals[0]) : new URL('collections', import.meta.url).pathname;
const collections = (await readCollections(folder)).filter(({ name }) => !args.only || args.only.split(',').includes(name));

const LOOK_MS = 50;
const COLUMN = 'mutation ($input: AddEnrichmentInput!) { addEnrichment(input: $input) { enrichment { uuid } } }';
const FILES = 'query ($id: UUID!) { collection(id: $id) { files { waiting } } }';
const FOUND = `query ($id: UUID!) { webset(id: $id) { runAlive rows(first: 100) { nodes { url matchVerdict
  verdicts { criterion { label required } verdict evidence { quote } } values { enrichment { label } value } } } } }`;

await using service = await openBenchService({ SAMPLES: 'off', ANONYMOUS_UPLOADS: 'on', ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0' });
const all = nothing();
for (const collection of collections) {
  const counts = await ask(service, collection);
  say(collection.name, counts);
  addTo(all, counts);
}
say('all', all);
for (const [type, { met, claimed, right }] of Object.entries(all.cells).sort())
  console.log(`  ${type.padEnd(10)} match ${right} of ${claimed} right, ${met} are so`);

async function ask(at: BenchService, collection: Collection): Promise<Counts> {
  const form = new FormData();
  form.append('name', collection.name);
  for (const { path, body } of collection.files) form.append('files', new Blob([body]), path);
  const id = randomUUID();
  const response = await fetch(`${at.url}/api/collections?id=${id}`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${await response.text()}`);
  const waiting = async () => (await graphql<{ collection: { files: { waiting: number } } }>(at, FILES, { id })).collection.files.waiting;
  while ((await waiting()) > 0) await sleep(LOOK_MS);
  const counts = nothing();
  for (const [i, request] of collection.requests.entries()) {
    const { id: websetId, labels } = await makePlanned(at, request.request, { collectionIds: [id] });
    if (i === 0)
      for (const { name, type } of collection.columns) await graphql(at, COLUMN, { input: { websetId, label: name, format: type } });
    await startRun(at, { websetId });
    const rows = await rowsOf(at, websetId);
    if (args.show) console.log(`${collection.name}: ${request.request} -> ${labels.join(' · ')}`);
    const wrong = args.show ? console.log : () => {};
    addTo(counts, scoreRun(request, labels, rows, wrong));
    if (i === 0) addTo(counts, scoreColumns(collection, rows, wrong));
  }
  return counts;
}

async function rowsOf(at: BenchService, id: string): Promise<Row[]> {
  for (;;) {
    const { webset } = await graphql<{ webset: { runAlive: boolean; rows: { nodes: (Omit<Row, 'file'> & { url: string })[] } } }>(
      at,
      FOUND,
      { id },
    );
    if (!webset.runAlive) return webset.rows.nodes.map((row) => ({ ...row, file: decodeURIComponent(row.url.split('/').at(-1) ?? '') }));
    await sleep(LOOK_MS);
  }
}

function say(name: string, c: Counts) {
  const share = (part: number, of: number) => (of > 0 ? (part / of).toFixed(2).replace(/^0/, '') : '-');
  const [met, claimed, right] = (['met', 'claimed', 'right'] as const).map((of) =>
    Object.values(c.cells).reduce((sum, one) => sum + one[of], 0),
  );
  console.log(
    `${name.padEnd(16)} rows P ${share(c.right, c.claimed)} found ${c.right} of ${c.rows} (${share(c.right, c.rows)}), never read ${c.unread}, no ${c.lostRows} | ` +
      `match P ${share(right ?? 0, claimed ?? 0)} R ${share(right ?? 0, met ?? 0)} | no ${c.no}, right ${c.noRight}, of true cells ${c.noLost}, quoted ${c.noQuoted} | ` +
      `columns ${c.valuesRight} right of ${c.filled} filled, ${c.stated} stated`,
  );
}
