import { expect, test } from 'vitest';
import { type Asked, type ModelServer, type Opinion, openModelServer } from '../../support/agent/model-server.ts';
import { openLab } from '../../support/lab.ts';
import { enginePages, isRust } from './engines.ts';

const COUNT = 20;
/** Knows which engine is written in Rust, and when each was released. */
const brain = (asked: Asked): Opinion | string => {
  if (asked.instructions.startsWith('You plan'))
    return JSON.stringify({
      entity: 'database',
      queries: ['rust databases', 'databases'],
      criteria: [{ label: 'Written in Rust', description: 'It is.' }],
    });
  const engine = asked.passages.find(({ text }) => /written in (Rust|Go) /.test(text));
  const year = asked.passages.find(({ text }) => text.includes('released in'));
  return {
    criteria: asked.criteria.map(({ id }) => ({
      id,
      says: engine?.text.includes('Rust') ? 'yes' : 'no',
      passage: engine?.number ?? null,
      quote: engine?.text ?? null,
      note: 'as it says',
    })),
    columns: asked.columns.map(({ id }) => ({
      id,
      value: /\d{4}/.exec(year?.text ?? '')?.[0] ?? null,
      passage: year?.number ?? null,
      quote: year?.text ?? null,
    })),
  };
};
const settings = (server: ModelServer) => ({
  LLM_PROVIDER: 'openai-compatible',
  LLM_MODEL: 'fake',
  LLM_BASE_URL: server.url,
  RUN_LANES: '3',
  RUN_TARGET: '1000',
  HOST_DELAY_MS: '0',
});

const ROWS = `query ($id: UUID!) { webset(id: $id) { run { saved { inputTokens } }
  rows(first: 100) { nodes { url matchVerdict verdicts { judge } values { value judge } } } } }`;
interface Row {
  url: string;
  matchVerdict: string;
  verdicts: { judge: string }[];
  values: { value: string | null; judge: string }[];
}

test('a model behind an endpoint judges its share of the pages and the columns of matches', async () => {
  await using server = await openModelServer(brain);
  await using lab = await openLab(enginePages(COUNT), settings(server), { judge: 'real', budget: { judgeShare: 0.4 } });
  const sessionId = await lab.createSession('databases written in Rust');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await lab.rpc('addEnrichment', { sessionId, label: 'Released', format: 'number' });

  await lab.run(sessionId);

  const { run, rows } = (await lab.graphql(ROWS, { id: sessionId })).body.data.webset;
  const [nodes, matches]: Row[][] = [rows.nodes, rows.nodes.filter((row: Row) => row.matchVerdict === 'match')];
  const judged = nodes?.filter(({ verdicts }) => verdicts[0]?.judge === 'llm') ?? [];
  expect(nodes).toHaveLength(COUNT);
  expect(judged).toHaveLength(8); // .4 of 20
  expect(matches?.every(({ url }) => isRust(url))).toBe(true);
  expect(matches?.every(({ values }) => values[0]?.judge === 'llm' && /^(19|20)\d\d$/.test(values[0].value ?? ''))).toBe(true);
  expect(run.saved.inputTokens).toBeGreaterThan(0);
  const asked = server.calls.filter(({ isAlone, url }) => !isAlone && url).map(({ url }) => url);
  expect(new Set(asked)).toEqual(new Set([...judged, ...(matches ?? [])].map(({ url }) => url)));
});
