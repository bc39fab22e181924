import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openExaminers, thinkingBy } from '../../../src/main/agent.ts';
import { portsOn } from '../../../src/runs/ports/ports.ts';
import { recordingOf } from '../../../src/runs/recording/recording.ts';
import { readRecording, replay } from '../../../src/runs/recording/replay.ts';
import { learner, scorer } from '../../support/agent/judges.ts';
import { rulesReasoner } from '../../support/agent/rules-reasoner.ts';
import { openLab } from '../../support/lab.ts';
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

/** A search that finds the last pages by the foundry's name alone; `asked` hears of each query. */
function searchOf(lab: Lab): string[] {
  const asked: string[] = [];
  const search: Serve = (req, res) => {
    const params = new URL(req.url ?? '', lab.web.url).searchParams;
    const [query, page] = [params.get('q') ?? '', Number(params.get('pageno'))];
    asked.push(query);
    const found = /foundry|ironworks/.test(query) ? names.slice(12) : names.slice(0, 12);
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
