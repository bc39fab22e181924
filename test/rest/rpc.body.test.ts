import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let sessionId: string;
beforeAll(async () => {
  service = await openTestService({ settings: { bodyLimit: 20_000 } });
  sessionId = await service.createSession();
});
afterAll(() => service[Symbol.asyncDispose]());

const send = async (operation: string, body: string | Uint8Array | undefined, headers: Record<string, string> = {}, method = 'POST') => {
  const response = await fetch(`${service.url}/api/v1/search/${operation}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: new Blob([body as BlobPart]) }),
  });
  return { status: response.status, body: await response.json() };
};
const json = { 'content-type': 'application/json' };
const MALFORMED = {
  status: 400,
  body: {
    defined: false,
    code: 'BAD_REQUEST',
    message: "Malformed request. Ensure the request body is properly formatted and the 'Content-Type' header is set correctly.",
  },
};
const invalid = (...issues: object[]) => ({
  status: 400,
  body: {
    defined: false,
    code: 'BAD_REQUEST',
    message: 'Input validation failed',
    data: { issues: issues.map((i) => expect.objectContaining(i)) },
  },
});

describe('accepted', () => {
  test.each<[string, string, string | Uint8Array, Record<string, string>]>([
    ['unknown keys', 'getSession', '{"sessionId":"ID","more":{"x":1}}', json],
    ['a trailing slash', 'getSession/', '{"sessionId":"ID"}', json],
    ['a byte order mark', 'getSession', '\ufeff{"sessionId":"ID"}', json],
    ['no content type', 'getSession', '{"sessionId":"ID"}', {}],
    ['a charset', 'getSession', '{"sessionId":"ID"}', { 'content-type': 'application/json; charset=UTF-8' }],
    ['80 emoji as a label', 'addCriterion', `{"sessionId":"ID","label":"${'😀'.repeat(80)}"}`, json],
    ['a key called __proto__', 'getSession', '{"sessionId":"ID","__proto__":{"x":1}}', json],
  ])('%s', async (_what, operation, body, headers) => {
    const { status } = await send(operation, String(body).replace('ID', sessionId), headers);

    expect(status).toBe(200);
  });

  test('a gzipped body', async () => {
    const { status } = await send('getSession', gzipSync(JSON.stringify({ sessionId })), { ...json, 'content-encoding': 'gzip' });

    expect(status).toBe(200);
  });
});

describe('refused as an invalid body', () => {
  test.each<[string, string | undefined, Record<string, string>, string]>([
    ['no body', undefined, json, 'undefined'],
    ['an empty body', '', json, 'undefined'],
    ['null', 'null', json, 'null'],
    ['a list', '[]', json, 'array'],
    ['a string', '"x"', json, 'string'],
    ['plain text', '{"sessionId":"x"}', { 'content-type': 'text/plain' }, 'string'],
  ])('%s', async (_what, body, headers, received) => {
    const answer = await send('getSession', body, headers);

    expect(answer).toEqual(invalid({ code: 'invalid_type', path: [], message: `Invalid input: expected object, received ${received}` }));
  });

  test.each<[string, string, object, object]>([
    ['a missing id', 'getSession', {}, { path: ['sessionId'] }],
    ['an id that is no UUID', 'getSession', { sessionId: 'x' }, { path: ['sessionId'], code: 'invalid_format' }],
    ['a UUID of no variant', 'getSession', { sessionId: '00000000-0000-0000-0000-000000000001' }, { path: ['sessionId'] }],
    ['an empty query', 'createSession', { originalQuery: '' }, { path: ['originalQuery'], code: 'too_small' }],
    ['a foreign category', 'createSession', { originalQuery: 'q', category: 'cats' }, { path: ['category'], code: 'invalid_value' }],
    ['notes that are null', 'createSession', { originalQuery: 'q', notes: null }, { path: ['notes'], code: 'invalid_type' }],
    ['81 emoji as a label', 'addCriterion', { sessionId: 'ID', label: '😀'.repeat(81) }, { path: ['label'], code: 'too_big' }],
    [
      '501 characters of description',
      'addEnrichment',
      { sessionId: 'ID', label: 'l', description: 'd'.repeat(501) },
      { path: ['description'] },
    ],
    ['a foreign format', 'addEnrichment', { sessionId: 'ID', label: 'l', format: 'json' }, { path: ['format'] }],
    ['an empty title', 'renameSession', { sessionId: 'ID', title: '' }, { path: ['title'] }],
    ['121 characters of title', 'renameSession', { sessionId: 'ID', title: 't'.repeat(121) }, { path: ['title'] }],
    ['a NUL', 'createSession', { originalQuery: 'a\0b' }, { path: ['originalQuery'] }],
    ['a lone surrogate', 'createSession', { originalQuery: 'a\ud800' }, { path: ['originalQuery'] }],
  ])('%s', async (_what, operation, body, issue) => {
    const answer = await send(operation, JSON.stringify(body).replace('"ID"', JSON.stringify(sessionId)), json);

    expect(answer).toEqual(invalid(issue));
  });
});

describe('refused as malformed', () => {
  test.each<[string, string | Uint8Array, Record<string, string>]>([
    ['broken JSON', '{"sessionId":', json],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), json],
    ['a gzip that is none', 'not gzip', { ...json, 'content-encoding': 'gzip' }],
    ['a cut gzip', gzipSync('{"sessionId":"x"}').subarray(0, 20), { ...json, 'content-encoding': 'gzip' }],
    ['an unknown encoding', '{}', { ...json, 'content-encoding': 'zip' }],
  ])('%s', async (_what, body, headers) => {
    expect(await send('getSession', body, headers)).toEqual(MALFORMED);
  });

  test('deep nesting is read and refused as what it is', async () => {
    const { status } = await send('getSession', '['.repeat(9_000) + ']'.repeat(9_000), json);

    expect(status).toBe(400);
  });
});

test.each<[string, Uint8Array | string, Record<string, string>]>([
  ['a large body', JSON.stringify({ originalQuery: 'q'.repeat(30_000) }), json],
  [
    'a small body that unpacks to a large one',
    gzipSync(JSON.stringify({ originalQuery: 'q'.repeat(3_000_000) })),
    { ...json, 'content-encoding': 'gzip' },
  ],
])('%s is refused with 413', async (_what, body, headers) => {
  const answer = await send('createSession', body, headers);

  expect(answer).toEqual({ status: 413, body: { defined: false, code: 'PAYLOAD_TOO_LARGE', message: 'Payload Too Large' } });
});

test('a form is refused with 415', async () => {
  const { status, body } = await send('getSession', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' });

  expect(status).toBe(415);
  expect(body).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE', defined: false });
});

describe('what is not there', () => {
  test.each(['dropTables', '__proto__', 'constructor', 'getSession/more'])('the operation %s is 404 in JSON', async (operation) => {
    expect(await send(operation, '{}', json)).toEqual({ status: 404, body: { defined: false, code: 'NOT_FOUND', message: 'Not Found' } });
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is 405 in JSON', async (method) => {
    const answer = await send('getSession', undefined, {}, method);

    expect(answer).toEqual({ status: 405, body: { defined: false, code: 'METHOD_NOT_SUPPORTED', message: 'Method Not Supported' } });
  });

  test('any other path of the version is 404 in JSON', async () => {
    const response = await service.get('/api/v1/more');

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ defined: false, code: 'NOT_FOUND', message: 'Not Found' });
  });
});
