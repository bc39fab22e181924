import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Asked, type Opinion, openModelServer } from '../../test/support/agent/model-server.ts';
import { isOf, listOf, SAMPLE_WEB } from '../requests/list.ts';
import { readArgs } from '../shared/arguments.ts';
import { type BenchService, graphql, makePlanned, openBenchService, startRun } from '../shared/service.ts';

// Every cell of eight requests as the service stores it, by the rules and with a model that judges every second row again, before any
// answer and after 5 and 20 answered rows.

const FILE = new URL('golden.txt.br', import.meta.url);
const ANSWERED = [0, 5, 20];

/** Requests over the sample web; and a column of each format. */
const REQUESTS = [
  'time-series databases written in Go',
  'search engines written in Java',
  'document databases under the Apache licence',
  'databases first released before 2000',
  'databases released in 2022',
  'time series databases that are not open source',
  'databases from China',
  'graph databases from London',
];
const COLUMNS = [
  { label: 'Licence', format: 'text' },
  { label: 'Official website', format: 'url' },
  { label: 'First release year', format: 'number' },
  { label: 'First release', format: 'date' },
];

const asked = (await listOf(SAMPLE_WEB)).filter(({ request }) => REQUESTS.includes(request));

const COLUMN = 'mutation ($input: AddEnrichmentInput!) { addEnrichment(input: $input) { enrichment { uuid } } }';
const ANSWER = 'mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { uuid } } }';
const STATE = 'query ($id: UUID!) { webset(id: $id) { runAlive criteria { learning { current } } enrichments { learning { current } } } }';
const CELLS = `query ($id: UUID!, $after: String) { webset(id: $id) { rows(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {
  uuid url likelihood matchVerdict
  verdicts { criterion { uuid label } verdict reason why { code text } judge probability answers evidence { quote start end } }
  values { enrichment { label } value reason judge note evidence { quote start end } } } } } }`;

interface Evidence {
  quote: string;
  start: number;
  end: number;
}
interface Cell {
  reason: string | null;
  judge: string | null;
  evidence: Evidence | null;
}
interface GoldenRow {
  uuid: string;
  url: string;
  likelihood: number | null;
  matchVerdict: string;
  verdicts: (Cell & {
    criterion: { uuid: string; label: string };
    verdict: string | null;
    why: { code: string; text: string } | null;
    probability: number | null;
    answers: number;
  })[];
  values: (Cell & { note: string | null; enrichment: { label: string }; value: string | null })[];
}

async function rowsOf(service: BenchService, id: string): Promise<GoldenRow[]> {
  const rows: GoldenRow[] = [];
  for (let after: string | null = null; ; ) {
    const found: { webset: { rows: { pageInfo: { hasNextPage: boolean; endCursor: string }; nodes: GoldenRow[] } } } = await graphql(
      service,
      CELLS,
      { id, after },
    );
    rows.push(...found.webset.rows.nodes);
    if (!found.webset.rows.pageInfo.hasNextPage) return rows.sort((a, b) => (a.url < b.url ? -1 : 1));
    after = found.webset.rows.pageInfo.endCursor;
  }
}

/** Resolves once no run is alive and all answers are part of the verdicts. */
async function settled(service: BenchService, id: string): Promise<void> {
  for (;;) {
    const { webset } = await graphql<{
      webset: { runAlive: boolean; criteria: { learning: { current: boolean } }[]; enrichments: { learning: { current: boolean } }[] };
    }>(service, STATE, { id });
    if (!webset.runAlive && [...webset.criteria, ...webset.enrichments].every(({ learning }) => learning.current)) return;
    await sleep(200);
  }
}

const figure = (x: number | null) => (x === null ? '-' : x.toFixed(4));
const proof = (evidence: Evidence | null) => (evidence ? `${evidence.start}-${evidence.end} ${JSON.stringify(evidence.quote)}` : '-');

/** One line a cell, in an order that no run decides. `at`: where the cell belongs. */
function linesOf(at: string, rows: readonly GoldenRow[]): string[] {
  return rows.flatMap(({ url, likelihood, matchVerdict, verdicts, values }) => {
    const path = new URL(url).pathname;
    const line = (what: string, ...said: (string | number | null)[]) => [at, path, what, ...said].join('\t');
    return [
      line('row', matchVerdict, figure(likelihood)),
      ...verdicts.map(({ criterion, verdict, reason, why, judge, probability, answers, evidence }) =>
        line(criterion.label, verdict, reason, why?.text ?? null, judge, figure(probability), answers, proof(evidence)),
      ),
      ...values.map(({ enrichment, value, reason, judge, note, evidence }) =>
        line(`column ${enrichment.label}`, JSON.stringify(value), reason, judge, note, proof(evidence)),
      ),
    ];
  });
}

