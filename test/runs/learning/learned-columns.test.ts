import { expect, test } from 'vitest';
import { openLocalWorker } from '../../support/agent/local-worker.ts';
import { htmlPage } from '../../support/web.ts';

const COUNT = 16;
const countOf = (i: number) => 40 + 3 * i;
const pageOf = (i: number) =>
  htmlPage(
    `Paper ${i}`,
    'It has 12 figures, 7 tables and 31 pages.',
    `Others named it ${countOf(i)} times since May 5, 2023.`,
    'Read 900 times.',
  );
const pagesOf = (name: string, page: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`/${name}${i}`, page(i)]));
const placeOf = (title: string) => Number(title.replace('Paper ', ''));

const WEBSET = `query($id:UUID!){webset(id:$id){enrichments{uuid learning{answers current}}
  rows(first:100){nodes{uuid title values{value judge reason suggestion{value} evidence{quote} review{value}}}}}}`;
const START = 'mutation($input:StartRunInput!){startRun(input:$input){webset{uuid}}}';
const SAY = 'mutation($input:ReviewValueInput!){reviewValue(input:$input){row{uuid}}}';

interface Shown {
  uuid: string;
  title: string;
  values: { value: string | null; judge: string; suggestion: { value: string } | null; evidence: { quote: string } | null }[];
}

test('four confirmed values fill the other cells of their column, in GraphQL, REST and exports, until they are withdrawn', async () => {
  await using lab = await openLocalWorker(pagesOf('paper', pageOf));
  const sessionId = await lab.createSession('papers');
  await lab.rpc('addCriterion', { sessionId, label: 'Is a paper' });
  await lab.rpc('addEnrichment', { sessionId, label: 'Reference count', format: 'number' });
  await lab.judge(sessionId);
  const webset = async () => (await lab.graphql(WEBSET, { id: sessionId })).body.data.webset;
  const learned = async () => {
    await lab.learn(sessionId);
    return webset();
  };
  const before = await webset();
  const rows: Shown[] = before.rows.nodes;
  const asked = rows.slice(0, 4);
  const [{ uuid: enrichmentId }] = before.enrichments;

  for (const { uuid: rowId, title } of asked)
    await lab.graphql(SAY, { input: { rowId, enrichmentId, value: String(countOf(placeOf(title))) } });
  const after = await learned();
  const session = await lab.session(sessionId);
  for (const { uuid: rowId } of asked) await lab.graphql(SAY, { input: { rowId, enrichmentId, withdraw: true } });
  const back = await learned();

  expect(rows).toHaveLength(COUNT);
  for (const { values } of rows) expect(values[0]).toMatchObject({ value: null, suggestion: null }); // no page names the value
  expect(after.enrichments[0].learning).toEqual({ answers: 4, current: true });
  const others = after.rows.nodes.filter(({ uuid }: Shown) => !asked.some((one) => one.uuid === uuid));
  for (const { title, values } of others)
    expect(values[0]).toMatchObject({
      value: String(countOf(placeOf(title))),
      judge: 'learned',
      reason: 'stated',
      suggestion: null,
      evidence: { quote: `Others named it ${countOf(placeOf(title))} times since May 5, 2023.` },
    });
  for (const { title, enrichments } of session.rows) expect(enrichments).toEqual({ 'Reference count': String(countOf(placeOf(title))) });
  expect(back.enrichments[0].learning).toEqual({ answers: 0, current: true });
  for (const { values } of back.rows.nodes) expect(values[0]).toMatchObject({ value: null, judge: 'lexical', suggestion: null });
});

test('before any confirmation, values placed as on other pages fill cells that the rules leave empty, and again after rejudging', async () => {
  const listed = (i: number) =>
    htmlPage(`Person ${i}`, `A painter from Bern who drew ${i + 5} lamps.`, `Inspected on ${i + 1} March 2021.`);
  const dayOf = (title: string) => `2021-03-${String(Number(title.replace('Person ', '')) + 1).padStart(2, '0')}`;
  await using lab = await openLocalWorker(pagesOf('person', listed));
  const sessionId = await lab.createSession('painters');
  await lab.rpc('addCriterion', { sessionId, label: 'Is a painter' });
  await lab.rpc('addEnrichment', { sessionId, label: 'Inspection date', format: 'date' });
  const webset = async () => (await lab.graphql(WEBSET, { id: sessionId })).body.data.webset;
  await lab.judge(sessionId);

  const { rows, enrichments } = await webset();
  const [{ uuid: rowId }] = rows.nodes;
  await lab.graphql(SAY, { input: { rowId, enrichmentId: enrichments[0].uuid, value: null } });
  await lab.graphql(SAY, { input: { rowId, enrichmentId: enrichments[0].uuid, withdraw: true } });
  await lab.graphql(START, { input: { websetId: sessionId, mode: 'REJUDGE' } });
  await lab.work(sessionId);
  const again = await webset();
  const session = await lab.session(sessionId);

  expect(rows.nodes).toHaveLength(COUNT);
  for (const { title, values } of rows.nodes)
    expect(values[0]).toMatchObject({
      value: dayOf(title),
      judge: 'lexical',
      reason: 'alike',
      suggestion: null,
      evidence: { quote: expect.stringMatching(/^Inspected on \d+ March 2021\.$/) },
    });
  for (const { title, values } of again.rows.nodes) expect(values[0].value).toBe(dayOf(title));
  for (const { title, enrichments } of session.rows) expect(enrichments).toEqual({ 'Inspection date': dayOf(title) });
});
