import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CapReached } from '../../../src/agent/ports.ts';
import { thinkingBy } from '../../../src/main/agent.ts';
import { portsOn } from '../../../src/runs/ports/ports.ts';
import { recordingOf } from '../../../src/runs/recording/recording.ts';
import { readRecording, replay } from '../../../src/runs/recording/replay.ts';
import { assessor, learner } from '../../support/agent/judges.ts';
import { examiner, openLocalWorker } from '../../support/agent/local-worker.ts';
import { type Asked, openModelServer } from '../../support/agent/model-server.ts';
import { openTestService } from '../../support/test-service.ts';
import { until } from '../../support/until.ts';
import { htmlPage } from '../../support/web.ts';
import { PRICES } from '../model/prices.ts';

const ADD = 'mutation ($input: AddSearchInput!) { addSearch(input: $input) { webset { uuid } } }';
const names = Array.from({ length: 16 }, (_, i) => `Store${String.fromCharCode(97 + i)}`);
/** Databases: the first and last four are written in Rust by one foundry; the first queries find only the first eight. */
const isRust = (i: number) => i < 4 || i >= 12;
const pages = Object.fromEntries(
  names.map((name, i) => [
    `/${name}`,
    isRust(i)
      ? htmlPage(name, `${name} is a database written in Rust.`, `The ironworks foundry keeps ${name} going.`)
      : htmlPage(name, `${name} is a database written in Go.`, `A club of gophers keeps ${name} going.`),
  ]),
);

type Lab = Awaited<ReturnType<typeof openLocalWorker>>;

/** A search that finds the last pages only by the foundry's name. */
const search = ({ text, pageNumber }: { text: string; pageNumber: number }): string[] =>
  pageNumber > 0 ? [] : Object.keys(pages).slice(...(/foundry|ironworks|crustacean/.test(text) ? [8] : [0, 8]));

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
  await using lab = await openLocalWorker(pages, { env: { RUN_LANES: '4' }, record: true, search });
  const sessionId = await openRequest(lab);

  const { rows, run } = await lab.run(sessionId);

  const matching = rows.filter((row: { matchVerdict: string }) => row.matchVerdict === 'match').map((row: { title: string }) => row.title);
  expect(matching.sort()).toEqual(names.filter((_, i) => isRust(i)).sort());
  const narrations = await narrationsOf(lab, sessionId);
  expect(narrations.filter((text) => /^4 of 4 likely rows name “\S+”: searching for “[^”]*foundry/.test(text))).toHaveLength(1);
  expect(await lab.sql`select family from run_query q join run r on r.id = q.run_id where r.webset_id = ${sessionId}`).toContainEqual({
    family: 'learned',
  });
  const [counted] = await lab.sql`select searches from run where webset_id = ${sessionId}`;
  expect(counted?.searches).toBe(lab.asked.length);
  expect(run.reason).toBe('candidates_exhausted');

  const lines: string[] = [];
  for await (const line of recordingOf(lab.db, sessionId, [])) lines.push(line);
  await using service = await openTestService();
  const { db, listener, queue } = service;
  const { difference } = await replay(readRecording(`${lines.join('\n')}\n`), {
    ...{ db, listener, queue, examiner, assessor, learner },
    ports: portsOn(db),
    log: pino({ level: 'silent' }),
    thinkingBy,
  });

  expect(difference).toBeNull();
});

test('a run whose searches are used up reads what waits and makes no more', async () => {
  await using lab = await openLocalWorker(pages, { budget: { maxSearches: 2 }, search });

  const { run } = await lab.run(await openRequest(lab));

  expect(lab.asked).toHaveLength(2);
  expect(run).toMatchObject({ reason: 'candidates_exhausted', counts: { read: 8 } });
});

test('the last pages of a budget are read without another search if enough candidates wait', async () => {
  const many = Array.from({ length: 14 }, (_, i) => `many${i}`);
  const manyPages = Object.fromEntries(many.map((name) => [`/${name}`, htmlPage(name, `${name} is a database written in Rust.`)]));
  await using lab = await openLocalWorker(manyPages, {
    env: { RUN_MAX_PAGES: '10', RUN_TARGET: '100' },
    search: () => Object.keys(manyPages), // for any result page
  });
  const sessionId = await openRequest(lab);

  const { run } = await lab.run(sessionId);

  expect(run).toMatchObject({ reason: 'page_budget', counts: { read: 10 } });
  expect(lab.asked).toHaveLength(new Set(lab.asked).size); // each planned query once
});

