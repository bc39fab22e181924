import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { FetchFailure } from '../../src/agent/fetch/failure.ts';
import type { Fetcher } from '../../src/agent/fetch/fetcher.ts';
import { SearchFailure } from '../../src/agent/search/provider.ts';
import { openHackerNews } from '../../src/agent/search/providers/hackernews.ts';
import { openClient } from '../../src/db/connection/client.ts';
import { findPause, setPause, takeChore, takeTurn } from '../../src/db/queries/shared/pause.ts';
import { politeFetcher, politeProvider } from '../../src/runs/ports/polite.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { openDatabase } from '../support/database.ts';

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
  const [first, second] = [two.here, two.there].map((db) => politeProvider({ db, clock: two.clock }, limited));

  await expect(first?.search(query, never)).rejects.toThrow('P limits how often');
  await expect(second?.search(query, never)).rejects.toThrow(/P limits how often it may be asked \(rests for (60|59) s\)/);
  expect(asked).toBe(1);
});

test('a host that answers 429 is left alone by every worker for as long as it asked', async () => {
  await using two = await openTwo();
  const busy: Fetcher = {
    fetch: () =>
      Promise.reject(new FetchFailure('http_status', 'busy.example answered with status 429', { status: 429, retryAfterMs: 20_000 })),
    [Symbol.asyncDispose]: async () => {},
  };
  const options = { unhurried: ['127.0.0.1:80'] };
  const [first, second] = [two.here, two.there].map((db) => politeFetcher({ db, clock: two.clock }, busy, options));

  await expect(first?.fetch('https://busy.example/a', never)).rejects.toThrow('429');
  await expect(second?.fetch('https://busy.example/b', never)).rejects.toThrow('429');
  await setPause(two.here, 'host:busy.example', 3_600_000, 'for long');
  await expect(second?.fetch('https://busy.example/c', never)).rejects.toThrow(/left alone for 3\d{3} s/);

  expect(two.slept).toHaveLength(1);
  expect(two.slept[0]).toBeGreaterThan(15_000);
});

test('turns of a host lie apart over all workers, and a shorter pause never shortens a longer one', async () => {
  await using two = await openTwo();

  const waits = await Promise.all([two.here, two.there, two.here].map((db) => takeTurn(db, 'turn:a', 1000)));
  await setPause(two.here, 'k', 60_000, 'long');
  await setPause(two.there, 'k', 1000, 'short');

  expect(waits.map((ms) => Math.round(ms / 1000)).sort()).toEqual([0, 1, 2]);
  expect((await findPause(two.here, 'k')).reason).toBe('long');
});

test('a daily chore is taken by one of many', async () => {
  await using two = await openTwo();

  const taken = await Promise.all(Array.from({ length: 10 }, (_, n) => takeChore(n % 2 ? two.here : two.there, 'sweep', 60)));

  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('requests to a provider lie apart as it asks, over all workers', async () => {
  await using two = await openTwo();
  const answers = createServer((_req, res) => res.writeHead(200, { 'content-type': 'application/json' }).end('{"hits":[]}'));
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  const [here, there] = [two.here, two.there].map((db) =>
    openHackerNews({ clock: two.clock, turns: portsOn(db).turns, baseUrl, userAgent: 'x/1' }),
  );
  const began = performance.now();

  await Promise.all([here, there].map((provider) => provider?.search({ text: 'x', pageNumber: 0 }, never)));

  expect(performance.now() - began).toBeGreaterThan(350);
  await new Promise((closed) => answers.close(closed));
});
