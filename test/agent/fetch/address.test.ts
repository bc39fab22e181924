import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress, lookupBy, vetted } from '../../../src/agent/fetch/address.ts';
import { type FetcherOptions, openFetcher } from '../../../src/agent/fetch/fetcher.ts';
import { privateHosts } from '../../../src/agent/fetch/target.ts';
import { never, openWeb, quickClock } from '../../support/agent/local-web.ts';

const open = (more: Partial<FetcherOptions> = {}) =>
  openFetcher({ userAgent: 'webset/0.1', allowPrivate: [], hostDelayMs: 0, clock: quickClock(), ...more });

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://168.63.129.16/machine/?comp=goalstate',
  'http://[::ffff:168.63.129.16]/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://①②⑦.⓪.⓪.①/',
])('%s is not fetched, however its address is spelled', async (url) => {
  await using fetcher = open();

  await expect(fetcher.fetch(url, never())).rejects.toMatchObject({ name: 'FetchFailure', code: 'blocked_address' });
});

test.each([
  ['ftp://example.com/', 'ftp'],
  ['file:///etc/passwd', 'file'],
  ['javascript:alert(1)', 'javascript'],
  ['not an address', 'address'],
  ['http://me:secret@example.com/', 'password'],
  ['http://me@example.com/', 'user name'],
  ['http://example.com:22/', 'Port 22'],
  ['http://example.com:5432/', 'Port 5432'],
  [`http://example.com/${'a'.repeat(2040)}`, 'too long'],
])('%s is refused as an address', async (url, because) => {
  await using fetcher = open();

  await expect(fetcher.fetch(url, never())).rejects.toMatchObject({ code: 'bad_url', message: expect.stringContaining(because) });
});

test.each([
  [['127.0.0.1']],
  [['::1']],
  [['10.1.2.3', '192.168.0.1']],
  [['93.184.215.14', '127.0.0.1']],
  [['127.0.0.1', '93.184.215.14']],
  [['2606:4700::1111', 'fd00::1']],
  [['::ffff:10.0.0.1']],
])('a name that resolves to %j is not fetched', async (addresses) => {
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  await using fetcher = open({ resolve });

  await expect(fetcher.fetch('http://innocent.example:8080/', never())).rejects.toMatchObject({ code: 'blocked_address' });
});

test('a socket gets the vetted addresses of a single lookup', async () => {
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? '93.184.215.14' : '127.0.0.1', family: 4 }];

  const addresses = await new Promise((done) => lookupBy(vetted(resolve))('rebind.example', { all: true }, (_, found) => done(found)));

  expect(addresses).toEqual([{ address: '93.184.215.14', family: 4 }]);
  expect(asked).toBe(1);
});

test('localhost is not fetched by its name', async () => {
  await using fetcher = open();

  await expect(fetcher.fetch('http://localhost:8080/', never())).rejects.toMatchObject({ code: 'blocked_address' });
});

test('a redirect to a private address is not followed', async () => {
  await using secret = await openWeb((_, response) => response.setHeader('content-type', 'text/html').end('<p>secret</p>'));
  await using web = await openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(302, { location: request.url === '/port' ? secret.url : 'http://127.0.0.1:8080/' }).end();
  });
  await using fetcher = open({ allowPrivate: [web.place] });

  await expect(fetcher.fetch(`${web.url}/private`, never())).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(fetcher.fetch(`${web.url}/port`, never())).rejects.toMatchObject({ code: 'bad_url' });
  expect(secret.requests).toEqual([]);
});

test('the robots.txt of a host cannot be redirected to a private address either', async () => {
  await using web = await openWeb((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(301, { location: 'http://[::1]:8080/robots.txt' }).end();
    else response.setHeader('content-type', 'text/html').end('<p>page</p>');
  });
  await using fetcher = open({ allowPrivate: [web.place] });

  await expect(fetcher.fetch(web.url, never())).rejects.toMatchObject({ code: 'blocked_address' });
});

test('only the host and port that the operator named may be private', async () => {
  await using web = await openWeb((_, response) => response.setHeader('content-type', 'text/plain').end('hello'));
  await using other = await openWeb((_, response) => response.setHeader('content-type', 'text/plain').end('hello'));
  await using fetcher = open({ allowPrivate: [web.place] });

  await expect(fetcher.fetch(web.url, never())).resolves.toMatchObject({ status: 200 });
  await expect(fetcher.fetch(other.url, never())).rejects.toMatchObject({ code: 'bad_url' });
  await expect(fetcher.fetch(`http://localhost:${web.port}/`, never())).rejects.toMatchObject({ code: 'bad_url' });
});

test('a private address may be named by host, by IPv6 address and by port 80', () => {
  expect([...privateHosts(['localhost:3000', '[::1]:80', 'INTRANET:8080'])]).toEqual(['localhost:3000', '[::1]:80', 'intranet:8080']);
});

test.each(['localhost', 'http://localhost:80', '10.0.0.0/8', '*:80', 'me@host:80', 'host:99999'])(
  '"%s" is not a valid private address',
  (entry) => {
    expect(() => privateHosts([entry])).toThrow('FETCH_ALLOW_PRIVATE must list host:port');
  },
);

test('no IPv4 address becomes public by being embedded in an IPv6 one', () => {
  const hex = (a: number, b: number) => (a * 256 + b).toString(16);
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      const tail = `${hex(a, b)}:${hex(c, d)}`;
      expect(isPublicAddress(`::ffff:${tail}`)).toBe(isPublicAddress(address));
      for (const prefix of ['::', '64:ff9b::', '::ffff:0:']) expect(isPublicAddress(prefix + tail)).toBe(false);
      expect(isPublicAddress(`2002:${tail}::`)).toBe(false);
    }),
  );
});
