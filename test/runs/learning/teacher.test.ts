import { describe, expect, test } from 'vitest';
import { quickClock } from '../../support/agent/local-web.ts';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { openModelServer } from '../../support/agent/model-server.ts';
import { engineModel, enginePages, isRust, unknowing } from './engines.ts';

/** Enough to learn from, and enough to judge. */
const COUNT = 20;
const FEW = 12;
/** Settings for a model at an address that nothing answers. */
const settings = (more: Record<string, string> = {}) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: 'http://127.0.0.1:9/v1',
  RUN_LANES: '3',
  RUN_TARGET: '1000',
  ...more,
});

const ROWS = `query ($id: UUID!) { webset(id: $id) {
  run { judgeShare saved { inputTokens } cost { inputTokens } counts { judged matched } }
  estimate { calls }
  rows(first: 100) { nodes { uuid url matchVerdict verdicts { verdict judge answers evidence { quote } } values { value judge } } }
} }`;
interface Result {
  run: { judgeShare: number | null; saved: { inputTokens: number }; counts: { judged: number; matched: number } };
  estimate: { calls: number };
  rows: {
    nodes: {
      uuid: string;
      url: string;
      matchVerdict: string;
      verdicts: { verdict: string; judge: string; answers: number; evidence: { quote: string } | null }[];
      values: { value: string | null; judge: string }[];
    }[];
  };
}
describe('a model as teacher', () => {
  test('it judges its share of the pages, what is learned decides the others, and matches get their columns', async () => {
    const asked: string[] = [];
    await using lab = await openLocalWorker(enginePages(COUNT), {
      env: settings(),
      budget: { judgeShare: 0.4 },
      reasoner: engineModel(asked),
    });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    await lab.rpc('addEnrichment', { sessionId, label: 'Released', format: 'number' });

    await lab.run(sessionId);

    const webset: Result = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
    const rows = webset.rows.nodes;
    const byModel = rows.filter(({ verdicts }) => verdicts[0]?.judge === 'llm');
    expect(rows).toHaveLength(COUNT);
    expect(byModel).toHaveLength(8); // .4 of 20
    const learned = rows.filter(({ verdicts }) => verdicts[0]?.judge !== 'llm' && verdicts[0]?.verdict === 'match');
    expect(learned.length).toBeGreaterThan(3);
    expect(learned.every(({ verdicts }) => verdicts[0]?.evidence?.quote.includes('Rust'))).toBe(true);
    expect(rows.filter(({ verdicts }) => verdicts[0]?.judge === 'learned').every(({ verdicts }) => verdicts[0]?.answers === 8)).toBe(true);
    const matches = rows.filter(({ matchVerdict }) => matchVerdict === 'match');
    expect(matches.every(({ url }) => isRust(url))).toBe(true);
    expect(matches.every(({ values }) => values[0]?.judge === 'llm' && /^(19|20)\d\d$/.test(values[0].value ?? ''))).toBe(true);
    expect(webset.run).toMatchObject({ judgeShare: 0.4, counts: { judged: COUNT, matched: matches.length } });
    expect(webset.run.saved.inputTokens).toBeGreaterThan(0);
    const choices = await lab.sql<
      { purpose: string; n: number }[]
    >`select purpose, count(*)::int as n from judge_choice where is_done group by purpose`;
    expect(Object.fromEntries(choices.map(({ purpose, n }) => [purpose, n]))).toMatchObject({
      teach: 7,
      check: 1,
      columns: learned.length,
    });
    expect(new Set(asked).size).toBe(8 + learned.length);
  });

  test('by default it judges every page of a small run', async () => {
    const asked: string[] = [];
    await using lab = await openLocalWorker(enginePages(FEW), { env: settings(), reasoner: engineModel(asked) });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });

    await lab.run(sessionId);

    const { rows, run, estimate }: Result = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
    expect(rows.nodes.map(({ verdicts }) => verdicts[0]?.judge)).toEqual(Array.from({ length: FEW }, () => 'llm'));
    expect(rows.nodes.filter(({ matchVerdict }) => matchVerdict === 'match')).toHaveLength(8);
    expect(run).toMatchObject({ judgeShare: null, saved: { inputTokens: 0 } });
    expect(estimate.calls).toBe(105); // a run of 300 pages needs no more calls than one of 100 unless its check fails
  });

  test('the caller who starts a run sets the share, and the estimate follows', async () => {
    await using lab = await openLocalWorker({}, { env: settings() });
    const id = await lab.createSession('databases written in Rust');
    const start =
      'mutation ($id: UUID!, $share: Float) { startRun(input: { websetId: $id, judgeShare: $share }) { webset { run { judgeShare } } } }';
    const estimate = 'query ($id: UUID!, $share: Float) { webset(id: $id) { estimate(maxPages: 1000, judgeShare: $share) { calls } } }';

    const refused = await Promise.all([-0.1, 1.1].map((share) => lab.graphql(start, { id, share })));
    const calls = await Promise.all(
      [null, 0, 0.5, 1].map(async (share) => (await lab.graphql(estimate, { id, share })).body.data.webset.estimate.calls),
    );
    const started = await lab.graphql(start, { id, share: 0.5 });

    expect(refused.map(({ body }) => body.errors[0].extensions.code)).toEqual(['BAD_REQUEST', 'BAD_REQUEST']);
    expect(calls).toEqual([205, 5, 505, 1005]);
    expect(started.body.data.startRun.webset.run.judgeShare).toBe(0.5);
  });

  test('with a share of 0 the rules judge, and the model fills the columns of matches', async () => {
    const asked: string[] = [];
    await using lab = await openLocalWorker(
      enginePages(FEW, (name) => `${name} is a database`),
      { env: settings(), budget: { judgeShare: 0 }, reasoner: engineModel(asked) },
    );
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    await lab.rpc('addEnrichment', { sessionId, label: 'Released', format: 'number' });

    await lab.run(sessionId);

    const { rows }: Result = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
    const matches = rows.nodes.filter(({ matchVerdict }) => matchVerdict === 'match');
    expect(rows.nodes.every(({ verdicts }) => verdicts[0]?.judge === 'lexical')).toBe(true);
    expect(matches.length).toBeGreaterThan(0);
    expect(matches.every(({ values }) => values[0]?.judge === 'llm')).toBe(true);
    expect(new Set(asked).size).toBe(matches.length);
  });

  test('if a model leaves open most of what the rules prove, those matches are kept; what the rules do not prove stays open', async () => {
    await using lab = await openLocalWorker(
      enginePages(FEW, (name) => `${name} is a database`),
      { env: settings(), budget: { judgeShare: 0.9 }, reasoner: engineModel([], { says: unknowing }) },
    );
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    await lab.rpc('addCriterion', { sessionId, label: 'Released after 1980' });

    await lab.run(sessionId);

    const { rows }: Result = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
    const matches = rows.nodes.filter(({ matchVerdict }) => matchVerdict === 'match');
    expect(matches).toHaveLength(8);
    expect(matches.every(({ url }) => isRust(url))).toBe(true);
    expect(matches.flatMap(({ verdicts }) => verdicts).every(({ judge, evidence }) => judge === 'lexical' && evidence !== null)).toBe(true);
    const open = rows.nodes.flatMap(({ verdicts }) => verdicts).filter(({ judge }) => judge === 'llm');
    expect(new Set(open.map(({ verdict }) => verdict))).toEqual(new Set(['needs_review']));
  });

  test('a model that becomes unavailable leaves the rows as the rules judged them', async () => {
    const server = await openModelServer(() => '');
    await server[Symbol.asyncDispose]();
    await using lab = await openLocalWorker(enginePages(FEW), { env: settings({ LLM_BASE_URL: server.url }), budget: { judgeShare: 0.4 } });
    const sessionId = await lab.createSession('databases written in Rust');
    await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
    await lab.start(sessionId);

    await lab.work(sessionId, lab.worker(quickClock())); // it retries without the pauses

    expect(await lab.session(sessionId)).toMatchObject({ status: 'completed', run: { reason: 'candidates_exhausted' } });
    const { rows }: Result = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
    expect(rows.nodes).toHaveLength(FEW);
    expect(rows.nodes.every(({ verdicts }) => verdicts[0]?.judge === 'lexical')).toBe(true);
  });
});
