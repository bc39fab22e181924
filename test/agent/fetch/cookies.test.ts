import { expect, test } from 'vitest';
import { openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';

const HTML = { 'content-type': 'text/html' };
const PAGE = '<!doctype html><title>Target</title><h1>Target</h1><p>It was founded in 1999.</p>';

/** A site that shows its page to clients with its cookie. */
const site = () =>
  openWeb((request, response) => {
    const { cookie = '', host } = request.headers;
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.url === '/score')
      response
        .writeHead(200, { ...HTML, 'set-cookie': `sid=${cookie.length}` })
        .end('<meta http-equiv="refresh" content="10;url=/score"><p>2:1');
    else if (request.url === '/seen') response.writeHead(200, HTML).end(`<p>seen: ${cookie}</p>`);
    else if (cookie.includes('seen=1')) response.writeHead(200, HTML).end(PAGE);
    else if (request.url === '/self') response.writeHead(302, { location: '/self', 'set-cookie': 'seen=1; Path=/' }).end();
    else if (request.url === '/meta')
      response
        .writeHead(200, { ...HTML, 'set-cookie': ['other=2', 'seen=1; HttpOnly'] })
        .end('<meta http-equiv="refresh" content="0;url=/meta">');
    else response.writeHead(302, { location: `http://localhost:${host?.split(':')[1]}/seen`, 'set-cookie': 'seen=1' }).end();
  });
const open = (...places: string[]) =>
  openFetcher({ userAgent: 'webset/0.1', allowPrivate: places, hostDelayMs: 0, clock: quickClock(), limits: { totalMs: 600_000 } });

test.each(['/self', '/meta'])('a site that sets a cookie and redirects to the same address is read: %s', async (path) => {
  await using web = await site();
  await using fetcher = open(web.place);

  const { body } = await fetcher.fetch(web.url + path, never());

  expect(Buffer.from(body).toString()).toBe(PAGE);
});

test('a page that reloads itself and sets a cookie each time is read as it is', async () => {
  await using web = await site();
  await using fetcher = open(web.place);

  const { body } = await fetcher.fetch(`${web.url}/score`, never());

  expect(Buffer.from(body).toString()).toContain('2:1');
});

test('a cookie is sent only to its host, and discarded after the fetch', async () => {
  await using web = await site();
  await using fetcher = open(web.place, `localhost:${web.port}`);
  const read = async (path: string) => Buffer.from((await fetcher.fetch(web.url + path, never())).body).toString();

  expect(await read('/away')).toBe('<p>seen: </p>');
  expect(await read('/seen')).toBe('<p>seen: </p>');
});
