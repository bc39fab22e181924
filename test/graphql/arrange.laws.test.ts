import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERDICTS, type Verdict } from '../../src/domain/verdict.ts';
import { fillRows } from '../support/fill.ts';
import { times } from '../support/run/times.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// Sorting and conditions of Webset.rows, held against a plain list in memory, page by page from both ends.

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ROWS = `query ($id: UUID!, $sort: RowSortInput, $filter: RowFilter, $first: Int, $last: Int, $after: String, $before: String) {
  webset(id: $id) { rows(sort: $sort, filter: $filter, first: $first, last: $last, after: $after, before: $before) {
    totalCount edges { cursor node { uuid title } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;

type Page = {
  totalCount: number;
  edges: { cursor: string; node: { uuid: string; title: string } }[];
  pageInfo: Record<'hasNextPage' | 'hasPreviousPage', boolean> & Record<'startCursor' | 'endCursor', string | null>;
};

const asked = async (variables: object): Promise<{ page: Page; refusal: string | undefined }> => {
  const { body } = await service.graphql(ROWS, variables);
  return { page: body.data?.webset.rows, refusal: body.errors?.[0].extensions.code };
};

/** Every page from one end to the other, as the titles in their order. */
async function walked(variables: object, size: number, backward: boolean): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const { page } = await asked({ ...variables, ...(backward ? { last: size, before: cursor } : { first: size, after: cursor }) });
    const found = page.edges.map(({ node }) => node.title);
    if (backward) titles.unshift(...found);
    else titles.push(...found);
    if (!(backward ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage)) return titles;
    cursor = backward ? page.pageInfo.startCursor : page.pageInfo.endCursor;
  }
}

interface Line {
  title: string;
  verdict: Verdict | null;
  overall: Verdict | null;
  text: string | null;
  number: string | null;
  date: string | null;
  /** What a person says in place of the verdict and of the text. */
  said: Verdict | null;
  saidText: string | null | undefined;
  /** What its pages say together, where that is not what its own page says. */
  merged: { verdict: Verdict | null; text: string } | null;
  /** What is suggested for the text. */
  suggested?: string | null;
}

/** A webset with a criterion, and a column of texts, of numbers and of dates. */
async function websetOf(lines: readonly Line[]) {
  const id = await service.createSession();
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label: 'c' })).body.criterion.id as string;
  const column = async (format: string) =>
    (await service.rpc('addEnrichment', { sessionId: id, label: format, format })).body.enrichment.id as string;
  const [text, number, date] = [await column('text'), await column('number'), await column('date')];
  const rows = lines.map((line) => ({
    title: line.title,
    url: `https://example.org/${encodeURIComponent(line.title)}`,
    matchVerdict: line.overall,
    verdicts: line.verdict ? { [criterion]: line.verdict } : {},
    values: { [text]: line.text, [number]: line.number, [date]: line.date },
  }));
  const ids = rows.length > 0 ? await fillRows(service.db, id, rows) : [];
  for (const [i, { said, saidText, merged, suggested = null }] of lines.entries()) {
    const row = ids[i] ?? '';
    if (suggested !== null)
      await service.sql`insert into value_suggestion (row_id, enrichment_id, value, likelihood) values (${row}, ${text}, ${suggested}, 0.4)`;
    if (merged) {
      await service.sql`insert into merged_verdict (row_id, criterion_id, from_row_id, verdict, reason) values (${row}, ${criterion}, ${row}, ${merged.verdict}, 'stated')`;
      await service.sql`insert into merged_value (row_id, enrichment_id, from_row_id, value) values (${row}, ${text}, ${row}, ${merged.text})`;
    }
    if (said) await service.sql`insert into review (row_id, criterion_id, verdict) values (${row}, ${criterion}, ${said})`;
    if (saidText !== undefined)
      await service.sql`insert into value_review (row_id, enrichment_id, value) values (${row}, ${text}, ${saidText})`;
  }
  return { id, criterion, text, number, date };
}

