import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { spendPoint } from '../../src/db/queries/shared/rate-limit.ts';
import { fillRows } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { cookieOf, openTestService, PASSWORD, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

const statusesOf = async (calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status).sort();

/** Websets of an account, by the name in its address. */
const websetsOf = async ({ sql }: TestService, name: string, count: number): Promise<string[]> =>
  (
    await sql`insert into webset (original_query, owner_id) select 'q', u.id from auth_user u, generate_series(1, ${count}::int)
      where u.email = ${`${name}@example.org`} returning webset.id`
  ).map(({ id }) => id);
const times = <T>(count: number, call: () => T) => Array.from({ length: count }, call);

test('who is signed in makes and starts ten times as many, counted apart from the address, and from other users', async () => {
  await using service = await openTestService({ limits: { createPerHour: 1, runPerHour: 1 } });
  const [ann, bob] = [await service.as('ann'), await service.as('bob')];
  await service.sql`update auth_user set created_at = now() - interval '25 hours'`;
  const create = (headers?: Record<string, string>) => service.rpc('createSession', { originalQuery: 'q' }, headers);

  const anonymous = await statusesOf(times(3, () => create()));
  const anns = await statusesOf(times(12, () => create(ann)));
  const bobs = await statusesOf([create(bob)]);
  const owned = await websetsOf(service, 'ann', 12);
  const started = await statusesOf(owned.map((sessionId) => service.rpc('startRun', { sessionId }, ann)));

  expect(anonymous).toEqual([200, 429, 429]);
  expect(anns).toEqual([...Array(10).fill(200), 429, 429]);
  expect(bobs).toEqual([200]);
  expect(started).toEqual([...Array(10).fill(200), 429, 429]);
});

test('accounts of less than a day that were made from one address share one allowance of a user', async () => {
  await using service = await openTestService({ limits: { createPerHour: 1, runPerHour: 1 }, settings: { trustProxy: 1 } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const signUp = async (name: string, address: string) => {
    const answer = await service.account('/sign-up/email', { email: `${name}@example.org`, password: PASSWORD, name }, from(address));
    return cookieOf(answer);
  };
  const accounts = await Promise.all(['a', 'b', 'c'].map((name) => signUp(name, '192.0.2.1')));
  const elsewhere = await signUp('d', '192.0.2.2');
  let calls = 0;
  // wherever they call from
  const create = (cookie: { cookie: string }) =>
    service.rpc('createSession', { originalQuery: 'q' }, { ...cookie, ...from(`198.51.100.${calls++}`) });

  const shared = await statusesOf(times(12, () => create(accounts[calls % 3] as { cookie: string })));
  const others = await statusesOf([create(elsewhere)]);
  const owned = await Promise.all(['a', 'b', 'c'].map((name) => websetsOf(service, name, 4)));
  const starts = accounts.flatMap((cookie, i) => (owned[i] ?? []).map((sessionId) => service.rpc('startRun', { sessionId }, cookie)));
  const runs = await statusesOf(starts);
  await service.sql`update auth_user set created_at = now() - interval '25 hours' where email = 'a@example.org'`;
  const older = await statusesOf([create(accounts[0] as { cookie: string })]);

  expect(shared).toEqual([...Array(10).fill(200), 429, 429]);
  expect(others).toEqual([200]);
  expect(runs).toEqual([...Array(10).fill(200), 429, 429]);
  expect(older).toEqual([200]);
});

test('rows that are hidden and shown count among the reviews of an hour', async () => {
  await using service = await openTestService({ limits: { reviewPerHour: 3 }, settings: { trustProxy: 1 } });
  const id = await service.createSession();
  const [rowId = ''] = await fillRows(service.db, id, [{ title: 'a', matchVerdict: 'match' }]);
  const set = async (name: 'hideRow' | 'showRow') => {
    const { body } = await service.graphql(
      `mutation ($id: UUID!) { ${name}(input: { rowId: $id }) { row { hidden } } }`,
      { id: rowId },
      { 'x-forwarded-for': '192.0.2.9' },
    );
    return body.errors?.[0].extensions.code ?? body.data[name].row.hidden;
  };

  expect([await set('hideRow'), await set('showRow'), await set('hideRow'), await set('showRow')]).toEqual([
    true,
    false,
    true,
    'TOO_MANY_REQUESTS',
  ]);
});

test('writes of one caller that wait for a lock leave connections to others', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const at = (address: string) => ({ 'x-forwarded-for': address });
  const long = 'q'.repeat(9_000);
  const { session } = (await service.rpc('createSession', { originalQuery: long, notes: long }, at('192.0.2.1'))).body;
  const ended: string[] = [];
  const lock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  await using other = openClient(service.databaseUrl, { max: 1, idleInTransactionMs: 0, name: 'lock' });
  const holds = other.sql.begin(async (tx) => {
    await tx`lock table webset in share mode`; // no write ends before this does
    locked.resolve();
    await until(async () => (await countWaiting(tx)) > 0);
    written.resolve();
    await lock.promise;
  });
  await locked.promise;

  const copy = `mutation { duplicateWebset(input: { websetId: "${session.id}" }) { webset { uuid } } }`;
  const writes = Promise.all([
    ...times(8, () => service.rpc('createSession', { originalQuery: long, notes: long }, at('192.0.2.1'))),
    ...times(8, () => service.graphql(copy, {}, at('192.0.2.1'))),
  ]).finally(() => ended.push('writes'));
  await written.promise;
  const read = await service.rpc('getSession', { sessionId: session.id }, at('192.0.2.2')).finally(() => ended.push('read'));
  lock.resolve();
  await holds;

  expect(read.status).toBe(200);
  expect((await writes).map(({ status }) => status)).toEqual(Array(16).fill(200));
  expect(ended).toEqual(['read', 'writes']);
});

test('an address writes a limited number of bytes a day; past it reading, cancelling and deleting work, and other addresses write', async () => {
  await using service = await openTestService({
    limits: { createPerHour: 0, runPerHour: 0, bytesPerDay: 10 * 1024 },
    settings: { trustProxy: 1 },
  });
  const at = (address: string) => ({ 'x-forwarded-for': address });
  const create = (bytes: number, headers = at('192.0.2.1')) => service.rpc('createSession', { originalQuery: 'q'.repeat(bytes) }, headers);
  const { session } = (await create(6000)).body;
  const sessionId: string = session.id;
  const uuid = `"${sessionId}"`;
  const graphql = async (query: string) =>
    (await service.graphql(`mutation { ${query} }`, {}, at('192.0.2.1'))).body.errors?.[0]?.extensions.code ?? 'done';

  const { criterion } = (await service.rpc('addCriterion', { sessionId, label: 'c' }, at('192.0.2.3'))).body;
  const [rowId] = await fillRows(service.db, sessionId, [{ title: 'r' }]);
  const saved = `mutation { createView(input: { websetId: ${uuid}, name: "v", contents: { columns: [], filter: {} } }) { view { uuid } } }`;
  const { view } = (await service.graphql(saved, {}, at('192.0.2.3'))).body.data.createView;

  const over = await create(6000);
  const writes = await Promise.all([
    ...(
      [
        ['addCriterion', { label: 'l' }],
        ['addEnrichment', { label: 'l' }],
        ['renameSession', { title: 't' }],
        ['startRun', {}],
      ] as const
    ).map(async ([operation, input]) => (await service.rpc(operation, { sessionId, ...input }, at('192.0.2.1'))).status),
    graphql(`duplicateWebset(input: { websetId: ${uuid} }) { webset { uuid } }`),
    graphql(`updateCriterion(input: { criterionId: "${criterion.id}", required: false }) { criterion { uuid } }`),
    graphql(`hideRow(input: { rowId: "${rowId}" }) { row { uuid } }`),
    graphql(`deleteView(input: { viewId: "${view.uuid}" }) { viewId }`),
    graphql(`removeCriterion(input: { criterionId: "${criterion.id}" }) { criterionId }`),
  ]);
  const rest = await Promise.all([
    service.rpc('getSession', { sessionId }, at('192.0.2.1')),
    service.rpc('cancelRun', { sessionId }, at('192.0.2.1')),
  ]);
  const others = await create(6000, at('192.0.2.2'));
  const user = await create(9000, { ...at('192.0.2.1'), ...(await service.as('ann')) });
  const gone = await service.rpc('deleteSession', { sessionId }, at('192.0.2.1'));

  expect(over).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/8\d{4} seconds/) } });
  expect(writes).toEqual([429, 429, 429, 429, ...Array(3).fill('TOO_MANY_REQUESTS'), 'done', 'done']);
  expect([...rest, others, user, gone].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a webset that the hour refuses costs nothing of the day', async () => {
  await using service = await openTestService({ limits: { createPerHour: 1, runPerHour: 0, bytesPerDay: 1024 * 1024 } });

  const statuses = await statusesOf(times(6, () => service.rpc('createSession', { originalQuery: 'q'.repeat(9_000) })));

  expect(statuses).toEqual([200, 429, 429, 429, 429, 429]);
  expect((await service.sql`select points from rate_limit where key like 'bytes:%'`)[0]?.points).toBe(9);
});

