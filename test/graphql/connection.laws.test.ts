import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERDICTS, type Verdict } from '../../src/domain/verdict.ts';
import { fillRows } from '../support/fill.ts';
import { times } from '../support/run/times.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// The laws of Relay's cursor connections, over the rows of a webset and the websets of a user.

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Window {
  first?: number | undefined;
  last?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
}
interface Page {
  totalCount: number;
  edges: { cursor: string; node: { name: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
type Ask = (window: Window) => Promise<Page>;
type Change = (at: number) => Promise<unknown>;

const CONNECTION = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const WINDOW = '$first: Int, $last: Int, $after: String, $before: String';
const PASSED = 'first: $first, last: $last, after: $after, before: $before';
const ROWS = `query ($id: UUID!, $filter: RowFilter, ${WINDOW}) {
  webset(id: $id) { rows(filter: $filter, ${PASSED}) { ${CONNECTION} edges { cursor node { name: title } } } } }`;
const WEBSETS = `query (${WINDOW}) { websets(${PASSED}) { ${CONNECTION} edges { cursor node { name: uuid } } } }`;

const data = async (document: string, variables: object, headers = {}) => {
  const { body } = await service.graphql(document, variables, headers);
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
};
const rowsOf =
  (id: string, filter: object = {}): Ask =>
  async (window) =>
    (await data(ROWS, { id, filter, ...window })).webset.rows;
const namesOf = ({ edges }: Page) => edges.map(({ node }) => node.name);

/** Every page from one end to the other; between two pages something happens. */
async function walk(ask: Ask, size: number, backward: boolean, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask(backward ? { last: size, before: cursor } : { first: size, after: cursor });
    if (backward) names.unshift(...namesOf(page));
    else names.push(...namesOf(page));
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
    expect([startCursor, endCursor]).toEqual([page.edges[0]?.cursor ?? null, page.edges.at(-1)?.cursor ?? null]);
    if (!(backward ? hasPreviousPage : hasNextPage)) return names;
    cursor = (backward ? startCursor : endCursor) ?? undefined;
    await between();
  }
}

const verdicts = fc.array(fc.option(fc.constantFrom(...VERDICTS)), { maxLength: 12 });
const some = fc.option(fc.uniqueArray(fc.constantFrom(...VERDICTS)), { nil: undefined });
const size = fc.integer({ min: 1, max: 5 });

async function websetOf(list: (Verdict | null)[]): Promise<string> {
  const id = await service.createSession();
  const rows = list.map((matchVerdict, i) => ({ title: `t${i}`, matchVerdict }));
  if (rows.length > 0) await fillRows(service.db, id, rows);
  return id;
}

describe('pages', () => {
  test('joined equal the list, forward and backward, whatever their size and the filter', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, some, size, async (list, matchVerdict, size) => {
        const ask = rowsOf(await websetOf(list), matchVerdict && { matchVerdict });
        const expected = list.flatMap((verdict, i) => (!matchVerdict || (verdict && matchVerdict.includes(verdict)) ? [`t${i}`] : []));

        expect(await walk(ask, size, false)).toEqual(expected);
        expect(await walk(ask, size, true)).toEqual(expected);
        expect((await ask({ first: 0 })).totalCount).toBe(expected.length);
      }),
      { numRuns: times(3, 15) },
    );
  });

  test('are what the specification’s algorithm cuts out of the list', async () => {
    const total = 9;
    const ask = rowsOf(await websetOf(Array.from({ length: total }, () => 'match')));
    const { edges } = await ask({ first: 100 });
    const place = fc.option(fc.nat(total - 1), { nil: undefined });
    const count = fc.option(fc.nat(total + 2), { nil: undefined });

    await fc.assert(
      fc.asyncProperty(place, place, count, fc.boolean(), async (after, before, count, fromEnd) => {
        const [from, to] = [after === undefined ? 0 : after + 1, before ?? total];
        const between = edges.slice(from, Math.max(from, to));
        const backward = fromEnd && count !== undefined;
        const cut = count === undefined ? between : backward ? between.slice(Math.max(0, between.length - count)) : between.slice(0, count);

        const page = await ask({
          ...(backward ? { last: count } : { first: count }),
          after: edges[after ?? total]?.cursor,
          before: edges[before ?? total]?.cursor,
        });

        expect(page.edges).toEqual(cut);
        expect(page.totalCount).toBe(total);
        expect(backward ? page.pageInfo.hasPreviousPage : page.pageInfo.hasNextPage).toBe(cut.length < between.length);
      }),
      { numRuns: times(10, 60) },
    );
  });
});