const RANK = ['match', 'partial', 'needs_review', 'no_match'];
const rankOf = (verdict: Verdict | null) => (verdict ? RANK.indexOf(verdict) : null);
const keyOf = (text: string | null) => text?.toLowerCase().normalize('NFKD') ?? null;
const textOf = ({ text, saidText, merged }: Line) => (saidText === undefined ? (merged?.text ?? text) : saidText);
const verdictOf = ({ verdict, said, merged }: Line) => said ?? (merged ? merged.verdict : verdict);

/** A suggestion counts where no person said anything and nothing was found. */
const suggestedOf = (line: Line) => (textOf(line) === null && line.saidText === undefined ? (line.suggested ?? null) : null);

type Key = (line: Line) => string | number | null;
/** In the order of keys, then of suggestions only, those without either last, equal ones in their first order. */
function inOrder(lines: readonly Line[], key: Key, descending: boolean, suggested: Key = () => null): string[] {
  const sorted = (by: Key, some: readonly Line[]) =>
    some
      .filter((line) => by(line) !== null)
      .sort((a, b) => {
        const [x, y] = [by(a) as string | number, by(b) as string | number];
        return x === y ? 0 : (x < y ? -1 : 1) * (descending ? -1 : 1);
      });
  const others = lines.filter((line) => key(line) === null);
  return [...sorted(key, lines), ...sorted(suggested, others), ...others.filter((line) => suggested(line) === null)].map(
    ({ title }) => title,
  );
}

const verdict = fc.option(fc.constantFrom(...VERDICTS));
const line = (title: string) =>
  fc.record<Line>({
    title: fc.constantFrom(`Äpfel ${title}`, `apples ${title}`, `Zoo ${title}`, `10 % of_ ${title}\\`),
    verdict,
    overall: verdict,
    text: fc.option(fc.constantFrom('MIT', 'mit', 'Apache 2.0', 'Ähnlich', 'https://a.example/b')),
    number: fc.option(fc.constantFrom('9', '10', '-3', '2.5', '1e3', 'many')),
    date: fc.option(fc.constantFrom('2014', '2014-05', '2015-12-31', '2016')),
    said: fc.option(fc.constantFrom(...VERDICTS)),
    saidText: fc.option(fc.option(fc.constantFrom('GPL', 'Zlib')), { nil: undefined }),
    merged: fc.option(fc.record({ verdict, text: fc.constantFrom('BSD', 'Apache 2.0') })),
    suggested: fc.option(fc.constantFrom('ISC', 'mit', 'Zlib')),
  });
const lists = fc.integer({ min: 1, max: 9 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => line(`t${i}`))));

