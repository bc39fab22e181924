import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webset } from '../../src/db/tables/webset.ts';
import { beginRun, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let ann: { cookie: string };
let bob: { cookie: string };
beforeAll(async () => {
  service = await openTestService();
  ann = await service.as('ann');
  bob = await service.as('bob');
});
afterAll(() => service[Symbol.asyncDispose]());

const claim = async (sessionIds: string[], headers: Record<string, string>) =>
  (await service.rpc('claimSessions', { sessionIds }, headers)).body;
const list = async (headers: Record<string, string>, limit?: number) =>
  (await service.rpc('listSessions', limit === undefined ? {} : { limit }, headers)).body.sessions;

test('claiming makes anonymous sessions the caller’s, answers in the order asked, and leaves out what cannot be had', async () => {
  const [first, second, mine, theirs] = [
    await service.createSession(),
    await service.createSession(),
    await service.createSession('q', ann),
    await service.createSession('q', bob),
  ];

  const answer = await claim([second, theirs, mine, randomUUID(), first.toUpperCase(), first], ann);

  expect(answer).toEqual({ claimed: [second, mine, first] });
  expect((await service.rpc('getSession', { sessionId: first })).status).toBe(403);
  expect(await claim([first], bob)).toEqual({ claimed: [] });
  expect(await claim([first], ann)).toEqual({ claimed: [first] });
});

test('GraphQL claims by the same rule', async () => {
  const id = await service.createSession();
  const claimBoth = `mutation { claimWebsets(input: { websetIds: ["${id}", "${randomUUID()}"] }) { websetIds } }`;

  const { body } = await service.graphql(claimBoth, {}, ann);
  const { body: none } = await service.graphql('mutation { claimWebsets(input: { websetIds: [] }) { websetIds } }', {}, ann);

  expect(body.data.claimWebsets.websetIds).toEqual([id]);
  expect(none.errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['input', 'websetIds'] }] });
});

test('listing shows one’s own sessions alone, the newest first', async () => {
  const eve = await service.as('eve');
  await service.createSession();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.unshift(await service.createSession(`q${i}`, eve));

  const all = await list(eve);
  const two = await list(eve, 2);

  expect(all.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(two.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(all[0]).toMatchObject({ originalQuery: 'q4', status: 'draft', runAlive: false, run: null });
  expect(await list(await service.as('new'))).toEqual([]);
});

describe('the connection of one’s own websets', () => {
  const PAGE = `query ($first: Int, $last: Int, $after: String, $before: String) {
    websets(first: $first, last: $last, after: $after, before: $before) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { uuid } edges { cursor node { uuid } }
    }
  }`;
  let ids: string[];
  let dan: { cookie: string };
  beforeAll(async () => {
    dan = await service.as('dan');
    const at = new Date('2026-01-01T00:00:00.500Z');
    const ownerId = await idOf(dan);
    const made = await service.db
      .insert(webset)
      .values(
        Array.from({ length: 25 }, (_, i) => ({ originalQuery: 'q', ownerId, createdAt: new Date(at.getTime() + Math.floor(i / 4)) })),
      )
      .returning({ id: webset.id, createdAt: webset.createdAt });
    ids = made.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  });
  const page = async (args: object) => (await service.graphql(PAGE, args, dan)).body.data.websets;
  const uuids = ({ nodes }: { nodes: { uuid: string }[] }) => nodes.map(({ uuid }) => uuid);

  test.each([1, 4, 7, 100])('forwards by %i gives each once, in order, many of one moment included', async (first) => {
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const found = await page({ first, after });
      seen.push(...uuids(found));
      expect(found.totalCount).toBe(25);
      ({ endCursor: after, hasNextPage: more } = found.pageInfo);
    }
    expect(seen).toEqual(ids);
  });

  test('backwards, between cursors, and by default', async () => {
    const whole = await page({ first: 25 });
    const cursorAt = (index: number) => whole.edges[index].cursor;

    expect(uuids(await page({}))).toEqual(ids.slice(0, 20));
    expect(uuids(await page({ last: 3 }))).toEqual(ids.slice(-3));
    expect(uuids(await page({ last: 2, before: cursorAt(10) }))).toEqual(ids.slice(8, 10));
    expect(uuids(await page({ first: 10, after: cursorAt(2), before: cursorAt(5) }))).toEqual(ids.slice(3, 5));
    expect((await page({ last: 3 })).pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    expect((await page({ first: 0 })).pageInfo).toMatchObject({ startCursor: null, endCursor: null });
  });

  test.each([{ first: 101 }, { first: -1 }, { first: 1, last: 1 }, { after: 'x' }, { after: 'd2Vic2V0OjE6eA' }, { before: 'cm93OjE' }])(
    '%j is refused',
    async (args) => {
      const { body } = await service.graphql(PAGE, args, dan);

      expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
    },
  );
});

test('who follows an anonymous session hears no more once another claims it', async () => {
  const sessionId = await service.createSession();
  const runId = await beginRun(service.db, sessionId);
  await narrate(service.db, sessionId, runId, 'before');
  const response = await service.get(`/api/sessions/${sessionId}/stream`);

  await claim([sessionId], ann);
  await narrate(service.db, sessionId, runId, 'a secret');
  service.listener.notify(sessionId);

  expect(await response.text()).not.toContain('a secret');
});

async function idOf({ cookie }: { cookie: string }): Promise<string> {
  const { user } = (await (await service.account('/get-session', undefined, { cookie })).json()) as { user: { id: string } };
  return user.id;
}
