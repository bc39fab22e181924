import { expect, test } from 'vitest';
import { learner } from '../../support/agent/judges.ts';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { openLab } from '../../support/lab.ts';
import { until } from '../../support/until.ts';
import { BY_ANSWERS, CRITERION, DENY, type Decided, isNonprofit, organisation, organisations, QUEUE, ROWS, SAY } from './organisations.ts';

const COUNT = 36;
/** The queue waits for learning as long as it takes. */
const patience = { learned: { withinMs: 600_000 } };

/** A webset whose rows the rules judged, and a person who answers them. */
async function openOrganisations(count = COUNT) {
  const lab = await openLocalWorker(organisations(count), { patience, search: () => ['/late'] });
  const sessionId = await lab.createSession('organisations');
  await lab.rpc('addCriterion', { sessionId, label: CRITERION });
  await lab.judge(sessionId);
  const webset = async (query: string) => (await lab.graphql(query, { id: sessionId })).body.data.webset;
  const rows = async (): Promise<Decided[]> => (await webset(ROWS)).rows.nodes;
  const next = async () => (await webset(QUEUE)).reviewQueue[0];
  const say = async ({ row, cells }: Awaited<ReturnType<typeof next>>) => {
    const verdict = isNonprofit(row.title) ? 'match' : 'no_match';
    await lab.graphql(SAY, { input: { rowId: row.uuid, criterionId: cells[0].criterion.uuid, verdict } });
    return row.title as string;
  };
  const answer = async () => say(await next());
  const isCurrent = async () => {
    const [versions] = await lab.sql`select answers_version = learned_version as current from criterion where webset_id = ${sessionId}`;
    return versions?.current as boolean;
  };
  return { lab, sessionId, webset, rows, next, say, answer, isCurrent };
}

test('ten answers decide the other rows, by words that the criterion does not name; a later run judges new pages by them', async () => {
  const { lab, sessionId, webset, rows, answer } = await openOrganisations();
  await using _lab = lab;
  const before = await rows();

  const asked = new Set<string>();
  for (let i = 0; i < 10; i++) {
    asked.add(await answer());
    await lab.learn(sessionId);
  }
  const { criteria } = await webset(QUEUE);
  const after = (await rows()).filter(({ title }) => !asked.has(title));
  lab.pages.set('/late', organisation(40));
  await lab.run(sessionId);
  const late = (await rows()).find(({ title }) => title === 'Org40');

  expect(before).toHaveLength(COUNT);
  expect(before.every(({ likelihood }) => likelihood !== null)).toBe(true);
  expect(asked.size).toBe(10);
  expect(criteria[0].learning).toMatchObject({ answers: 10, current: true });
  const decided = after.filter(({ verdicts: [cell] }) => cell.effective !== 'needs_review');
  const right = decided.filter(({ title, verdicts: [cell] }) => cell.effective === (isNonprofit(title) ? 'match' : 'no_match'));
  expect(right.length).toBe(decided.length);
  expect(decided.length).toBeGreaterThanOrEqual(after.filter(({ title }) => isNonprofit(title)).length * 0.8);
  expect(decided[0]?.verdicts[0]).toMatchObject({ judge: 'learned', reason: 'learned', answers: 10 });
  for (const { matchVerdict, verdicts } of decided) if (matchVerdict === 'match') expect(verdicts[0].evidence?.quote).toMatch(/^Org\d+ /);
  expect(late?.verdicts[0]).toMatchObject({ effective: 'match', judge: 'learned' });
});

