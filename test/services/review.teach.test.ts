import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAnswers, listValueAnswers } from '../../src/db/queries/learning/answers.ts';
import { savePassages, saveScores } from '../../src/db/queries/learning/scores.ts';
import { fillRows } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ patience: { learned: { withinMs: 1, everyMs: 1 } } }); // no worker learns
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = async (query: string, variables: object) => {
  const { body } = await service.graphql(query, variables);
  return body.errors ? { code: body.errors[0].extensions.code, message: body.errors[0].message } : body.data;
};
const sayVerdict = (input: object) =>
  ask('mutation($input:ReviewVerdictInput!){reviewVerdict(input:$input){row{verdicts{effective evidence{quote start end page{uuid}}}}}}', {
    input,
  });
const sayValue = (input: object) =>
  ask('mutation($input:ReviewValueInput!){reviewValue(input:$input){row{values{value review{value} reviews{value withdrawn}}}}}', {
    input,
  });
const sayKind = (rowId: string, wrongKind: boolean) =>
  ask('mutation($input:ReviewRowInput!){reviewRow(input:$input){row{hidden wrongKind}}}', { input: { rowId, wrongKind } });
const queueOf = async (id: string, first = 10) =>
  (
    await ask(
      'query($id:UUID!,$first:Int){webset(id:$id){reviewQueue(first:$first){row{uuid}cells{criterion{label}likelihood passages(first:7){quote start end}}}}}',
      { id, first },
    )
  ).webset.reviewQueue;

