import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CapReached } from '../../../src/agent/ports.ts';
import { openExaminers, thinkingBy } from '../../../src/main/agent.ts';
import { portsOn } from '../../../src/runs/ports/ports.ts';
import { recordingOf } from '../../../src/runs/recording/recording.ts';
import { readRecording, replay } from '../../../src/runs/recording/replay.ts';
import { workRun } from '../../../src/runs/work.ts';
import { learner, scorer } from '../../support/agent/judges.ts';
import { rulesReasoner } from '../../support/agent/rules-reasoner.ts';
import { openBench } from '../../support/bench.ts';
import { openLab } from '../../support/lab.ts';
import { type Asked, openModelServer } from '../../support/model-server.ts';
import { openTestService } from '../../support/test-service.ts';
import { htmlPage, type Serve } from '../../support/web.ts';

const ADD = 'mutation ($input: AddSearchInput!) { addSearch(input: $input) { webset { uuid } } }';
const names = Array.from({ length: 24 }, (_, i) => `Store${String.fromCharCode(97 + i)}`);
/** Databases: the first six and the last six written in Rust, of a foundry; only the first twelve are found by what is asked at first. */
const isRust = (i: number) => i < 6 || i >= 18;
const pages = Object.fromEntries(
  names.map((name, i) => [
    `/${name}`,
    isRust(i)
      ? htmlPage(name, `${name} is a database written in Rust.`, `The ironworks foundry keeps ${name} going.`)
      : htmlPage(name, `${name} is a database written in Go.`, `A club of gophers keeps ${name} going.`),
  ]),
);

type Lab = Awaited<ReturnType<typeof openLab>>;
type Web = Pick<Lab, 'web'>;