test('both endpoints count the same hour', async () => {
  await using service = await openTestService({ limits: { createPerHour: 1, runPerHour: 0 } });
  await service.createSession();

  const { body } = await service.graphql('mutation { createWebset(input: { originalQuery: "q" }) { webset { uuid } } }');

  expect(body.errors[0].extensions.code).toBe('TOO_MANY_REQUESTS');
});

test('who resets the connection once the request is sent is counted all the same', async () => {
  await using service = await openTestService({ limits: { createPerHour: 2, runPerHour: 0 } });
  const { hostname, port } = new URL(service.url);
  const body = JSON.stringify({ originalQuery: 'q' });
  const head = `POST /api/v1/search/createSession HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;

  for (let i = 0; i < 10; i++) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`${head}\r\n\r\n${body}`, () => socket.resetAndDestroy());
    await once(socket, 'close');
  }

  const spent = async () =>
    Number((await service.sql`select coalesce(sum(points), 0) as points from rate_limit where key like 'create:%'`)[0]?.points);
  await until(async () => (await spent()) > 4);
  expect(Number((await service.sql`select count(*) as made from webset`)[0]?.made)).toBeLessThanOrEqual(4); // by address, and without one
});

test('two gateways that count at once let exactly as many through, and a window that is over begins anew', async () => {
  await using service = await openTestService();
  await using other = openClient(service.databaseUrl, { max: 5, name: 'another gateway' });
  const spend = () =>
    [service.db, other.db].flatMap((db) => times(20, () => spendPoint(db, { key: 'create:ip:192.0.2.1', points: 10, seconds: 3600 })));

  const first = await Promise.all(spend());
  await service.sql`update rate_limit set expire = now() where key = 'create:ip:192.0.2.1'`;
  const [before] = await service.sql`select clock_timestamp() as at`;
  const second = await Promise.all(spend());
  const [anew] = await service.sql`select expire - interval '1 hour' between ${before?.at}::timestamptz and clock_timestamp() as "isAnHour"
    from rate_limit where key = 'create:ip:192.0.2.1'`;

  expect(anew?.isAnHour).toBe(true);
  for (const waits of [first, second]) {
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    expect(waits.every((wait) => wait >= 0 && wait <= 3600)).toBe(true);
  }
});
