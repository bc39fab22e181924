import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { savePage } from '../../src/db/queries/shared/page.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { beginRun, fillRows, finishRun } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const PAGES = `pageCount pages { rowId page { url title } merge { reason note reviewer } verdicts { verdict reason effective evidence { quote } } values { value } }`;
const ROW = `uuid url title matchVerdict sources verdicts { verdict reason note effective evidence { quote page { url } } } values { value evidence { quote } }
  merges { rowId action reason note reviewer } ${PAGES}`;
const LIST = `query ($id: UUID!) { webset(id: $id) { counts { match needsReview noMatch hidden merged } rows { totalCount nodes { uuid url title pageCount } } } }`;
const listOf = async (id: string) => (await service.graphql(LIST, { id })).body.data.webset;
const nodeOf = async (rowId: string) =>
  (
    await service.graphql(`query ($id: ID!) { node(id: $id) { ... on Row { ${ROW} } } }`, {
      id: Buffer.from(`Row:${rowId}`).toString('base64url'),
    })
  ).body.data.node;

type Headers = Record<string, string>;
async function change(name: 'mergeRows' | 'splitRows', input: { rowIds: string[]; note?: string }, headers: Headers = {}) {
  const type = name === 'mergeRows' ? 'MergeRowsInput' : 'SplitRowsInput';
  const extra = name === 'splitRows' ? 'rows { uuid url title }' : '';
  const { body } = await service.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { row { ${ROW} } ${extra} } }`,
    { input },
    headers,
  );
  return body.errors ? body.errors[0].extensions.code : body.data[name];
}

interface Made {
  url: string;
  title: string;
  verdict: Verdict;
  value?: string | null;
}
const WORDS = { match: 'It is written in Rust.', no_match: 'It is written in Go.', partial: '', needs_review: '' };

/** A session whose run judged a page a row, by one criterion, each verdict with a quote of its page where one proves it; and one column. */
async function judged(...rows: Made[]) {
  const sessionId = await service.createSession('q');
  const criterion: string = (await service.rpc('addCriterion', { sessionId, label: 'in Rust' })).body.criterion.id;
  const column: string = (await service.rpc('addEnrichment', { sessionId, label: 'licence' })).body.enrichment.id;
  const runId = await beginRun(service.db, sessionId);
  const ids = await fillRows(
    service.db,
    sessionId,
    rows.map(({ url, title, verdict, value = null }) => ({
      ...{ url, title, matchVerdict: verdict, verdicts: { [criterion]: verdict }, values: { [column]: value } },
    })),
  );
  for (const [i, { url, title, verdict }] of rows.entries()) {
    const common = { canonicalUrl: null, links: [], hints: [], publishedAt: null, dates: null, language: 'en', mediaType: 'text/html' };
    const text = `${WORDS[verdict]} ${randomUUID()}`;
    const page = await savePage(service.db, { ...common, url, title, text, blocks: [{ tag: 'p' }] });
    const quote = WORDS[verdict] || null;
    await service.sql`update "row" set page_id = ${page.id}, run_id = ${runId} where id = ${ids[i] ?? ''}`;
    await service.sql`update verdict set page_id = ${quote && page.id}, quote = ${quote}, start = ${quote && 0}, "end" = ${quote?.length ?? null},
      reason = ${verdict === 'no_match' ? 'contradicted' : verdict === 'needs_review' ? 'silent' : 'stated'} where row_id = ${ids[i] ?? ''}`;
  }
  await finishRun(service, sessionId, runId);
  return { sessionId, criterion, column, ids: ids as [string, string, ...string[]] };
}

const ACME = { url: 'https://directory.example/acme', title: 'Acme', verdict: 'needs_review' } as const;
const OWN = { url: 'https://acme.example/', title: 'Acme', verdict: 'match', value: 'MIT' } as const;

test.each([
  ['emptied', null],
  ['corrected', 'BSD'],
])('a value that a person %s on a page before it was merged is so in the merged row', async (_, value) => {
  const { column, ids } = await judged(ACME, OWN);
  await service.graphql('mutation ($input: ReviewValueInput!) { reviewValue(input: $input) { row { uuid } } }', {
    input: { rowId: ids[1], enrichmentId: column, value },
  });

  const { row } = await change('mergeRows', { rowIds: [ids[1], ids[0]] });

  expect(row.values).toMatchObject([{ value }]);
});

test('merged rows are one row of all their pages, shown by the page on the entity’s own site, in lists, REST and exports, and split they are as they were', async () => {
  const { sessionId, ids } = await judged(ACME, OWN, { url: 'https://other.example/', title: 'Other', verdict: 'match' });
  const before = { list: await listOf(sessionId), rows: await Promise.all(ids.map(nodeOf)) };

  const { row } = await change('mergeRows', { rowIds: [ids[1], ids[0]], note: 'one company' });
  const [list, absorbed] = [await listOf(sessionId), await nodeOf(ids[1])];
  const { session } = (await service.rpc('getSession', { sessionId })).body;
  const csv = (await (await service.get(`/api/sessions/${sessionId}/export`)).text()).split('\r\n');
  const split = await change('splitRows', { rowIds: [ids[1]] });

  expect(row).toMatchObject({ uuid: ids[0], url: OWN.url, title: 'Acme', matchVerdict: 'match', pageCount: 2 });
  expect(row.verdicts).toMatchObject([{ verdict: 'match', evidence: { quote: WORDS.match, page: { url: OWN.url } } }]);
  expect(row.values).toMatchObject([{ value: 'MIT' }]);
  expect(row.pages).toMatchObject([
    {
      rowId: ids[0],
      page: { url: ACME.url },
      merge: null,
      verdicts: [{ verdict: 'needs_review', evidence: null }],
      values: [{ value: null }],
    },
    {
      rowId: ids[1],
      page: { url: OWN.url },
      merge: { reason: 'person', note: 'one company', reviewer: null },
      verdicts: [{ verdict: 'match' }],
    },
  ]);
  expect(row.merges).toEqual([{ rowId: ids[1], action: 'merge', reason: 'person', note: 'one company', reviewer: null }]);
  expect(absorbed).toEqual(row);
  expect(list).toMatchObject({
    counts: { match: 2, needsReview: 0, merged: 1 },
    rows: { totalCount: 2, nodes: [{ uuid: ids[0], pageCount: 2 }, {}] },
  });
  expect(session.rows).toMatchObject([
    {
      url: OWN.url,
      matchVerdict: 'match',
      criteria: { 'in Rust': { verdict: 'match', evidence: WORDS.match } },
      enrichments: { licence: 'MIT' },
    },
    { title: 'Other' },
  ]);
  expect(csv.slice(1)).toEqual([`${OWN.url},Acme,MIT,match,match`, 'https://other.example/,Other,,match,match', '']);
  expect(split.rows).toMatchObject([{ uuid: ids[1], url: OWN.url }]);
  expect(split.row.merges).toMatchObject([
    { rowId: ids[1], action: 'split' },
    { rowId: ids[1], action: 'merge' },
  ]);
  expect(await listOf(sessionId)).toEqual(before.list);
  const bare = ({ merges, ...rest }: { merges: unknown }) => rest;
  expect((await Promise.all(ids.map(nodeOf))).map(bare)).toEqual(before.rows.map(bare));
});

test('pages that contradict each other need a review, until a person says what is so of the row or of one of its pages', async () => {
  const { criterion, ids } = await judged({ ...ACME, verdict: 'no_match' }, OWN);
  const review = async (rowId: string, verdict: string | null) =>
    (
      await service.graphql(
        `mutation ($input: ReviewVerdictInput!) { reviewVerdict(input: $input) { row { uuid matchVerdict verdicts { verdict effective } } } }`,
        { input: { rowId, criterionId: criterion, verdict } },
      )
    ).body.data.reviewVerdict.row;

  const { row } = await change('mergeRows', { rowIds: [...ids] });
  const said = await review(ids[1], 'match'); // what is said of the row that was merged is said of the one that shows it
  const back = await review(ids[0], null);
  await change('splitRows', { rowIds: [ids[1]] });
  await review(ids[1], 'no_match');
  const again = await change('mergeRows', { rowIds: [...ids] });

  expect(row).toMatchObject({ matchVerdict: 'needs_review', verdicts: [{ verdict: 'needs_review', reason: 'conflict', evidence: null }] });
  expect(row.verdicts[0].note).toMatch(/contradict/);
  expect(row.pages.map(({ verdicts }: { verdicts: object[] }) => verdicts)).toMatchObject([
    [{ verdict: 'no_match', evidence: { quote: WORDS.no_match } }],
    [{ verdict: 'match', evidence: { quote: WORDS.match } }],
  ]);
  expect(said).toEqual({ uuid: ids[0], matchVerdict: 'match', verdicts: [{ verdict: 'needs_review', effective: 'match' }] });
  expect(back.matchVerdict).toBe('needs_review');
  expect(again.row).toMatchObject({ matchVerdict: 'no_match', verdicts: [{ verdict: 'no_match', reason: 'contradicted' }] });
});

test('a criterion and a column that ask another question keep nothing of what merged pages said', async () => {
  const { criterion, column, ids } = await judged(ACME, OWN);
  const { row } = await change('mergeRows', { rowIds: [...ids] });
  const update = async (name: 'updateCriterion' | 'updateEnrichment', input: object) =>
    service.graphql(
      `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${name.slice(6).toLowerCase()} { uuid } } }`,
      { input },
    );

  await update('updateCriterion', { criterionId: criterion, label: 'in Go' });
  await update('updateEnrichment', { enrichmentId: column, label: 'licence of the sources' });
  const after = await nodeOf(ids[0]);

  expect([row.verdicts[0].verdict, row.values[0].value]).toEqual(['match', 'MIT']);
  expect(after).toMatchObject({ matchVerdict: null, verdicts: [{ verdict: null }], values: [{ value: null }] });
});

test('two who merge the same rows at once make one row, and rows merged in steps come apart in any order', async () => {
  const { sessionId, ids } = await judged(OWN, ACME, { ...ACME, url: 'https://third.example/acme' });
  const [a, b, c = ''] = ids;

  const [one, other] = await Promise.all([change('mergeRows', { rowIds: [b, c] }), change('mergeRows', { rowIds: [c, b] })]);
  const all = await change('mergeRows', { rowIds: [c, a] });
  const same = await change('mergeRows', { rowIds: [a, b] });
  await change('splitRows', { rowIds: [b] });
  const apart = await listOf(sessionId);
  await change('splitRows', { rowIds: [c] });

  expect(one.row.merges).toHaveLength(1);
  expect(other.row.merges).toEqual(one.row.merges);
  expect(all.row).toMatchObject({ uuid: a, pageCount: 3 });
  expect(same.row.merges).toEqual(all.row.merges);
  expect(apart.rows.nodes).toMatchObject([
    { uuid: a, pageCount: 1 },
    { uuid: b, pageCount: 2 },
  ]);
  expect((await listOf(sessionId)).rows.nodes.map(({ pageCount }: { pageCount: number }) => pageCount)).toEqual([1, 1, 1]);
});

test('rows are merged by callers who may open their webset, within one webset, and not while they are hidden', async () => {
  const { ids } = await judged(OWN, ACME);
  const stranger = await judged(OWN);
  const ann = await service.as('ann-merges');
  const owned = await service.createSession('mine', ann);
  const mine = await fillRows(service.db, owned, [{}, {}]);
  await service.graphql('mutation ($id: UUID!) { hideRow(input: { rowId: $id }) { row { uuid } } }', { id: ids[0] });

  expect(await change('mergeRows', { rowIds: [...ids] })).toBe('CONFLICT');
  expect(await change('mergeRows', { rowIds: [ids[1], stranger.ids[0]] })).toBe('NOT_FOUND');
  expect(await change('mergeRows', { rowIds: [ids[1], randomUUID()] })).toBe('NOT_FOUND');
  expect(await change('splitRows', { rowIds: [ids[1], stranger.ids[0]] })).toBe('NOT_FOUND');
  expect(await change('mergeRows', { rowIds: [ids[1]] })).toBe('BAD_REQUEST');
  expect(await change('mergeRows', { rowIds: mine })).toBe('FORBIDDEN');
  expect((await change('mergeRows', { rowIds: mine }, ann)).row.pageCount).toBe(2);
});

test('what pages claim suggests a merge and makes none: the same identifier, the same stated site, the same name; what a person split is not suggested again', async () => {
  const { ids } = await judged(
    { ...ACME, title: 'Acme Inc' },
    { ...OWN, title: 'Rockets for all' },
    { ...ACME, url: 'https://list.example/acme', title: 'ACME-Inc' },
    { ...ACME, url: 'https://more.example/x', title: 'Another' },
    { ...ACME, url: 'https://more.example/y', title: 'Nothing alike' },
  );
  const [a, own, list = '', more = ''] = ids;
  await service.sql`update "row" set site = 'acme.example' where id = ${own}`;
  await service.sql`update "row" set website = 'acme.example' where id = ${a}`;
  await service.sql`update "row" set identifier = 'doi:10.1/x' where id in (${a}, ${more})`;
  const suggested = async (rowId: string) =>
    (
      await service.graphql(`query ($id: ID!) { node(id: $id) { ... on Row { suggestedMerges { row { uuid } reason note } } } }`, {
        id: Buffer.from(`Row:${rowId}`).toString('base64url'),
      })
    ).body.data.node.suggestedMerges;

  const claims = await suggested(a);
  await change('mergeRows', { rowIds: [a, list, own] });
  const merged = await suggested(a);
  await change('splitRows', { rowIds: [list] });

  expect(claims).toEqual([
    { row: { uuid: more }, reason: 'identifier', note: 'doi:10.1/x' },
    { row: { uuid: own }, reason: 'website', note: 'acme.example' },
    { row: { uuid: list }, reason: 'name', note: 'ACME-Inc' },
  ]);
  expect(merged).toEqual([claims[0]]);
  expect(await suggested(a)).toEqual([claims[0]]);
  expect(await suggested(list)).toEqual([]);
  expect(await suggested(ids[4] ?? '')).toEqual([]);
});

test('rows that are split off together are combined once, however many they are', async () => {
  const made = Array.from({ length: 12 }, (_, i) => ({ url: `https://pages.example/${i}`, title: `page ${i}`, verdict: 'match' as const }));
  const { sessionId, ids } = await judged(...made);
  await change('mergeRows', { rowIds: ids });
  const [first, ...others] = ids as [string, ...string[]];
  await service.sql.unsafe(`create sequence changes; create function counted() returns trigger language plpgsql as
    $$ begin if new.id = '${first}' then perform nextval('changes'); end if; return new; end $$;
    create trigger counting after update on "row" for each row execute function counted()`);
  try {
    await change('splitRows', { rowIds: others });

    const [{ changes } = { changes: 0 }] = await service.sql`select last_value::int as changes from changes`;
    expect(changes).toBeLessThan(5);
    expect((await listOf(sessionId)).rows.totalCount).toBe(12);
  } finally {
    await service.sql.unsafe('drop trigger counting on "row"; drop function counted; drop sequence changes');
  }
});

test('suggestions are made for some rows in one request, not for those of those of a page', async () => {
  const { sessionId, ids } = await judged(ACME, { ...ACME, url: 'https://other.example/acme' });
  const of = (count: number, fields: string) =>
    service.graphql(`query ($id: UUID!) { webset(id: $id) { rows(first: ${count}) { nodes { suggestedMerges { ${fields} } } } } }`, {
      id: sessionId,
    });
  const nested = (fields: string) => `reason row { suggestedMerges { ${fields} } }`;

  const { body } = await of(5, nested('row { uuid }'));

  expect(body.data.webset.rows.nodes[0].suggestedMerges[0]).toEqual({
    reason: 'name',
    row: { suggestedMerges: [{ row: { uuid: ids[0] } }] },
  });
  expect((await of(100, 'reason')).status).toBe(400);
  expect((await of(1, nested(nested('reason')))).status).toBe(400);
});
