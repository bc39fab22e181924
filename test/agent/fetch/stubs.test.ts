import { expect, test } from 'vitest';
import { openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';

const PAGE = '<!doctype html><title>Target</title><h1>Target</h1><p>It was founded in 1999.</p>';
const filler = `<p>${'This page has its own words. '.repeat(200)}</p>`;

const STUBS: Record<string, { body: string; refresh?: string }> = {
  '/content-first': { body: '<meta content="0;url=/target" http-equiv="refresh"><p>If you are not redirected, click here.' },
  '/without-scripts': {
    body: '<script>location.replace("/target")</script><noscript><meta http-equiv="refresh" content="0; URL=\'/target\'"></noscript>',
  },
  '/header': { body: '', refresh: '0; url=/target' },
  '/itself': { body: '<meta http-equiv="refresh" content="5"><p>Live scores' },
  '/itself-by-name': { body: '<meta http-equiv="refresh" content="5;url=/itself-by-name"><p>Live scores' },
  '/after-a-while': { body: '<meta http-equiv="refresh" content="300;url=/target"><p>The news' },
  '/long': { body: `<meta http-equiv="refresh" content="0;url=/target">${filler}` },
};

const site = () =>
  openWeb((request, response) => {
    const stub = STUBS[request.url ?? ''];
    if (request.url === '/target') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    else if (stub)
      response.writeHead(200, { 'content-type': 'text/html', ...(stub.refresh ? { refresh: stub.refresh } : {}) }).end(stub.body);
    else if (request.url === '/away') response.writeHead(200, { 'content-type': 'text/html', refresh: '0; url=http://10.0.0.1/' }).end();
    else if (request.url === '/round') response.writeHead(200, { 'content-type': 'text/html', refresh: '0; url=/about' }).end();
    else if (request.url === '/about') response.writeHead(200, { 'content-type': 'text/html', refresh: '0; url=/round' }).end();
    else response.writeHead(404).end();
  });

const open = (place: string) =>
  openFetcher({ userAgent: 'webset/0.1', allowPrivate: [place], hostDelayMs: 0, clock: quickClock(), limits: { totalMs: 600_000 } });

test.each([
  ['/content-first', '/target'],
  ['/without-scripts', '/target'],
  ['/header', '/target'],
  ['/itself', '/itself'],
  ['/itself-by-name', '/itself-by-name'],
  ['/after-a-while', '/after-a-while'],
  ['/long', '/long'],
])('only a page that merely redirects is followed: %s gives %s', async (path, found) => {
  await using web = await site();
  await using fetcher = open(web.place);

  const { url } = await fetcher.fetch(`${web.url}${path}`, never());

  expect(url).toBe(`${web.url}${found}`);
});

test('the target of such a page is vetted and counted like a redirect', async () => {
  await using web = await site();
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/away`, never())).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(fetcher.fetch(`${web.url}/round`, never())).rejects.toMatchObject({ code: 'redirects' });
});

test.each([
  ['text/plain', PAGE, 'text/html'],
  ['application/octet-stream', PAGE, 'text/html'],
  ['TEXT/HTML;CHARSET=UTF8', PAGE, 'text/html'],
  ['application/octet-stream', '%PDF-1.4 x', 'application/pdf'],
  ['application/x-pdf', '%PDF-1.4 x', 'application/pdf'],
  ['text/html', '%PDF-1.4 x', 'application/pdf'],
  ['text/plain', 'In HTML, <html> begins a page.', 'text/plain'],
  ['text/markdown', '<html> is a tag', 'text/markdown'],
])('a document declared as %s has the type of its bytes: %s', async (declared, body, mediaType) => {
  await using web = await openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': declared }).end(body);
  });
  await using fetcher = open(web.place);

  expect(await fetcher.fetch(`${web.url}/x`, never())).toMatchObject({ mediaType });
});

test('bytes that are neither text nor PDF are not read, whatever their declared type', async () => {
  await using web = await openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([80, 75, 3, 4, 0, 0, 1]));
  });
  await using fetcher = open(web.place);

  await expect(fetcher.fetch(`${web.url}/x.zip`, never())).rejects.toMatchObject({ code: 'media_type' });
});