test('from eight no answers on, answers alone make other rows no match: without a quote, counted separately, and revocable', async () => {
  const { lab, sessionId, webset, answer } = await openOrganisations();
  await using _lab = lab;
  const seen = () => webset(BY_ANSWERS);
  const deny = (answersDeny: boolean) => lab.graphql(DENY, { input: { websetId: sessionId, answersDeny } });
  for (let no = 0; no < 8; ) {
    if (!isNonprofit(await answer())) no++;
    await lab.learn(sessionId);
  }

  const denied = await seen();
  await deny(false);
  await lab.learn(sessionId);
  const open = await seen();
  await deny(true);
  await lab.learn(sessionId);

  const { nodes } = denied.rows;
  expect(nodes.length).toBeGreaterThan(5);
  expect(denied.counts.noByAnswers).toBe(nodes.length);
  for (const { title, matchVerdict, verdicts } of nodes) {
    expect({ title, isNonprofit: isNonprofit(title), matchVerdict }).toEqual({ title, isNonprofit: false, matchVerdict: 'no_match' });
    const text = expect.stringMatching(
      /^No by answers on other results: of the 5 answered results most like it, [0-2] were yes and [345] no; likelihood \.?\d+\.$/,
    );
    expect(verdicts).toEqual([{ why: { code: 'learned_no_match', text }, evidence: null }]);
  }
  expect(open).toMatchObject({ answersDeny: false, counts: { noByAnswers: 0, needsReview: denied.counts.needsReview + nodes.length } });
  expect(await seen()).toEqual(denied);
});

test('the next row to ask depends on the answers before it: the query waits until they are learned', async () => {
  const { lab, sessionId, next, answer, isCurrent } = await openOrganisations(12);
  await using _lab = lab;

  const current: boolean[] = [];
  for (let i = 0; i < 3; i++) {
    await answer();
    const seen = [await isCurrent()];
    const asked = next().then(async () => seen.push(await isCurrent()));
    await lab.learn(sessionId);
    await asked;
    current.push(...seen);
  }

  expect(current).toEqual([false, true, false, true, false, true]);
});

test('if no worker learns an answer, the query continues without it', async () => {
  await using lab = await openLocalWorker(organisations(4), { patience: { learned: { withinMs: 1 } } });
  const sessionId = await lab.createSession('organisations');
  await lab.rpc('addCriterion', { sessionId, label: CRITERION });
  await lab.judge(sessionId);
  const ask = async () => (await lab.graphql(QUEUE, { id: sessionId })).body.data.webset;
  const { row, cells } = (await ask()).reviewQueue[0];
  await lab.graphql(SAY, { input: { rowId: row.uuid, criterionId: cells[0].criterion.uuid, verdict: 'match' } });

  const { reviewQueue, criteria } = await ask();

  expect(reviewQueue).toHaveLength(1);
  expect(criteria[0].learning).toMatchObject({ answers: 1, current: false });
});

test('an answer that arrives while rows are decided restarts the decision, and nothing of the old one is written', async () => {
  const { lab, sessionId, next, say, isCurrent } = await openOrganisations(12);
  await using _lab = lab;
  const learned = () => lab.sql`select count(*)::int as n from verdict where judge = 'learned'`;
  await say(await next());
  await lab.learn(sessionId);
  const before = await learned();
  const items = (await lab.graphql(QUEUE.replace('first:1', 'first:3'), { id: sessionId })).body.data.webset.reviewQueue;
  await say(items[0]);

  const written: unknown[] = [];
  const meanwhile = items.slice(1);
  await lab.learn(sessionId, {
    learner: {
      ...learner,
      async decide(input, signal) {
        written.push([await isCurrent(), await learned()]);
        const decided = await learner.decide(input, signal);
        if (decided !== 'missing' && meanwhile.length > 0) await say(meanwhile.shift());
        return decided;
      },
    },
  });

  expect(meanwhile).toEqual([]);
  expect(written.length).toBeGreaterThanOrEqual(3); // once per answer
  for (const seen of written) expect(seen).toEqual([false, before]);
  expect(await isCurrent()).toBe(true);
});

test('a worker takes an answer from the queue and learns it', async () => {
  await using lab = await openLab(organisations(3));
  const sessionId = await lab.createSession('organisations');
  await lab.rpc('addCriterion', { sessionId, label: CRITERION });
  await lab.run(sessionId);
  const ask = async () => (await lab.graphql(QUEUE, { id: sessionId })).body.data.webset;
  const { row, cells } = (await ask()).reviewQueue[0];

  await lab.graphql(SAY, { input: { rowId: row.uuid, criterionId: cells[0].criterion.uuid, verdict: 'match' } });

  await until(async () => (await ask()).criteria[0].learning.current);
  expect((await ask()).criteria[0].learning).toMatchObject({ answers: 1, current: true });
});
