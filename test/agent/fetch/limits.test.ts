import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type FetcherOptions, openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';
import { scriptTimeLimits } from '../../support/agent/time-limits.ts';
import { times } from '../../support/run/times.ts';
import { until } from '../../support/until.ts';

const open = (place: string, more: Partial<FetcherOptions> = {}) =>
  openFetcher({
    userAgent: 'webset/0.1',
    allowPrivate: [place],
    hostDelayMs: 0,
    clock: quickClock(),
    limits: { totalMs: 600_000 },
    ...more,
  });

const site = (handler: Parameters<typeof openWeb>[0]) =>
  openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else handler(request, response);
  });

const HTML = { 'content-type': 'text/html; charset="UTF-8"' };

test('a page comes with its final address, its type and its charset', async () => {
  await using web = await site((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new?x=1#part' }).end();
    else response.writeHead(200, HTML).end('<p>café</p>');
  });
  await using fetcher = open(web.place);

  const { body, ...fetched } = await fetcher.fetch(`${web.url}/old#top`, never());

  expect(fetched).toMatchObject({ url: `${web.url}/new?x=1`, status: 200, mediaType: 'text/html', charset: 'utf-8' });
  expect(Buffer.from(body).toString()).toBe('<p>café</p>');
});

test('a small answer that unpacks into a large one is ended at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(times(20, 200) * 1024 * 1024));
  await using web = await site((_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(bomb));
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('5 MB') });
});

test('an endless body is ended at the limit', async () => {
  await using web = await site((_, response) => {
    response.writeHead(200, HTML);
    const pump = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', pump);
    pump();
  });
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'too_large' });
});

test('a PDF may be larger than a page', async () => {
  const body = Buffer.alloc(3000, '%');
  await using web = await site((request, response) =>
    response.writeHead(200, { 'content-type': request.url === '/pdf' ? 'application/pdf' : 'text/html' }).end(body),
  );
  await using fetcher = open(web.place, { limits: { totalMs: 600_000, maxBytes: 2000, maxPdfBytes: 4000 } });

  await expect(fetcher.fetch(`${web.url}/pdf`, never())).resolves.toMatchObject({ mediaType: 'application/pdf' });
  await expect(fetcher.fetch(`${web.url}/html`, never())).rejects.toMatchObject({ code: 'too_large' });
});

test('a server that sends a part of a page is abandoned when the time is up', async () => {
  using limits = scriptTimeLimits();
  await using web = await site((_, response) => {
    response.writeHead(200, HTML);
    response.write('.', () => limits.runOut());
  });
  await using fetcher = open(web.place, { limits: { totalMs: 400 } });

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('0.4 s') });
});

test('redirects share one time limit', async () => {
  using limits = scriptTimeLimits();
  let now = 0;
  await using web = await site((_, response) => {
    now += 150;
    if (now < 600) response.writeHead(302, { location: '/again' }).end();
    else limits.runOut();
  });
  await using fetcher = open(web.place, { limits: { totalMs: 400 }, now: () => now });

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'timeout' });
  const [robots, ...hops] = limits.asked;
  expect(robots).toBe(400);
  expect(hops).toEqual([400, 250, 100, 1]);
});

test('a loop of redirects ends after five', async () => {
  await using web = await site((_, response) => response.writeHead(302, { location: '/again' }).end());
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'redirects' });
  expect(web.requests.filter((path) => path !== '/robots.txt')).toHaveLength(6);
});

test('an abort ends a fetch at once, with the reason of the abort', async () => {
  await using web = await site(() => {});
  await using fetcher = open(web.place);
  const reason = new Error('cancelled');
  const abort = new AbortController();
  const outcome = expect(fetcher.fetch(web.url, abort.signal)).rejects.toBe(reason);
  await until(() => web.requests.includes('/'));
  abort.abort(reason);

  await outcome;
});

test.each(['image/png', 'application/json', 'video/mp4'])('%s is not read', async (type) => {
  await using web = await site((_, response) => response.writeHead(200, { 'content-type': type }).end('x'));
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'media_type', message: expect.stringContaining(type) });
});

test.each([
  ['<!doctype html><p>x', 'text/html'],
  ['%PDF-1.7 x', 'application/pdf'],
  ['just words', 'text/plain'],
])('a document without a type is recognized by its start: %s', async (body, mediaType) => {
  await using web = await site((_, response) => response.writeHead(200).end(body));
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ mediaType });
});

test.each([404, 410, 403, 500])('a page with status %i is a failure', async (status) => {
  await using web = await site((_, response) => response.writeHead(status, HTML).end('<p>words</p>'));
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'http_status', status });
  expect(web.requests).toEqual(['/robots.txt', '/']);
});

test.each([429, 503])('a page with status %i and Retry-After is requested once more then', async (status) => {
  let asked = 0;
  await using web = await site((_, response) =>
    asked++ === 0 ? response.writeHead(status, { 'retry-after': '7' }).end() : response.writeHead(200, HTML).end('<p>back</p>'),
  );
  const clock = quickClock();
  await using fetcher = open(web.place, { clock });

  await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ status: 200 });
  expect(clock.slept).toEqual([7000]);
});

test('a page with a long Retry-After fails at once', async () => {
  await using web = await site((_, response) => response.writeHead(503, { 'retry-after': '60' }).end());
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'http_status', status: 503 });
  expect(web.requests).toEqual(['/robots.txt', '/']);
});

test('a broken connection is retried once', async () => {
  let asked = 0;
  await using web = await site((_, response) => {
    asked++;
    response.socket?.destroy();
  });
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'network' });
  expect(asked).toBe(2);
});

test.each([
  ['less than it promised', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>short'],
  ['not HTTP at all', 'SSH-2.0-OpenSSH_9.0\r\n'],
])('a server that sends %s is a failure of that page', async (_, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) =>
      socket.end(String(data).includes('robots.txt') ? 'HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n' : answer),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await using fetcher = open(`127.0.0.1:${port}`, { limits: { totalMs: 600_000 } });

  await expect(fetcher.fetch(`http://127.0.0.1:${port}/`, never())).rejects.toMatchObject({ name: 'FetchFailure', code: 'network' });
  server.close();
});

test('a body with a declared length over the limit is refused before it is sent', async () => {
  await using web = await site((_, response) => {
    response.writeHead(200, { ...HTML, 'content-length': 50_000_000 });
    response.write('x');
  });
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'too_large' });
});

test('an unknown host is named in the error', async () => {
  const resolve = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  await using fetcher = open('127.0.0.1:1', { resolve });

  await expect(fetcher.fetch('http://nowhere.example/', never())).rejects.toMatchObject({
    code: 'network',
    message: 'There is no host nowhere.example',
  });
});

test('closing the fetcher ends its requests', async () => {
  await using web = await site(() => {});
  const fetcher = open(web.place);
  const fetching = fetcher.fetch(web.url, never());
  const outcome = expect(fetching).rejects.toThrow('The fetcher is closed');

  await until(() => web.requests.includes('/'));
  await fetcher[Symbol.asyncDispose]();

  await outcome;
});