test('a person’s query is searched in the next round', async () => {
  const [path, page] = Object.entries(pages)[0] as [string, string];
  const held = Promise.withResolvers<void>();
  const read = () => held.promise.then(() => page);
  await using lab = await openLocalWorker({ ...pages, [path]: read }, { env: { RUN_LANES: '1' }, search });
  const sessionId = await openRequest(lab);
  const ran = lab.run(sessionId);
  await Promise.race([ran, until(() => lab.asked.length > 0)]);

  await lab.graphql(ADD, { input: { websetId: sessionId, query: 'foundry databases', site: 'example.org' } });
  held.resolve();
  const { rows } = await ran;

  expect(lab.asked).toContain('foundry databases site:example.org');
  expect(rows).toHaveLength(names.length);
  expect(await narrationsOf(lab, sessionId)).toContain('Somebody asked to search for “foundry databases site:example.org” as well');
});

/** A model that says yes if a passage names Rust. */
const sensible = ({ instructions, criteria, columns, passages }: Asked) => {
  if (instructions.startsWith('You plan')) return JSON.stringify({ entity: 'database', queries: ['rust databases'], criteria: [] });
  const passage = passages.find(({ text }) => text.includes('written in Rust'));
  const [number, quote] = [passage?.number ?? null, passage?.text ?? null];
  return {
    criteria: criteria.map(({ id }) => ({ id, says: passage ? 'yes' : 'no', passage: number, quote, note: 'as it says' })),
    columns: columns.map(({ id }) => ({ id, value: null, passage: null, quote: null })),
  };
};

test('a model names further queries from likely pages: they are announced, paid for and searched', async () => {
  const shown: string[] = [];
  const further = ({ prompt }: Asked) => {
    shown.push(prompt);
    return JSON.stringify({
      queries: shown.length === 1 ? ['“crustacean” stores', 'crustacean stores', 'list of crustacean stores', '', '...', 'the'] : [],
    });
  };
  await using server = await openModelServer(sensible, () => null, undefined, further);
  const model = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'fake', LLM_BASE_URL: server.url, LLM_PRICES: PRICES };
  await using lab = await openLocalWorker(pages, { env: { ...model, RUN_LANES: '4' }, search });
  const sessionId = await openRequest(lab);

  const { rows } = await lab.run(sessionId);

  expect(rows.filter((row: { matchVerdict: string }) => row.matchVerdict === 'match')).toHaveLength(8);
  expect(lab.asked.filter((query) => query === 'crustacean stores').length).toBeGreaterThan(0);
  expect(lab.asked.filter((query) => ['list of crustacean stores', '...', 'the'].includes(query))).toEqual([]);
  expect(await narrationsOf(lab, sessionId)).toContain('A model suggests from 4 likely rows: searching for “crustacean stores”');
  expect(shown.length).toBeLessThanOrEqual(4);
  expect(shown[0]).toMatch(
    /Queries asked so far:\n- [\s\S]*Likely pages:\n- Stor\w+: [\s\S]*written in Rust[\s\S]*Other pages:\n- Stor\w+: [\s\S]*written in Go/,
  );
  const [{ spent } = { spent: 0 }] = await lab.sql`select cost_nano_usd::float8 as spent from run where webset_id = ${sessionId}`;
  const [{ day } = { day: 1 }] = await lab.sql`select sum(cost_nano_usd)::float8 as day from spend_day`;
  expect(spent).toBe(day);
});

test('a run whose cap allows no call for further queries continues with the words that likely pages share', async () => {
  await using lab = await openLocalWorker(pages, { search });
  let calls = 0;
  const furtherQueries = async () => {
    calls++;
    throw new CapReached('run', 'the run may spend $0');
  };
  const sessionId = await openRequest(lab);
  await lab.start(sessionId);

  await lab.work(sessionId, { ...lab.deps, furtherQueries });

  const [run] = await lab.sql`select state, reason from run`;
  expect(calls).toBe(1);
  expect(run).toMatchObject({ state: 'completed', reason: 'candidates_exhausted' });
  expect((await lab.sql`select text from run_query where family = 'learned'`).length).toBeGreaterThan(0);
});