/** A search that finds the last pages by the foundry's name alone; `asked` hears of each query. */
function searchOf(lab: Web): string[] {
  const asked: string[] = [];
  const search: Serve = (req, res) => {
    const params = new URL(req.url ?? '', lab.web.url).searchParams;
    const [query, page] = [params.get('q') ?? '', Number(params.get('pageno'))];
    asked.push(query);
    const found = /foundry|ironworks|crustacean/.test(query) ? names.slice(12) : names.slice(0, 12);
    const results = page === 1 ? found.map((name) => ({ url: `${lab.web.url}/${name}`, title: name, content: '' })) : [];
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  lab.web.search = search;
  return asked;
}

async function openRequest(lab: Lab) {
  const sessionId = await lab.createSession('databases written in Rust');
  await lab.rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  return sessionId;
}

const narrationsOf = async (lab: Lab, sessionId: string) =>
  (
    await lab.sql<
      { text: string }[]
    >`select data ->> 'text' as text from event where webset_id = ${sessionId} and type = 'narration' order by index`
  ).map(({ text }) => text);

test('a run searches by what its likely rows have in common, says so, counts its searches, and plays again to the same rows', async () => {
  await using lab = await openLab(pages, { RECORD: 'on', RUN_LANES: '4' });
  const asked = searchOf(lab);
  const sessionId = await openRequest(lab);

  const { rows, run } = await lab.run(sessionId);

  const matching = rows.filter((row: { matchVerdict: string }) => row.matchVerdict === 'match').map((row: { title: string }) => row.title);
  expect(matching.sort()).toEqual(names.filter((_, i) => isRust(i)).sort());
  const narrations = await narrationsOf(lab, sessionId);
  expect(narrations.filter((text) => /^6 of 6 likely rows name “\S+”: searching for “[^”]*foundry/.test(text))).toHaveLength(1);
  expect(await lab.sql`select family from run_query q join run r on r.id = q.run_id where r.webset_id = ${sessionId}`).toContainEqual({
    family: 'learned',
  });
  const [counted] = await lab.sql`select searches from run where webset_id = ${sessionId}`;
  expect(counted?.searches).toBe(asked.length);
  expect(run.reason).toBe('candidates_exhausted');

  const lines: string[] = [];
  for await (const line of recordingOf(lab.db, sessionId, [])) lines.push(line);
  await using service = await openTestService();
  await using examiner = openExaminers();
  const { db, listener, queue } = service;
  const { difference } = await replay(readRecording(`${lines.join('\n')}\n`), {
    ...{ db, listener, queue, examiner, scorer, learner },
    ports: portsOn(db),
    log: pino({ level: 'silent' }),
    thinkingBy: (models, answers) => thinkingBy(models, answers, rulesReasoner()),
  });

  expect(difference).toBeNull();
});

test('a run whose searches are used up reads what waits and makes no more', async () => {
  await using lab = await openLab(pages, { RUN_MAX_SEARCHES: '2' });
  const asked = searchOf(lab);

  const { run } = await lab.run(await openRequest(lab));

  expect(asked).toHaveLength(2);
  expect(run).toMatchObject({ reason: 'candidates_exhausted', counts: { read: 12 } });
});

test('the last pages of a budget that what waits can fill are read without another search', async () => {
  const many = Array.from({ length: 40 }, (_, i) => `many${i}`);
  await using lab = await openLab(
    Object.fromEntries(many.map((name) => [`/${name}`, htmlPage(name, `${name} is a database written in Rust.`)])),
    { RUN_MAX_PAGES: '35', RUN_TARGET: '100' },
  );
  const asked: string[] = [];
  lab.web.search = (req, res) => {
    const query = new URL(req.url ?? '', lab.web.url).searchParams.get('q') ?? '';
    asked.push(query);
    const results = many.map((name) => ({ url: `${lab.web.url}/${name}`, title: name, content: '' }));
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  };
  const sessionId = await openRequest(lab);

  const { run } = await lab.run(sessionId);

  expect(run).toMatchObject({ reason: 'page_budget', counts: { read: 35 } });
  expect(asked).toHaveLength(new Set(asked).size); // the plan's queries, each once
});

test('what a person asks for is searched in the next round', async () => {
  await using lab = await openLab(pages, { RUN_LANES: '1' });
  const asked = searchOf(lab);
  let isHeld = true;
  lab.web.put(`/${names[0]}`, async (_req, res) => {
    while (isHeld) await sleep(20);
    res.writeHead(200, { 'content-type': 'text/html' }).end(pages[`/${names[0]}`]);
  });
  const sessionId = await openRequest(lab);
  await lab.rpc('startRun', { sessionId });
  await lab.until(sessionId, () => asked.length > 0);

  await lab.graphql(ADD, { input: { websetId: sessionId, query: 'foundry databases', site: 'example.org' } });
  isHeld = false;
  const { rows } = await lab.until(sessionId, ({ runAlive }) => !runAlive);

  expect(asked).toContain('foundry databases site:example.org');
  expect(rows).toHaveLength(names.length);
  expect(await narrationsOf(lab, sessionId)).toContain('Somebody asked to search for “foundry databases site:example.org” as well');
});

const PRICES = join(mkdtempSync(join(tmpdir(), 'webset-prices-')), 'prices.json');
writeFileSync(PRICES, JSON.stringify({ models: { 'openai-compatible/fake': { input: 10, output: 40 } } }));

/** A model that says yes where a passage names Rust. */
const sensible = ({ instructions, criteria, columns, passages }: Asked) => {
  if (instructions.startsWith('You plan')) return JSON.stringify({ entity: 'database', queries: ['rust databases'], criteria: [] });
  const passage = passages.find(({ text }) => text.includes('written in Rust'));
  const [number, quote] = [passage?.number ?? null, passage?.text ?? null];
  return {
    criteria: criteria.map(({ id }) => ({ id, says: passage ? 'yes' : 'no', passage: number, quote, note: 'as it says' })),
    columns: columns.map(({ id }) => ({ id, value: null, passage: null, quote: null })),
  };
};

test('a model names further queries from the pages that were likely: told, paid for and searched', async () => {
  const shown: string[] = [];
  const further = ({ prompt }: Asked) => {
    shown.push(prompt);
    return JSON.stringify({
      queries: shown.length === 1 ? ['“crustacean” stores', 'crustacean stores', 'list of crustacean stores', '', '...', 'the'] : [],
    });
  };
  await using server = await openModelServer(sensible, () => null, undefined, further);
  const model = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url, LLM_PRICES: PRICES };
  await using lab = await openLab(pages, { ...model, RUN_LANES: '4' });
  const asked = searchOf(lab);
  const sessionId = await openRequest(lab);

  const { rows } = await lab.run(sessionId);

  expect(rows.filter((row: { matchVerdict: string }) => row.matchVerdict === 'match')).toHaveLength(12);
  expect(asked.filter((query) => query === 'crustacean stores').length).toBeGreaterThan(0);
  expect(asked.filter((query) => ['list of crustacean stores', '...', 'the'].includes(query))).toEqual([]);
  expect(await narrationsOf(lab, sessionId)).toContain('A model suggests from 6 likely rows: searching for “crustacean stores”');
  expect(shown.length).toBeLessThanOrEqual(4);
  expect(shown[0]).toMatch(
    /Queries asked so far:\n- [\s\S]*Likely pages:\n- Stor\w+: [\s\S]*written in Rust[\s\S]*Other pages:\n- Stor\w+: [\s\S]*written in Go/,
  );
  const [{ spent } = { spent: 0 }] = await lab.sql`select cost_nano_usd::float8 as spent from run where webset_id = ${sessionId}`;
  const [{ day } = { day: 1 }] = await lab.sql`select sum(cost_nano_usd)::float8 as day from spend_day`;
  expect(spent).toBe(day);
});

test('a run whose cap allows no call for further queries goes on by what likely pages share', async () => {
  await using bench = await openBench(pages);
  searchOf(bench);
  let calls = 0;
  const furtherQueries = async () => {
    calls++;
    throw new CapReached('run', 'the run may spend $0');
  };

  await workRun({ ...bench.deps, furtherQueries }, await bench.queueRun(), new AbortController().signal);

  const [run] = await bench.db.execute<{ state: string; reason: string }>('select state, reason from run');
  expect(calls).toBe(1);
  expect(run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
  const learned = await bench.db.execute("select text from run_query where family = 'learned'");
  expect(learned.length).toBeGreaterThan(0);
});