describe('any list, paged from both ends in pages of any size,', () => {
  test('is sorted by a field, a criterion or a column as a person’s word counts, then what is only suggested, what has nothing there last', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 4 }), fc.boolean(), async (lines, size, descending) => {
        const { id, criterion, text, number, date } = await websetOf(lines);
        const numberKey = ({ number: said }: Line) => (said !== null && /^-?\d+(\.\d+)?$/.test(said) ? Number(said) : null);
        const sorts: [object, Key, Key?][] = [
          [{ field: 'title' }, ({ title }) => keyOf(title)],
          [{ field: 'verdict' }, ({ overall }) => rankOf(overall)],
          [{ criterionId: criterion }, (one) => rankOf(verdictOf(one))],
          [{ enrichmentId: text }, (one) => keyOf(textOf(one)), (one) => keyOf(suggestedOf(one))],
          [{ enrichmentId: number }, numberKey],
          [{ enrichmentId: date }, (one) => one.date],
        ];

        for (const [by, key, suggested] of sorts) {
          const expected = inOrder(lines, key, descending, suggested);
          const variables = { id, sort: { ...by, descending } };
          expect([by, await walked(variables, size, false)]).toEqual([by, expected]);
          expect([by, await walked(variables, size, true)]).toEqual([by, expected]);
        }
      }),
      { numRuns: times(2, 25) },
    );
  });

  test('holds exactly the rows that meet every condition, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.uniqueArray(fc.constantFrom(...VERDICTS), { minLength: 1 }), async (lines, some) => {
        const { id, criterion, text, number, date } = await websetOf(lines);
        const has = (said: string | null, part: string) => said?.toLowerCase().includes(part) ?? false;
        const among = (one: Line) => some.includes(verdictOf(one) as Verdict);
        const numberOf = ({ number: said }: Line) => (said !== null && /^-?\d+(\.\d+)?$/.test(said) ? Number(said) : Number.NaN);
        const filters: [object, (line: Line) => boolean][] = [
          [{ verdicts: [{ criterionId: criterion, is: some }] }, among],
          [{ verdicts: [{ criterionId: criterion, isNot: some }] }, (one) => !among(one)],
          [{ values: [{ enrichmentId: text, contains: 'mIt' }] }, (one) => has(textOf(one), 'mit')],
          [{ values: [{ enrichmentId: text, empty: true }] }, (one) => textOf(one) === null],
          [{ values: [{ enrichmentId: text, empty: false }] }, (one) => textOf(one) !== null],
          [{ values: [{ enrichmentId: number, min: -3, max: 9.5 }] }, (one) => numberOf(one) >= -3 && numberOf(one) <= 9.5],
          [{ values: [{ enrichmentId: date, from: '2014-05', to: '2015' }] }, ({ date: at }) => at === '2014-05' || at === '2015-12-31'],
          [{ title: 'äpfel' }, ({ title }) => title.startsWith('Äpfel')],
          [{ title: '% of_' }, ({ title }) => title.startsWith('10 %')],
          [{ title: '\\' }, ({ title }) => title.endsWith('\\')],
          [{ text: '2.0' }, (one) => has(textOf(one), '2.0')],
          [
            { title: 'apples', values: [{ enrichmentId: text, empty: false }], verdicts: [{ criterionId: criterion, is: some }] },
            (one) => one.title.startsWith('apples') && textOf(one) !== null && among(one),
          ],
        ];

        for (const [filter, meets] of filters) {
          const expected = lines.filter(meets).map(({ title }) => title);
          const { page } = await asked({ id, filter, first: 100 });
          expect([filter, page.edges.map(({ node }) => node.title)]).toEqual([filter, expected]);
          expect(page.totalCount).toBe(expected.length);
        }
      }),
      { numRuns: times(2, 25) },
    );
  });
});

test('a cursor belongs to its sort, holds no id, and nothing that is made up gets through', async () => {
  const { id, criterion, text, number } = await websetOf([
    { title: 'a', verdict: 'match', overall: 'match', text: 'x', number: '1', date: null, said: null, saidText: undefined, merged: null },
    { title: 'b', verdict: null, overall: null, text: null, number: null, date: null, said: null, saidText: undefined, merged: null },
  ]);
  const sort = { enrichmentId: number };
  const { page } = await asked({ id, sort, first: 2 });
  const cursors = page.edges.map(({ cursor }) => cursor);
  const forged = (part: string) =>
    Buffer.from(
      Buffer.from(cursors[0] ?? '', 'base64url')
        .toString()
        .replace('=1', part),
    ).toString('base64url');
  const refusalOf = async (variables: object) => (await asked({ id, first: 1, ...variables })).refusal;

  expect(cursors.map((cursor) => Buffer.from(cursor, 'base64url').toString()).join(' ')).not.toContain(number);
  expect(await refusalOf({ sort, after: cursors[1] })).toBeUndefined();
  for (const other of [undefined, { field: 'title' }, { enrichmentId: text }, { criterionId: criterion }, { ...sort, descending: true }])
    expect(await refusalOf({ sort: other, after: cursors[0] })).toBe('BAD_REQUEST');
  for (const part of ['=one', '=1;drop', '=\0', `=${'1'.repeat(50)}`])
    expect(await refusalOf({ sort, after: forged(part) })).toBe('BAD_REQUEST');
});

