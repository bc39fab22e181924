import { expect, test } from 'vitest';
import { type FetcherOptions, openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { openRobots } from '../../../src/agent/fetch/robots.ts';
import { openTurns } from '../../../src/agent/fetch/turns.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { until } from '../../support/until.ts';

const open = (place: string, more: Partial<FetcherOptions> = {}) =>
  openFetcher({
    userAgent: 'webset/0.1 (+mailto:me@example.com)',
    allowPrivate: [place],
    hostDelayMs: 1000,
    clock: quickClock(),
    limits: { totalMs: 600_000 },
    ...more,
  });

const siteWith = (status: number, robots: string) =>
  openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(status, { 'content-type': 'text/plain' }).end(robots);
    else if (request.url === '/moved') response.writeHead(302, { location: '/private/x' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>page</p>');
  });

test.each([
  ['everybody', 'User-agent: *\nDisallow: /private/'],
  ['us by name', 'User-agent: *\nAllow: /\n\nUser-agent: WebSet\nDisallow: /private/'],
  ['everybody, under a byte order mark', '\ufeffUser-agent: *\nDisallow: /private/'],
])('a page that robots.txt forbids %s is not fetched', async (_, robots) => {
  await using web = await siteWith(200, robots);
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/private/x`, never())).rejects.toMatchObject({ code: 'robots' });
  await expect(fetcher.fetch(`${web.url}/public`, never())).resolves.toMatchObject({ status: 200 });
  expect(web.requests).toEqual(['/robots.txt', '/public']);
});

test('a redirect does not bypass robots.txt', async () => {
  await using web = await siteWith(200, 'User-agent: *\nDisallow: /private/');
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/moved`, never())).rejects.toMatchObject({ code: 'robots' });
  expect(web.requests).toEqual(['/robots.txt', '/moved']);
});

test.each([404, 403, 401, 410])('a host whose robots.txt has status %i has no rules', async (status) => {
  await using web = await siteWith(status, 'User-agent: *\nDisallow: /');
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ status: 200 });
});

test.each([500, 503])(
  'a host whose robots.txt has status %i is not fetched, and its robots.txt is requested again later',
  async (status) => {
    let answer = status;
    await using web = await openWeb((request, response) => {
      response.writeHead(request.url === '/robots.txt' ? answer : 200, { 'content-type': 'text/html' }).end('');
    });
    const clock = quickClock();
    await using fetcher = open(web.place, { clock });

    await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'robots' });
    await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'robots' });
    answer = 200;
    clock.pass(10 * 60_000);

    await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ status: 200 });
    expect(web.requests).toEqual(['/robots.txt', '/robots.txt', '/']);
  },
);

test('robots.txt is requested once a day', async () => {
  await using web = await siteWith(200, 'User-agent: *\nAllow: /');
  const clock = quickClock();
  await using fetcher = open(web.place, { clock });

  await Promise.all([fetcher.fetch(`${web.url}/a`, never()), fetcher.fetch(`${web.url}/b`, never())]);
  clock.pass(25 * 3_600_000);
  await fetcher.fetch(`${web.url}/c`, never());

  expect(web.requests.filter((path) => path === '/robots.txt')).toHaveLength(2);
});

test('the first 500 KB of a huge robots.txt apply', async () => {
  await using web = await siteWith(200, `User-agent: *\nDisallow: /private/\n${'#'.repeat(600_000)}\nDisallow: /public`);
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/private/x`, never())).rejects.toMatchObject({ code: 'robots' });
  await expect(fetcher.fetch(`${web.url}/public`, never())).resolves.toMatchObject({ status: 200 });
});

test('a robots.txt that is slow to match is obeyed like any other', async () => {
  const busy = `User-agent: *\n${`Disallow: /*${'a'.repeat(900)}b\n`.repeat(500)}`;
  await using web = await siteWith(200, busy);
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/${'a'.repeat(1900)}`, never())).rejects.toMatchObject({ code: 'robots' });
});

test('a robots.txt that redirects without end counts as none', async () => {
  await using web = await openWeb((request, response) => {
    if (request.url?.startsWith('/robots.txt')) response.writeHead(302, { location: '/robots.txt?again' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>page</p>');
  });
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ status: 200 });
});

test('a caller that stops waiting for robots.txt does not affect the others', async () => {
  const gone = Promise.withResolvers<void>();
  await using web = await openWeb((request, response) => {
    if (request.url === '/robots.txt') void gone.promise.then(() => response.writeHead(404).end());
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>page</p>');
  });
  await using fetcher = open(web.place);
  const abort = new AbortController();
  const one = fetcher.fetch(`${web.url}/a`, abort.signal);
  const other = fetcher.fetch(`${web.url}/b`, never());

  await until(() => web.requests.length === 1);
  abort.abort(new Error('gone'));

  await expect(one).rejects.toThrow('gone');
  gone.resolve();
  await expect(other).resolves.toMatchObject({ status: 200 });
});

test('a host gets one request at a time, with a pause after each', async () => {
  const clock = quickClock();
  const { take } = openTurns(clock);
  const log: string[] = [];
  const visit = async (name: string, host: string) => {
    using _turn = await take(host, 1000, never());
    log.push(`${name} begins at ${clock.now()}`);
    clock.pass(100);
    await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} ends`);
  };
  const start = clock.now();

  await Promise.all([visit('first', 'a'), visit('second', 'a'), visit('third', 'a')]);

  expect(log).toEqual([
    `first begins at ${start}`,
    'first ends',
    `second begins at ${start + 1100}`,
    'second ends',
    `third begins at ${start + 2200}`,
    'third ends',
  ]);
});

test('hosts do not wait for each other', async () => {
  const { take } = openTurns(quickClock());
  using _one = await take('a', 1000, never());

  using other = await take('b', 1000, never());

  expect(other).toBeDefined();
});

test('a caller that leaves the line does not delay those behind', async () => {
  const { take } = openTurns(quickClock());
  const abort = new AbortController();
  const first = await take('a', 0, never());
  const leaving = take('a', 0, abort.signal);
  const last = take('a', 0, never());

  abort.abort(new Error('gone'));
  await expect(leaving).rejects.toThrow('gone');
  first[Symbol.dispose]();

  await expect(last).resolves.toBeDefined();
});

test('a host may ask for a longer pause, up to ten seconds', async () => {
  const pauseFor = async (delay: string) => {
    const fetchRobots = async () => ({ text: `User-agent: *\nCrawl-delay: ${delay}` });
    const vet = openRobots({ agent: 'webset', clock: quickClock(), fetchRobots });
    return (await vet(new URL('http://example.com/'), never())).crawlDelayMs;
  };

  expect(await Promise.all(['3', '0.5', '3600', '-1', 'soon'].map(pauseFor))).toEqual([3000, 500, 10_000, 0, 0]);
});