interface Rows {
  nodes: { uuid: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function websetWith(rows: number) {
  const sessionId = await service.createSession('databases');
  const criterionId = (await service.rpc('addCriterion', { sessionId, label: 'Written in Rust' })).body.criterion.id as string;
  const column = async (label: string, format: string) =>
    (await service.rpc('addEnrichment', { sessionId, label, format })).body.enrichment.id as string;
  const ids = await fillRows(
    service.db,
    sessionId,
    Array.from({ length: rows }, () => ({ verdicts: { [criterionId]: 'needs_review' as const } })),
  );
  for (const [i, id] of ids.entries()) await service.sql`update "row" set likelihood = ${i / rows} where id = ${id}`;
  return { sessionId, criterionId, ids, first: ids[0] as string, column };
}

test('a sentence that a person chooses becomes the evidence everywhere', async () => {
  const { sessionId, criterionId, first } = await websetWith(1);

  const { reviewVerdict } = await sayVerdict({ rowId: first, criterionId, verdict: 'match', passage: { start: 25, end: 55 } });
  const exported = await (await fetch(`${service.url}/api/sessions/${sessionId}/export?format=json`)).json();

  expect(reviewVerdict.row.verdicts[0]).toMatchObject({ effective: 'match', evidence: { quote: 'It was first released in 2016.' } });
  expect(exported.results[0].criteria['Written in Rust']).toEqual({ verdict: 'match', evidence: 'It was first released in 2016.' });
});

test.each([
  { start: 20, end: 30 },
  { start: 25, end: 900 },
  { start: 7, end: 7 },
  { start: -1, end: 4 },
])('a passage that is no part of one block of the page is BAD_REQUEST: %o', async (passage) => {
  const { criterionId, first } = await websetWith(1);

  const answer = await sayVerdict({ rowId: first, criterionId, verdict: 'match', passage });

  expect(answer.code).toBe('BAD_REQUEST');
});

test('an answer is kept with what was predicted before it, and learning is no longer current', async () => {
  const { sessionId, criterionId, first } = await websetWith(1);
  await service.sql`update verdict set foreseen = 0.25 where row_id = ${first}`;

  await sayVerdict({ rowId: first, criterionId, verdict: 'match' });
  await service.sql`update verdict set foreseen = 0.99 where row_id = ${first}`;
  await sayVerdict({ rowId: first, criterionId, verdict: 'no_match' });
  const answers = await listAnswers(service.db, sessionId);
  const { webset } = await ask('query($id:UUID!){webset(id:$id){criteria{learning{answers decided precision current}}}}', {
    id: sessionId,
  });

  expect(answers).toEqual([{ rowId: first, criterionId, verdict: 'no_match', start: null, end: null, before: 0.25 }]);
  expect(webset.criteria[0].learning).toEqual({ answers: 1, decided: 0, precision: null, current: false });
});

test('a row of another kind is hidden; taking that back shows it again, and showing it takes that back', async () => {
  const { first } = await websetWith(1);

  const hidden = await sayKind(first, true);
  const shown = await sayKind(first, false);
  await sayKind(first, true);
  const back = await ask('mutation($input:ShowRowInput!){showRow(input:$input){row{hidden wrongKind}}}', { input: { rowId: first } });

  expect(hidden.reviewRow.row).toEqual({ hidden: true, wrongKind: true });
  expect(shown.reviewRow.row).toEqual({ hidden: false, wrongKind: false });
  expect(back.showRow.row).toEqual({ hidden: false, wrongKind: false });
});

test('a person’s value counts in GraphQL, REST and exports until it is taken back', async () => {
  const { sessionId, first, column } = await websetWith(1);
  const enrichmentId = await column('Licence', 'text');

  const said = await sayValue({ rowId: first, enrichmentId, value: 'MIT' });
  const { session } = (await service.rpc('getSession', { sessionId })).body;
  const taken = await sayValue({ rowId: first, enrichmentId, withdraw: true });
  const site = await column('Site', 'url');
  const unstorable = await service.graphql('mutation($input:ReviewValueInput!){reviewValue(input:$input){row{uuid}}}', {
    input: { rowId: first, enrichmentId: site, value: 'https://x.example/a\0b' },
  });

  expect(unstorable.body.errors[0].extensions.code).toBe('BAD_REQUEST');
  expect(said.reviewValue.row.values[0]).toMatchObject({ value: 'MIT', review: { value: 'MIT' } });
  expect(session.rows[0].enrichments).toEqual({ Licence: 'MIT' });
  expect(taken.reviewValue.row.values[0]).toEqual({
    value: null,
    review: null,
    reviews: [
      { value: null, withdrawn: true },
      { value: 'MIT', withdrawn: false },
    ],
  });
  expect(await listValueAnswers(service.db, sessionId)).toEqual([]);
});

test('a value teaches its column, which without a worker is kept and not current', async () => {
  const { sessionId, first, column } = await websetWith(1);
  const enrichmentId = await column('Licence', 'text');
  await column('Language', 'text');
  const learnings = async () =>
    (await ask('query($id:UUID!){webset(id:$id){enrichments{learning{answers current}}}}', { id: sessionId })).webset.enrichments;

  await sayValue({ rowId: first, enrichmentId, value: 'MIT' });
  const said = await learnings();
  await service.sql`update enrichment set learned_version = answers_version where id = ${enrichmentId}`;
  await sayKind(first, true);
  const hidden = await learnings();

  expect(said).toEqual([{ learning: { answers: 1, current: false } }, { learning: { answers: 0, current: true } }]);
  expect(hidden).toEqual([{ learning: { answers: 0, current: false } }, { learning: { answers: 0, current: true } }]);
});

test.each([
  ['number', '1,200'],
  ['number', '1e9'],
  ['date', '2014-13'],
  ['url', 'javascript:alert(1)'],
  ['url', '/about'],
  ['text', ''],
])('a %s is refused that reads %j', async (format, value) => {
  const { first, column } = await websetWith(1);

  const answer = await sayValue({ rowId: first, enrichmentId: await column('x', format), value });

  expect(answer.code).toBe('BAD_REQUEST');
});

test('the queue asks four rows spread over the ranking, then those nearest their decision, and none twice', async () => {
  const { sessionId, criterionId, ids, first } = await websetWith(20);
  const passages = [{ start: 25, end: 55 }];
  await saveScores(service.db, {
    rowId: ids[19] as string,
    version: 1,
    kind: {},
    criteria: [{ criterionId, score: {}, ruled: null }],
    columns: [],
  });
  await savePassages(service.db, [{ rowId: ids[19] as string, criterionId, spans: passages }]);

  const before = await queueOf(sessionId, 6);
  for (const { row } of before.slice(0, 4)) await sayVerdict({ rowId: row.uuid, criterionId, verdict: 'match' });
  await sayKind(first, true);
  const after = await queueOf(sessionId, 50);

  const places = before.map(({ row }: { row: { uuid: string } }) => ids.indexOf(row.uuid));
  expect(places.slice(0, 4)).toEqual([19, 17, 13, 7]);
  expect(places.slice(4)).toEqual([8, 9]);
  expect(before[0].cells).toEqual([
    {
      criterion: { label: 'Written in Rust' },
      likelihood: null,
      passages: [{ quote: 'It was first released in 2016.', start: 25, end: 55 }],
    },
  ]);
  expect(after).toHaveLength(15);
  expect(new Set(after.map(({ row }: { row: { uuid: string } }) => row.uuid)).size).toBe(15);
});

test('a row that was hidden counts as answered: the next one is asked from further down the ranking', async () => {
  const { sessionId, ids } = await websetWith(10);
  const [likeliest] = await queueOf(sessionId, 1);

  await sayKind(likeliest.row.uuid, true);
  const [next] = await queueOf(sessionId, 1);

  expect([likeliest, next].map(({ row }) => ids.indexOf(row.uuid))).toEqual([9, 7]);
});

test('asked for one at a time, a row that was offered and left comes after the others', async () => {
  const { sessionId } = await websetWith(3);

  const found: string[] = [];
  for (let i = 0; i < 4; i++) found.push((await queueOf(sessionId, 1))[0].row.uuid);

  expect(new Set(found.slice(0, 3)).size).toBe(3);
  expect(found.slice(0, 3)).toContain(found[3]);
});

test('a row that was left on all criteria is asked at once on one of them', async () => {
  const { sessionId, criterionId } = await websetWith(3);
  const query = 'query($id:UUID!,$criterionId:UUID){webset(id:$id){reviewQueue(first:1,criterionId:$criterionId){row{uuid}}}}';

  const [left] = await queueOf(sessionId, 1);
  const { webset } = await ask(query, { id: sessionId, criterionId });

  expect(webset.reviewQueue[0].row.uuid).toBe(left.row.uuid);
});

test('the queue asks the likeliest rows first where it is asked to', async () => {
  const { sessionId, criterionId, ids } = await websetWith(5);
  const query = 'query($id:UUID!){webset(id:$id){reviewQueue(first:3,orderBy:LIKELIHOOD){row{uuid}}}}';
  await sayVerdict({ rowId: ids[3], criterionId, verdict: 'match' });

  const { webset } = await ask(query, { id: sessionId });

  expect(webset.reviewQueue.map(({ row }: { row: { uuid: string } }) => ids.indexOf(row.uuid))).toEqual([4, 2, 1]);
});

test('rows by likelihood come the likeliest first, page by page, without one left out or twice', async () => {
  const { sessionId, ids } = await websetWith(7);
  await service.sql`update "row" set likelihood = null where id = ${ids[6] as string}`;
  await service.sql`update "row" set likelihood = 0.5 where id in ${service.sql([ids[1] as string, ids[2] as string])}`;
  const query = `query($id:UUID!,$first:Int,$after:String,$last:Int,$before:String){webset(id:$id){
    rows(orderBy:LIKELIHOOD,first:$first,after:$after,last:$last,before:$before){nodes{uuid likelihood}pageInfo{hasNextPage endCursor startCursor}}}}`;

  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Rows } = (await ask(query, { id: sessionId, first: 2, after })).webset;
    seen.push(...rows.nodes.map(({ uuid }) => uuid));
    if (!rows.pageInfo.hasNextPage) break;
    after = rows.pageInfo.endCursor;
  }
  const end = (await ask(query, { id: sessionId, last: 2 })).webset.rows;

  expect(seen.map((id) => ids.indexOf(id))).toEqual([5, 4, 1, 2, 3, 0, 6]);
  expect(end.nodes.map(({ uuid }: { uuid: string }) => ids.indexOf(uuid))).toEqual([0, 6]);
});
