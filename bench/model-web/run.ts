import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openModelServer } from '../../test/support/agent/model-server.ts';
import { openPerfectModel, truthPathOf } from '../belief/perfect.ts';
import { isNamed, readArgs } from '../shared/arguments.ts';
import { type EvalQuestion, evalFolder, loadFrom, questionsIn, serveWeb } from '../shared/evaluation.ts';
import { graphql, openBenchService, rpc, startRun } from '../shared/service.ts';

// The whole service over a local web, judged by a model that knows the truth and sees what it is shown: the pipeline loses what is lost.

interface Scored {
  rows: { tp: number; fp: number; precision: number | null; recall: number | null; f1: number; n_matching: number };
}
interface Scorer {
  scoreExport(question: EvalQuestion, exported: unknown): Scored;
  aggregate(scored: Scored[]): { macro: { f1: number; precision: number; recall: number } };
}

const { values: args } = readArgs({
  options: {
    eval: { type: 'string' },
    questions: { type: 'string' },
    bar: { type: 'string', default: '0.75' },
    aim: { type: 'string', default: '0.9' },
    port: { type: 'string', default: '8788' },
    /** Pages a run may read. */
    pages: { type: 'string', default: '300' },
    out: { type: 'string' },
  },
});
if (args.out) mkdirSync(args.out, { recursive: true });
const folder = evalFolder(args.eval);

await using open = new AsyncDisposableStack();
const scorer = await loadFrom<Scorer>(folder, 'score.mjs');
const all = await questionsIn(folder);
const asked = all.filter(({ id }) => isNamed(args.questions, id));
const web = open.use(serveWeb(folder, Number(args.port)));
await web.ready();
const perfect = openPerfectModel(all);
const model = open.use(await openModelServer(perfect.answer, undefined, perfect.readAlone));
const service = open.use(
  await openBenchService({
    SAMPLES: 'off',
    SEARCH_PROVIDERS: 'searxng',
    SEARXNG_URL: web.url,
    FETCH_ALLOW_PRIVATE: new URL(web.url).host,
    ANONYMOUS_CREATE_LIMIT: '0',
    RUN_LIMIT: '0',
    RUN_TARGET: '100000',
    RUN_MAX_PAGES: args.pages,
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'perfect',
    LLM_BASE_URL: model.url,
  }),
);
const { sql } = open.use(openClient(service.databaseUrl, { max: 2, name: 'webset bench' }));

const ROWS = `query ($id: UUID!, $after: String) { webset(id: $id) { rows(first: 100, after: $after) { pageInfo { hasNextPage endCursor }
  nodes { url sources matchVerdict verdicts { criterion { label } verdict reason note } } } } }`;
interface Row {
  url: string;
  sources: string[];
  matchVerdict: string;
  verdicts: { criterion: { label: string }; verdict: string; reason: string; note: string }[];
}
interface Page {
  nodes: Row[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}
async function rowsOf(id: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const { webset }: { webset: { rows: Page } } = await graphql(service, ROWS, { id, after });
    rows.push(...webset.rows.nodes);
    if (!webset.rows.pageInfo.hasNextPage) return rows;
    after = webset.rows.pageInfo.endCursor;
  }
}

/** What became of each address that a run found: its state, and words. */
async function fatesOf(id: string): Promise<Map<string, { state: string; reason: string | null }>> {
  const found = await sql<{ url: string; state: string; reason: string | null }[]>`
    select c.url, c.state, c.reason from candidate c join run r on r.id = c.run_id where r.webset_id = ${id}`;
  return new Map(found.map(({ url, state, reason }) => [truthPathOf(url), { state, reason }]));
}

const STAGES = ['search', 'page budget', 'reading', 'identity', 'passages', 'second opinion', 'guard'] as const;
const losses = new Map<string, number>(STAGES.map((stage) => [stage, 0]));
const examples: string[] = [];
const scored: Scored[] = [];
let matching = 0;
/** By source: matching pages that were read, and of them those that were taken back after the model had judged them. */
const bySource = new Map<string, { read: number; taken: number; wrong: number }>();
const TAKEN_MAX = 0.02;