/** Pages through a list that changes meanwhile: what was in it throughout is answered once, in order, and nothing twice. */
async function holds(ask: Ask, size: number, backward: boolean, changes: [Change, number][], touched: () => ReadonlySet<string>) {
  const before = namesOf(await ask({ first: 100 }));
  const left = [...changes];

  const walked = await walk(ask, size, backward, async () => {
    const [change, at] = left.shift() ?? [];
    await change?.(at ?? 0);
  });

  const after = namesOf(await ask({ first: 100 }));
  const still = before.filter((name) => after.includes(name) && !touched().has(name));
  expect(walked.filter((name) => still.includes(name))).toEqual(still);
  expect(new Set(walked).size).toBe(walked.length);
  expect(walked.filter((name) => after.includes(name))).toEqual(after.filter((name) => walked.includes(name)));
}

describe('while somebody pages', () => {
  const plan = (kinds: number) => fc.array(fc.tuple(fc.nat(kinds - 1), fc.nat(1000)), { maxLength: 8 });

  test('rows that are added, hidden, shown again and judged anew in the middle lose and double no other', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, size, fc.boolean(), fc.boolean(), plan(4), async (list, size, backward, filtered, changes) => {
        const id = await websetOf(list);
        const known = async () => service.sql`select id, title from row where webset_id = ${id} order by position`;
        const touched = new Set<string>();
        const one = (work: (row: { id: string }) => Promise<unknown>) => async (at: number) => {
          const rows = await known();
          const row = rows[at % Math.max(1, rows.length)];
          if (!row) return;
          touched.add(row.title);
          await work(row as unknown as { id: string });
        };
        const kinds: Change[] = [
          async (at) => fillRows(service.db, id, [{ title: `new${at}-${(await known()).length}`, matchVerdict: 'match' }]),
          one(({ id }) => data('mutation ($id: UUID!) { hideRow(input: { rowId: $id }) { row { hidden } } }', { id })),
          one(({ id }) => data('mutation ($id: UUID!) { showRow(input: { rowId: $id }) { row { hidden } } }', { id })),
          one(
            ({ id }) =>
              service.sql`update row set match_verdict = (case when match_verdict = 'match' then 'no_match' else 'match' end)::verdict_value where id = ${id}`,
          ),
        ];

        await holds(
          rowsOf(id, filtered ? { matchVerdict: ['match'] } : {}),
          size,
          backward,
          changes.map(([kind, at]) => [kinds[kind] as Change, at]),
          () => touched,
        );
      }),
      { numRuns: times(4, 25) },
    );
  });

  test('websets that are made, claimed into the middle and deleted lose and double no other, though many were made at one moment', async () => {
    let users = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 10 }), size, fc.boolean(), plan(3), async (moments, size, backward, changes) => {
        const owner = await service.as(`pager${users++}`);
        const touched = new Set<string>();
        const make = async (moment: number, headers: Record<string, string>) => {
          const id = await service.createSession('q', headers);
          await service.sql`update webset set created_at = ${new Date(1_700_000_000_000 + moment).toISOString()} where id = ${id}`;
          return id;
        };
        const mine: string[] = [];
        for (const moment of moments) mine.push(await make(moment, owner));
        const kinds: Change[] = [
          async (at) => mine.push(await make(at % 5, owner)),
          async (at) => {
            const id = await make(at % 5, {});
            await service.rpc('claimSessions', { sessionIds: [id] }, owner);
            mine.push(id);
          },
          async (at) => {
            const [id] = mine.splice(at % Math.max(1, mine.length), 1);
            if (id === undefined) return;
            touched.add(id);
            await service.rpc('deleteSession', { sessionId: id }, owner);
          },
        ];

        await holds(
          async (window) => (await data(WEBSETS, window, owner)).websets,
          size,
          backward,
          changes.map(([kind, at]) => [kinds[kind] as Change, at]),
          () => touched,
        );
      }),
      { numRuns: times(2, 15) },
    );
  });
});