test('a sort or a condition that cannot be is refused: none or two of what to sort by, unknown columns, what is no date, too many', async () => {
  const { id, criterion, text } = await websetOf([]);
  const other = await websetOf([]);
  const refusalOf = async (variables: object) => (await asked({ id, ...variables })).refusal;

  expect(await refusalOf({ sort: {} })).toBe('BAD_REQUEST');
  expect(await refusalOf({ sort: { field: 'title', criterionId: criterion } })).toBe('BAD_REQUEST');
  expect(await refusalOf({ sort: { field: 'title', criterionId: null } })).toBeUndefined();
  expect(await refusalOf({ sort: { criterionId: other.criterion } })).toBe('NOT_FOUND');
  expect(await refusalOf({ sort: { enrichmentId: criterion } })).toBe('NOT_FOUND');
  expect(await refusalOf({ filter: { verdicts: [{ criterionId: other.criterion, is: ['match'] }] } })).toBe('NOT_FOUND');
  expect(await refusalOf({ filter: { values: [{ enrichmentId: other.text, empty: true }] } })).toBe('NOT_FOUND');
  expect(await refusalOf({ filter: { values: [{ enrichmentId: text, from: 'May 2014' }] } })).toBe('BAD_REQUEST');
  expect(await refusalOf({ filter: { verdicts: [{ criterionId: criterion, is: [] }] } })).toBe('BAD_REQUEST');
  expect(await refusalOf({ filter: { values: Array.from({ length: 11 }, () => ({ enrichmentId: text, empty: true })) } })).toBe(
    'BAD_REQUEST',
  );
  expect(await refusalOf({ filter: { text: 'a'.repeat(201) } })).toBe('BAD_REQUEST');
  expect(await refusalOf({ filter: { text: '\0' } })).toBe('BAD_REQUEST');
});

test('a request asks for a few sorted lists of all rows, not for many', async () => {
  const { id } = await websetOf([]);
  const lists = (count: number, args: string) =>
    service.graphql(
      `query ($id: UUID!${args.includes('$sort') ? ', $sort: RowSortInput' : ''}${args.includes('$filter') ? ', $filter: RowFilter' : ''}) { webset(id: $id) { ${Array.from(
        { length: count },
        (_, i) => `r${i}: rows(first: 1, ${args}) { totalCount }`,
      ).join(' ')} } }`,
      { id },
    );

  expect((await lists(8, 'sort: $sort')).status).toBe(200);
  expect((await lists(20, 'sort: { field: title }')).status).toBe(400);
  expect((await lists(20, 'filter: $filter')).status).toBe(400);
  expect((await lists(20, 'filter: { text: "a" }')).status).toBe(400);
  expect((await lists(20, 'filter: { matchVerdict: [match], hidden: true }')).status).toBe(200);
});

test('a text is looked for in all values of many rows at once', async () => {
  const made = {
    title: 'one',
    overall: null,
    verdict: null,
    text: 'MIT',
    number: '9',
    date: '2014',
    said: null,
    saidText: undefined,
    merged: null,
  };
  const { id, text } = await websetOf([made]);
  await service.sql`insert into "row" (webset_id, page_id, key, url, title, status)
    select webset_id, page_id, key || n, url || n, title || n, status from "row", generate_series(1, 2000) n where webset_id = ${id}`;
  await service.sql`analyze "row"`; // else the insert below may be planned for the few rows that were there
  await service.sql`insert into "value" (row_id, enrichment_id, value, reason, judge) select r.id, v.enrichment_id, v.value, v.reason, v.judge
    from "row" r, "value" v join "row" o on o.id = v.row_id where o.webset_id = ${id} and r.webset_id = ${id} and r.id <> o.id`;
  await service.sql`analyze "row", "value"`;
  /** The pages of memory that Postgres reads for a question. */
  const readFor = async (filter: object) => {
    const statements: [query: string, parameters: unknown[]][] = [];
    const { debug } = service.sql.options;
    service.sql.options.debug = (_connection, query, parameters) => statements.push([query, parameters]);
    expect((await asked({ id, filter, first: 1 })).page.totalCount).toBe(0);
    service.sql.options.debug = debug;
    const looking = statements.filter(([, parameters]) => JSON.stringify(parameters).includes('nowhere'));
    let read = 0;
    for (const [query, parameters] of looking) {
      const [plan] = await service.sql.unsafe(`explain (analyze, buffers, format json) ${query}`, parameters as string[]);
      const Plan = plan?.['QUERY PLAN'][0].Plan;
      read += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    expect(read).toBeGreaterThan(0);
    return read;
  };

  const inOne = await readFor({ values: [{ enrichmentId: text, contains: 'nowhere' }] });

  expect((await readFor({ text: 'nowhere' })) / inOne).toBeLessThan(6); // of three columns, the title and the address
});
