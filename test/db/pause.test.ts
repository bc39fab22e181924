import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPoliteness } from '../../src/agent/fetch/politeness.ts';
import { REMEMBERED } from '../../src/agent/search/patience.ts';
import { SearchFailure } from '../../src/agent/search/provider.ts';
import { openHackerNews } from '../../src/agent/search/providers/hackernews.ts';
import { type Database, openClient } from '../../src/db/connection/client.ts';
import { clearPauses, findPause, listPauses, setPause, takeChore, takeTurn } from '../../src/db/queries/shared/pause.ts';
import { politeProvider } from '../../src/runs/ports/polite.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { UNWATCHED } from '../../src/runs/ports/service-calls.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { until } from '../support/until.ts';

const never = new AbortController().signal;

async function openTwo() {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase());
  const [here, there] = [open.use(openClient(url)).db, open.use(openClient(url)).db];
  const slept: number[] = [];
  const clock = { now: Date.now, sleep: async (ms: number) => void slept.push(ms) };
  const close = open.move();
  return { here, there, slept, clock, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a provider that says it is asked too often rests for every worker', async () => {
  await using two = await openTwo();
  let asked = 0;
  const limited = {
    name: 'p',
    search: async () => {
      asked++;
      throw new SearchFailure('rate_limited', 'P limits how often it may be asked');
    },
  };
  const query = { text: 'x', pageNumber: 0 };
  const [first, second] = [two.here, two.there].map((db) => politeProvider(db, UNWATCHED, limited));

  await expect(first?.search(query, never)).rejects.toThrow('P limits how often');
  await expect(second?.search(query, never)).rejects.toThrow(/P limits how often it may be asked \(rests for [1-6]\d s\)/);
  expect(asked).toBe(1);
});

test('a provider that did not answer in time rests for every worker, and what only repeats that changes nothing', async () => {
  await using two = await openTwo();
  let by: { retryAfterMs?: number; cause?: unknown } = { retryAfterMs: 60_000, cause: REMEMBERED };
  const silent = {
    name: 'p',
    search: async () => {
      throw new SearchFailure('unavailable', 'P did not answer within 15 s', by);
    },
  };
  const query = { text: 'x', pageNumber: 0 };
  const [first, second] = [two.here, two.there].map((db) => politeProvider(db, UNWATCHED, silent));

  await expect(first?.search(query, never)).rejects.toThrow('P did not answer');
  expect(await listPauses(two.here, ['provider'])).toEqual([]);
  by = { retryAfterMs: 60_000 };
  await expect(first?.search(query, never)).rejects.toThrow('P did not answer');

  await expect(second?.search(query, never)).rejects.toThrow(/P did not answer within 15 s \(rests for [1-6]\d s\)/);
});

/** Politeness as each of the workers keeps it, where every name has the address that it is given. */
const politeOf = ({ here, there, clock }: Awaited<ReturnType<typeof openTwo>>, addresses: Record<string, string> = {}) =>
  [here, there].map((db) => {
    const { turns, pauses } = portsOn(db);
    const resolve = async (host: string) => [{ address: addresses[host] ?? '192.0.2.1', family: 4 }];
    return openPoliteness({ clock, turns, pauses, resolve });
  }) as [ReturnType<typeof openPoliteness>, ReturnType<typeof openPoliteness>];

test('a host that answered 429 is left alone by every worker for as long as it asked, and no other host is', async () => {
  await using two = await openTwo();
  const [first, second] = politeOf(two);

  await first.rest('busy.example', 55_000, 'busy.example answered with status 429');
  await (await second.enter('busy.example', 0, never))[Symbol.asyncDispose]();
  const slept = two.slept.splice(0);
  await (await second.enter('asked.example', 0, never))[Symbol.asyncDispose]();
  await first.rest('busy.example', 3_000_000, 'for long');

  expect(slept[0]).toBeGreaterThan(15_000);
  expect(two.slept).toEqual([]);
  await expect(second.enter('busy.example', 0, never)).rejects.toThrow(/left alone for (29\d\d|3000) s/);
});

test.each([
  ['host:evil.example', 3_600_000],
  ['provider:brave', 86_400_000],
  ['model:abc', 86_400_000],
])('%s rests %d ms at most, whatever it asks for', async (key, most) => {
  await using two = await openTwo();

  for (const ms of [99_999_999_999_999_000, Number.POSITIVE_INFINITY]) await setPause(two.here, key, ms, 'a\0b');

  const { ms, reason } = await findPause(two.here, key);
  expect(ms).toBeLessThanOrEqual(most);
  expect(ms).toBeGreaterThan(most - 60_000);
  expect(reason).toBe('ab');
});

test('a rest is no longer than its kind may be, even where the clock was set back since', async () => {
  await using two = await openTwo();
  await setPause(two.here, 'host:a.example', 60_000, 'busy');
  await two.here.execute(sql`update pause set until = until + interval '3 hours' where key = 'host:a.example'`);

  expect((await findPause(two.here, 'host:a.example')).ms).toBe(3_600_000);
});