for (const question of asked) {
  const started = performance.now();
  const made = { originalQuery: question.query, category: question.category };
  const sessionId = (await rpc<{ session: { id: string } }>(service, 'createSession', made)).session.id;
  for (const { label, description } of question.criteria) await rpc(service, 'addCriterion', { sessionId, label, description });
  for (const { label, description, format } of question.enrichments)
    await rpc(service, 'addEnrichment', { sessionId, label, description, format });
  await startRun(service, { websetId: sessionId, judgeShare: 1 });
  while ((await rpc<{ session: { runAlive: boolean } }>(service, 'getSession', { sessionId })).session.runAlive) await sleep(300);
  const exported = await (await fetch(`${service.url}/api/sessions/${sessionId}/export?format=json`)).json();
  if (args.out) writeFileSync(join(args.out, `${question.id}.json`), JSON.stringify(exported));
  const score = scorer.scoreExport(question, exported);
  scored.push(score);

  const [rows, fates] = [await rowsOf(sessionId), await fatesOf(sessionId)];
  const of = bySource.get(question.source) ?? { read: 0, taken: 0, wrong: 0 };
  bySource.set(question.source, of);
  of.wrong += score.rows.fp;
  for (const url of question.truth.matching) {
    matching++;
    const path = truthPathOf(url);
    const row = rows.find((one) => [one.url, ...one.sources].some((source) => truthPathOf(source) === path));
    if (row) of.read++;
    if (row?.matchVerdict === 'match') continue;
    const fate = fates.get(path);
    const seen = perfect.seen.get(`${question.id} ${path}`);
    const bad = row?.verdicts.filter(({ verdict }) => verdict !== 'match') ?? [];
    const stage = !fate
      ? 'search'
      : fate.state === 'found'
        ? 'page budget'
        : fate.state === 'unreadable'
          ? 'reading'
          : !row
            ? 'identity'
            : seen && seen.unseen.length > 0
              ? 'passages'
              : bad.some(({ reason }) => reason === 'disputed')
                ? 'second opinion'
                : 'guard';
    losses.set(stage, (losses.get(stage) ?? 0) + 1);
    if (row) of.taken++;
    const why = bad.map(({ criterion, reason, note }) => `${criterion.label}: ${reason}, ${note}`).join(' | ');
    examples.push(`${stage}  ${question.id} ${path}  ${seen?.unseen.join(', ') || why || fate?.reason || ''}`);
  }
  const { precision, recall, f1 } = score.rows;
  console.log(
    `${question.id.padEnd(10)} P ${precision ?? '-'}  R ${recall ?? '-'}  F1 ${f1}  ${rows.length} rows, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

const { f1, precision, recall } = scorer.aggregate(scored).macro;
console.log(
  `\nrow F1 ${f1} (bar ${args.bar}, aim ${args.aim}), precision ${precision}, recall ${recall}, over ${asked.length} questions; ${model.calls.length} calls`,
);
console.log(`lost of ${matching} matching pages: ${STAGES.map((stage) => `${stage} ${losses.get(stage)}`).join(', ')}`);
let isMissed = f1 < Number(args.bar);
for (const [source, { read, taken, wrong }] of bySource) {
  console.log(
    `${source.padEnd(10)} taken back of ${read} matching pages that were read: ${taken} (bar ${100 * TAKEN_MAX} %); rows that match and should not: ${wrong} (bar 0)`,
  );
  if (taken > TAKEN_MAX * read || wrong > 0) isMissed = true;
}
const alone = model.calls.filter(({ isAlone }) => isAlone);
const tokens = (calls: typeof model.calls) =>
  calls.reduce((sum, { instructions, prompt }) => sum + Math.ceil((instructions.length + prompt.length) / 4), 0);
console.log(
  `words read alone in ${alone.length} of ${model.calls.length} calls, ${((100 * tokens(alone)) / tokens(model.calls)).toFixed(1)} % of the tokens asked`,
);
if (args.out) writeFileSync(join(args.out, 'losses.txt'), `${examples.join('\n')}\n`);
await open.disposeAsync();
process.exit(isMissed ? 1 : 0);
