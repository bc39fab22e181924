import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, PASSWORD, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Headers = Record<string, string>;
const REVIEW = `mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { matchVerdict updatedAt
  verdicts { verdict effective state evidence { quote } review { verdict note reviewer at } reviews { verdict note reviewer } } } } }`;
const ROWS = `query ($id: UUID!, $filter: RowFilter) { webset(id: $id) { updatedAt counts { match partial needsReview noMatch pending hidden }
  rows(filter: $filter) { totalCount nodes { uuid matchVerdict } } } }`;

async function review(rowId: string, criterionId: string, verdict: string | null, note?: string, headers: Headers = {}) {
  const { body } = await service.graphql(REVIEW, { input: { rowId, criterionId, verdict, ...(note !== undefined && { note }) } }, headers);
  return body.errors ? { code: body.errors[0].extensions.code, message: body.errors[0].message } : body.data.reviewVerdict.row;
}
const rowsOf = async (id: string, filter: object = {}, headers: Headers = {}) =>
  (await service.graphql(ROWS, { id, filter }, headers)).body.data.webset;
const criterion = async (sessionId: string, label: string, headers: Headers = {}): Promise<string> =>
  (await service.rpc('addCriterion', { sessionId, label }, headers)).body.criterion.id;

/** A session whose run judged one row: `a` a match with a quote, `b` no match. */
async function judged(headers: Headers = {}) {
  const sessionId = await service.createSession('q', headers);
  const [a, b] = [await criterion(sessionId, 'a', headers), await criterion(sessionId, 'b', headers)];
  const runId = await beginRun(service.db, sessionId);
  const [rowId = ''] = await fillRows(service.db, sessionId, [{ matchVerdict: 'no_match', verdicts: { [a]: 'match', [b]: 'no_match' } }]);
  await service.sql`update "row" set run_id = ${runId} where id = ${rowId}`;
  await finishRun(service, sessionId, runId);
  return { sessionId, a, b, rowId };
}

test('a person’s verdict is shown beside the reasoner’s, with note and name, and counts in the row’s', async () => {
  const { rowId, b } = await judged();
  await service.account('/sign-up/email', { email: 'grace@example.org', password: PASSWORD, name: 'Grace Hopper' });
  const answer = await service.account('/sign-in/email', { email: 'grace@example.org', password: PASSWORD });
  const grace = {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };

  const now = async () => new Date((await service.sql`select clock_timestamp() as at`)[0]?.at).toISOString();
  const before = await now();

  const row = await review(rowId, b, 'match', 'see the footnote', grace);

  expect(row.matchVerdict).toBe('match');
  expect(row.verdicts[1]).toMatchObject({
    verdict: 'no_match',
    effective: 'match',
    state: 'judged',
    evidence: null,
    review: { verdict: 'match', note: 'see the footnote', reviewer: 'Grace Hopper' },
  });
  const moments = [before, row.verdicts[1].review.at, await now()];
  expect(moments.toSorted()).toEqual(moments);
  expect(row.verdicts[0]).toMatchObject({ verdict: 'match', effective: 'match', review: null, reviews: [] });
});

test('the evidence stays the reasoner’s quote in getSession and both exports, and the verdict is the person’s', async () => {
  const { sessionId, rowId, a, b } = await judged();
  await review(rowId, a, 'partial');
  await review(rowId, b, 'match');

  const { session } = (await service.rpc('getSession', { sessionId })).body;
  const json = await (await service.get(`/api/sessions/${sessionId}/export?format=json`)).json();
  const csv = await (await service.get(`/api/sessions/${sessionId}/export?format=csv`)).text();

  const criteria = { a: { verdict: 'partial', evidence: 'Tikv is written in Rust.' }, b: { verdict: 'match', evidence: null } };
  expect(session.rows).toMatchObject([{ matchVerdict: 'partial', criteria }]);
  expect(json).toMatchObject({ results: [{ matchVerdict: 'partial', criteria }] });
  expect(csv.split('\r\n')[1]).toBe('https://example.org/0,Row 0,partial,match,partial');
});

test('a verdict that is taken back gives the reasoner’s again, and the history keeps who said what, newest first', async () => {
  const { rowId, b } = await judged();
  const ann = await service.as('ann');
  const bob = await service.as('bob');
  await review(rowId, b, 'match', 'first', ann);
  await review(rowId, b, 'partial', undefined, bob);
  await review(rowId, b, 'partial', undefined, bob); // the same again

  const row = await review(rowId, b, null, 'I was wrong', ann);
  const again = await review(rowId, b, null, 'twice', bob);

  expect(row.matchVerdict).toBe('no_match');
  expect(row.verdicts[1]).toMatchObject({ effective: 'no_match', review: null });
  expect(row.verdicts[1].reviews).toEqual([
    { verdict: null, note: 'I was wrong', reviewer: 'ann' },
    { verdict: 'partial', note: null, reviewer: 'bob' },
    { verdict: 'match', note: 'first', reviewer: 'ann' },
  ]);
  expect(again.verdicts[1].reviews).toHaveLength(3);
});

test('somebody without a name is called by the mail address, of which others see the part before the @', async () => {
  const { sessionId, rowId, b } = await judged();
  const answer = await service.account('/sign-up/email', { email: 'nameless@example.org', password: PASSWORD, name: '' });
  const nameless = {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };

  const own = await review(rowId, b, 'match', undefined, nameless);
  const others = await review(rowId, b, 'match', 'mine');
  await service.account('/delete-user', { password: PASSWORD }, nameless);
  const gone = await review(rowId, b, 'match', 'later');

  expect(own.verdicts[1].review.reviewer).toBe('nameless@example.org');
  expect(others.verdicts[1].reviews.map(({ reviewer }: { reviewer: string }) => reviewer)).toEqual([null, 'nameless']);
  expect(gone.verdicts[1].reviews.map(({ reviewer }: { reviewer: string }) => reviewer)).toEqual([null, null, null]);
  expect((await rowsOf(sessionId)).counts.match).toBe(1);
});