/** Rows to be answered: those that are so and those that are not, by turns, as long as there are any, each by its address. */
function askedOf(rows: readonly GoldenRow[], answers: readonly string[]): GoldenRow[] {
  const [yes, no] = [rows.filter(({ url }) => isOf(url, answers)), rows.filter(({ url }) => !isOf(url, answers))];
  return Array.from({ length: rows.length }, (_, i) => [yes[i], no[2 * i], no[2 * i + 1]]).flatMap((some) =>
    some.filter((row) => row !== undefined),
  );
}

/** `from`: the address that it is counted for, which has 600 answers an hour. */
async function answer(service: BenchService, from: string, { uuid, url, verdicts }: GoldenRow, answers: readonly string[]) {
  for (const { criterion, evidence } of verdicts) {
    const verdict = isOf(url, answers) ? 'match' : 'no_match';
    const passage = verdict === 'match' && evidence ? { start: evidence.start, end: evidence.end } : null;
    const input = { rowId: uuid, criterionId: criterion.uuid, verdict, ...(passage && { passage }) };
    await graphql(service, ANSWER, { input }, { 'x-forwarded-for': from });
  }
}

/** `hasModel`: every second row is judged again by the model, once the rules have read all. */
async function cellsOf(service: BenchService, how: string, hasModel: boolean): Promise<string[]> {
  const lines: string[] = [];
  for (const [n, { request, answers }] of asked.entries()) {
    const { id: websetId } = await makePlanned(service, request);
    for (const column of COLUMNS) await graphql(service, COLUMN, { input: { websetId, ...column } });
    await startRun(service, { websetId, target: 1000, judgeShare: 0 });
    await settled(service, websetId);
    if (hasModel) {
      const rowIds = (await rowsOf(service, websetId)).filter((_, i) => i % 2 === 0).map(({ uuid }) => uuid);
      await startRun(service, { websetId, mode: 'REJUDGE', rowIds });
      await settled(service, websetId);
    }
    const order = askedOf(await rowsOf(service, websetId), answers);
    let answered = 0;
    for (const count of ANSWERED) {
      for (const row of order.slice(answered, count)) await answer(service, `192.0.2.${n}`, row, answers);
      answered = count;
      await settled(service, websetId);
      lines.push(...linesOf(`${how}, ${count} answered: ${request}`, await rowsOf(service, websetId)));
    }
    console.error(`${how}: ${request}, ${order.length} rows`);
  }
  return lines;
}

/**
 * A model that says yes of the pages that meet any of the requests, and no of all others. Asked for a plan, it searches for the request.
 */
function opinion({ url, prompt, criteria, columns, passages }: Asked): Opinion | string {
  if (url === '') return JSON.stringify({ entity: 'database', queries: [/^Request: (.*)/m.exec(prompt)?.[1] ?? ''], criteria: [] });
  const [first] = passages;
  const says = asked.some(({ answers }) => isOf(url, answers)) ? 'yes' : 'no';
  const proof = { passage: first?.number ?? null, quote: first?.text ?? null };
  return {
    criteria: criteria.map(({ id }, i) =>
      i % 3 === 2 ? { id, says: 'silent', passage: null, quote: null } : { id, says, ...proof, note: 'it says so' },
    ),
    columns: columns.map(({ id }) => ({ id, value: null, passage: null, quote: null })),
  };
}

const SETTINGS = { SAMPLES: 'on', ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0', TRUST_PROXY: '1', RUN_LANES: '1' };

async function byRules(): Promise<string[]> {
  await using service = await openBenchService(SETTINGS);
  return await cellsOf(service, 'rules', false);
}

async function byModel(): Promise<string[]> {
  await using server = await openModelServer(opinion);
  await using service = await openBenchService({
    ...SETTINGS,
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'golden',
    LLM_BASE_URL: `${server.url}/v1`,
  });
  return await cellsOf(service, 'model', true);
}

async function write(lines: readonly string[]): Promise<void> {
  await writeFile(FILE, brotliCompressSync(`${lines.join('\n')}\n`, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }));
  console.log(`${lines.length} cells and rows written`);
}

/** Prints each cell that differs from the file; the number of those. */
async function compare(lines: readonly string[]): Promise<number> {
  const kept = brotliDecompressSync(await readFile(FILE))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const keyOf = (line: string) => line.split('\t', 3).join('\t');
  const [before, after] = [kept, lines].map((all) => new Map(all.map((line) => [keyOf(line), line])));
  let differs = 0;
  for (const key of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [was, is] = [before?.get(key), after?.get(key)];
    if (was === is) continue;
    differs++;
    console.log(`- ${was ?? `${key}\tnot there`}\n+ ${is ?? `${key}\tnot there`}`);
  }
  console.log(`${differs} of ${kept.length} differ`);
  return differs;
}

const { check } = readArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const lines = [...(await byRules()), ...(await byModel())];
if (!check) await write(lines);
else if ((await compare(lines)) > 0) process.exitCode = 1;