test('pauses are listed with what is left of them, and cleared by name; chores and turns are none', async () => {
  await using two = await openTwo();
  await setPause(two.here, 'host:a.example', 60_000, 'busy');
  await setPause(two.here, 'provider:brave', 60_000, 'limited');
  await takeChore(two.here, 'sweep', 60);
  await takeTurn(two.here, 'turn:host:a.example', 1000);

  const before = await listPauses(two.here, ['host', 'provider']);
  const cleared = await clearPauses(two.there, ['host', 'provider'], 'a.example');

  expect(before).toMatchObject([
    { kind: 'host', name: 'a.example', reason: 'busy' },
    { kind: 'provider', name: 'brave' },
  ]);
  expect(cleared).toBe(1);
  expect(await listPauses(two.here, ['host', 'provider'])).toHaveLength(1);
  expect(await takeChore(two.here, 'sweep', 60)).toBe(false);
});

/** Enters as worker 0 or 1; `inside` are those that may ask. */
const entering = (both: ReturnType<typeof politeOf>, inside: AsyncDisposable[]) => (host: string, n: number) =>
  (both[n % 2] as (typeof both)[0]).enter(host, 0, never).then((asked) => void inside.push(asked));

test('hosts of one address are asked four at a time at most, over all workers', async () => {
  await using two = await openTwo();
  const inside: AsyncDisposable[] = [];
  const enter = entering(politeOf(two), inside);
  const hosts = Array.from({ length: 12 }, (_, n) => `h${n}.example`);
  let most = 0;

  const all = hosts.map(async (host, n) => {
    await enter(host, n);
    most = Math.max(most, inside.length);
  });
  for (let left = 0; left < hosts.length; left++) {
    // one leaves when no other may come: all four places are taken, or nobody waits
    await until(async () => inside.length === Math.min(4, hosts.length - left) && (await places(two.here)) === inside.length);
    await inside.shift()?.[Symbol.asyncDispose]();
  }
  await Promise.all(all);

  expect(most).toBe(4);
});

/** How many places of addresses are taken. */
const places = async (db: Database) => (await db.execute(sql`select from pause where key like 'place:address:%' and until > now()`)).length;

/** Whether the last turn that was taken of a key has come, by the database's clock. */
async function hasCome(db: Database, key: string, everyMs: number): Promise<boolean> {
  const [turn] = await db.execute<{ come: boolean }>(
    sql`select clock_timestamp() >= until - ${everyMs} * interval '1 millisecond' as come from pause where key = ${`turn:${key}`}`,
  );
  return turn?.come === true;
}

test('hosts of one address are asked eight times a second at most, over all workers', async () => {
  await using two = await openTwo();
  const inside: AsyncDisposable[] = [];
  const enter = entering(politeOf(two), inside);
  const come: boolean[] = [];

  for (let n = 0; n < 4; n++) {
    await enter(`h${n}.example`, n);
    come.push(await hasCome(two.here, 'address:192.0.2.1', 125));
  }

  expect(come).toEqual([true, true, true, true]);
  for (const one of inside) await one[Symbol.asyncDispose]();
});

test('hosts of two addresses do not wait for each other', async () => {
  await using two = await openTwo();
  const both = politeOf(two, { 'a.example': '192.0.2.1', 'b.example': '192.0.2.2' });
  const inside: AsyncDisposable[] = [];
  const enter = entering(both, inside);
  await Promise.all(['a.example', 'c1.example', 'c2.example', 'c3.example'].map((host) => enter(host, 0)));
  const leaving = new AbortController();

  const fifth = both[0].enter('d.example', 0, leaving.signal);
  await enter('b.example', 0);
  leaving.abort(new Error('no place of the first address'));

  await expect(fifth).rejects.toThrow('no place of the first address');
  for (const one of inside) await one[Symbol.asyncDispose]();
});

test('turns of a host lie apart over all workers, and a shorter pause never shortens a longer one', async () => {
  await using two = await openTwo();

  const waits = await Promise.all([two.here, two.there, two.here].map((db) => takeTurn(db, 'turn:a', 1_000_000)));
  await setPause(two.here, 'k', 60_000, 'long');
  await setPause(two.there, 'k', 1000, 'short');

  expect(waits.map((ms) => Math.round(ms / 1_000_000)).sort()).toEqual([0, 1, 2]);
  expect((await findPause(two.here, 'k')).reason).toBe('long');
});

test('a daily chore is taken by one of many', async () => {
  await using two = await openTwo();

  const taken = await Promise.all(Array.from({ length: 10 }, (_, n) => takeChore(n % 2 ? two.here : two.there, 'sweep', 60)));

  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('requests to a provider lie apart as it asks, over all workers', async () => {
  await using two = await openTwo();
  const come: boolean[] = [];
  const answers = createServer(async (_req, res) => {
    come.push(await hasCome(two.here, 'provider:HACKERNEWS', 360));
    res.writeHead(200, { 'content-type': 'application/json' }).end('{"hits":[]}');
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  const providers = [two.here, two.there].map((db) =>
    openHackerNews({ clock: two.clock, turns: portsOn(db).turns, baseUrl, userAgent: 'x/1' }),
  );

  for (const provider of providers) await provider.search({ text: 'x', pageNumber: 0 }, never);

  expect(come).toEqual([true, true]);
  await new Promise((closed) => answers.close(closed));
});