test('filters and counts go by what people say', async () => {
  const { sessionId, rowId, b } = await judged();
  const before = await rowsOf(sessionId, { matchVerdict: ['match'] });

  await until(() => new Date() > new Date(before.updatedAt)); // times have milliseconds
  await review(rowId, b, 'match');

  const after = await rowsOf(sessionId, { matchVerdict: ['match'] });
  expect(before).toMatchObject({ counts: { match: 0, noMatch: 1 }, rows: { totalCount: 0 } });
  expect(after).toMatchObject({ counts: { match: 1, noMatch: 0 }, rows: { totalCount: 1, nodes: [{ uuid: rowId }] } });
  expect(after.updatedAt > before.updatedAt).toBe(true);
});

test('a cell that no run judged yet can be reviewed, and counts at once', async () => {
  const { sessionId, rowId, b } = await judged();
  await review(rowId, b, 'match');
  const later = await criterion(sessionId, 'later');

  const row = await review(rowId, later, 'no_match', 'it is closed source');

  expect(row.matchVerdict).toBe('no_match');
  expect(row.verdicts[2]).toMatchObject({ verdict: null, effective: 'no_match', state: 'added_later', evidence: null });
  const { session } = (await service.rpc('getSession', { sessionId })).body;
  expect(session.rows[0].criteria.later).toEqual({ verdict: 'no_match', evidence: null });
  expect((await review(rowId, later, null)).matchVerdict).toBe('match');
});

test('when a criterion is changed, what people said of the old question is taken back and stays in the history', async () => {
  const ann = await service.as('ann');
  const { sessionId, rowId, a, b } = await judged(ann);
  await review(rowId, b, 'match', 'checked', ann);
  await review(rowId, a, 'partial', undefined, ann);
  const change =
    'mutation ($id: UUID!, $label: String!) { updateCriterion(input: { criterionId: $id, label: $label }) { criterion { label } } }';

  await service.graphql(change, { id: b, label: 'b' }, ann); // changes nothing
  const unchanged = (await rowsOf(sessionId, {}, ann)).rows.nodes[0].matchVerdict;
  await service.graphql(change, { id: b, label: 'another question' }, ann);

  const row = await review(rowId, a, 'partial', undefined, ann);
  expect(unchanged).toBe('partial');
  expect(row.matchVerdict).toBeNull();
  expect(row.verdicts[1]).toMatchObject({ verdict: null, effective: null, review: null });
  expect(row.verdicts[1].reviews).toEqual([
    { verdict: null, note: 'The criterion was changed', reviewer: 'ann' },
    { verdict: 'match', note: 'checked', reviewer: 'ann' },
  ]);
  expect(row.verdicts[0]).toMatchObject({ effective: 'partial' });
});

test('the history of a cell answers its newest hundred', async () => {
  const { rowId, b } = await judged();
  await service.sql`insert into review (row_id, criterion_id, verdict, note) select ${rowId}::uuid, ${b}::uuid, 'match', n::text from generate_series(1, 120) n`;

  const row = await review(rowId, b, 'partial', 'the last');

  expect(row.verdicts[1].reviews).toHaveLength(100);
  expect(row.verdicts[1].reviews.slice(0, 2)).toMatchObject([{ note: 'the last' }, { note: '120' }]);
});

describe('refusals', () => {
  test('a row or criterion that is missing, or a criterion of another webset, is NOT_FOUND', async () => {
    const { rowId, b } = await judged();
    const other = await judged();

    expect(await review(randomUUID(), b, 'match')).toEqual({ code: 'NOT_FOUND', message: 'Row not found' });
    expect(await review(rowId, randomUUID(), 'match')).toEqual({ code: 'NOT_FOUND', message: 'Criterion not found' });
    expect(await review(rowId, other.b, 'match')).toEqual({ code: 'NOT_FOUND', message: 'Criterion not found' });
  });

  test('a verdict that is not said, a note that is too long or no text, is BAD_REQUEST', async () => {
    const { rowId, b } = await judged();
    const { body } = await service.graphql(REVIEW, { input: { rowId, criterionId: b } });

    expect(body.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['input', 'verdict'] }] });
    expect(await review(rowId, b, 'match', 'é'.repeat(1001))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await review(rowId, b, 'match', 'a\0b')).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await review(rowId, b, 'maybe')).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await review(rowId, b, 'match', '😀'.repeat(1000))).verdicts[1].review.note).toBe('😀'.repeat(1000));
  });
});

test('of many who review the same cell at once everybody is in the history, and the row goes by the last', async () => {
  const { rowId, b } = await judged();
  const verdicts = ['match', 'partial', 'needs_review', 'no_match'];

  await Promise.all(Array.from({ length: 20 }, (_, i) => review(rowId, b, verdicts[i % 4] as string, `${i}`)));

  const row = await review(rowId, b, null);
  const said = await review(rowId, b, 'match', 'end');
  expect(row.verdicts[1].reviews).toHaveLength(21);
  expect(new Set(row.verdicts[1].reviews.map(({ note }: { note: string }) => note)).size).toBe(21);
  expect(row.matchVerdict).toBe('no_match');
  expect(said.matchVerdict).toBe('match');
});
