import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketOf } from '../../src/http/guards/client.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let sessionId: string;
beforeAll(async () => {
  service = await openTestService();
  sessionId = await service.createSession();
});
afterAll(() => service[Symbol.asyncDispose]());

/** fetch sets the Sec-Fetch headers itself; a browser's are played by node:http. */
function ask(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const req = request(service.url + path, { method, headers }, async (res) => {
    let text = '';
    for await (const chunk of res) text += chunk;
    resolve({ status: res.statusCode ?? 0, body: text });
  });
  req.on('error', reject).end(body);
  return promise;
}

const json = { 'content-type': 'application/json' };
const endpoints = () =>
  [
    ['/api/v1/search/getSession', 'POST', JSON.stringify({ sessionId })],
    ['/graphql', 'POST', '{"query":"{ __typename }"}'],
    [`/api/sessions/${sessionId}/export`, 'GET', ''],
    ['/healthz', 'GET', ''],
  ] as const;

describe('who may call', () => {
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  test.each<[string, Record<string, string>, boolean]>([
    ['no browser at all', {}, true],
    ['our own page', { origin: 'OWN', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, true],
    ['our own page, without Origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none', ...navigation }, true],
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    ['another port of our host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['our origin in capitals', { origin: 'OWN'.toLowerCase() }, false],
    ['an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, false],
    ['a frame on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
    ['a script on a sister site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, false],
  ])('%s', async (_who, input, allowed) => {
    const headers = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === 'OWN' ? service.url : value]));

    for (const [path, method, body] of endpoints()) {
      const { status } = await ask(path, { ...json, ...headers }, method, body);
      expect([path, status]).toEqual([path, allowed ? 200 : 403]);
    }
  });

  test('a link on another site opens an export, but posts nothing', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', ...navigation };

    expect((await ask(`/api/sessions/${sessionId}/export`, headers)).status).toBe(200);
    expect((await ask('/api/v1/search/createSession', { ...json, ...headers }, 'POST', '{"originalQuery":"q"}')).status).toBe(403);
  });

  test('each endpoint refuses in its own words, before anything else', async () => {
    const headers = { origin: 'https://evil.example' };
    const message = 'Requests from another origin are refused';

    expect(JSON.parse((await ask('/api/v1/search/nothing', headers, 'PUT')).body)).toEqual({ code: 'FORBIDDEN', message, defined: false });
    expect(JSON.parse((await ask('/api/sessions/x/stream?startIndex=-1', headers)).body)).toEqual({ error: message });
    expect(JSON.parse((await ask('/api/sessions/x/export?format=x', headers)).body)).toEqual({ error: message });
    expect(JSON.parse((await ask('/graphql', headers, 'POST', '{')).body)).toEqual({
      errors: [{ message, extensions: { code: 'FORBIDDEN' } }],
    });
  });
});

test('every answer carries the headers that keep a session id from leaking', async () => {
  for (const path of ['/', '/graphql?query={__typename}', `/api/sessions/${sessionId}/export`, '/nothing', '/healthz']) {
    const { headers } = await service.get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers.get('x-powered-by')).toBeNull();
  }
});

describe('the bucket that a caller is counted in', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, bucket) => {
    expect(bucketOf(address)).toBe(bucket);
  });

  const createFrom = async (at: TestService, forwarded: string) =>
    (await at.rpc('createSession', { originalQuery: 'q' }, { 'x-forwarded-for': forwarded })).status;

  test('a made-up X-Forwarded-For changes nothing when no proxy is trusted', async () => {
    await using strict = await openTestService({ limits: { createPerHour: 1, runPerHour: 0 } });

    expect([await createFrom(strict, '192.0.2.1'), await createFrom(strict, '192.0.2.2')]).toEqual([200, 429]);
  });

  test('behind a trusted proxy the address it saw counts, garbage counts as the proxy, and neighbours in a /64 share', async () => {
    await using strict = await openTestService({ limits: { createPerHour: 1, runPerHour: 0 }, settings: { trustProxy: 1 } });

    const statuses = [];
    for (const from of ['192.0.2.1', '9.9.9.9, 192.0.2.1', '192.0.2.2', 'junk', 'other junk', '2001:db8::1', '2001:db8::2'])
      statuses.push(await createFrom(strict, from));

    expect(statuses).toEqual([200, 429, 200, 200, 429, 200, 429]);
  });
});
