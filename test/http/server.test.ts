import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '../../src/http/describe-error.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { routeOf } from '../../src/http/log.ts';
import { openLog } from '../../src/main/log.ts';
import { isDriverNoise } from '../../src/main/processes/process.ts';
import { beginRun, narrate } from '../support/fill.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { isClosed, readAll } from './begun.ts';

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await openTestService({ onLog: (line) => lines.push(line) });
});
afterAll(() => service[Symbol.asyncDispose]());

const answer = async (response: Response) => ({ status: response.status, body: await response.json() });

test('health: alive always, ready while the database answers', async () => {
  expect(await answer(await service.get('/healthz'))).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await answer(await service.get('/readyz'))).toEqual({ status: 200, body: { status: 'ready' } });
});

test('an unknown path and a wrong method are answered in JSON', async () => {
  expect(await answer(await service.get('/nothing'))).toEqual({ status: 404, body: { error: 'Not Found' } });
  expect(await answer(await service.get('/api/nothing'))).toEqual({ status: 404, body: { error: 'Not Found' } });
  expect(await answer(await service.get('/%E0%A4%A'))).toEqual({ status: 404, body: { error: 'Not Found' } });
  expect(await answer(await service.get('/api/v1/search/%E0%A4%A'))).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  for (const endpoint of ['export', 'stream'])
    for (const id of ['%E0%A4%A', '%zz'])
      expect(await answer(await service.get(`/api/sessions/${id}/${endpoint}`))).toMatchObject({
        status: 404,
        body: { error: expect.any(String) },
      });
  // paths are case-sensitive
  for (const path of ['/API/v1/search/getSession', '/GraphQL', '/api/sessions/x/EXPORT', '/Healthz'])
    expect(await answer(await service.get(path))).toEqual({ status: 404, body: { error: 'Not Found' } });
  for (const bad of ['variables={', 'extensions=x', 'variables=1&variables=2'])
    expect(await answer(await service.get(`/graphql?query={__typename}&${bad}`))).toMatchObject({ status: 400, body: { errors: [{}] } });
  expect(await answer(await fetch(`${service.url}/healthz`, { method: 'POST' }))).toEqual({
    status: 405,
    body: { error: 'Method Not Supported' },
  });
  expect(await answer(await fetch(`${service.url}/graphql`, { method: 'DELETE' }))).toMatchObject({
    status: 405,
    body: { errors: [{ extensions: { code: 'METHOD_NOT_SUPPORTED' } }] },
  });
});

test('samples are served as files, and nothing beside them', async () => {
  await using samples = await openFolder();
  const dir = samples.path;
  await writeFile(join(dir, 'index.html'), '<p>hello</p>');
  await writeFile(join(dir, '.secret'), 'x');
  await using other = await openTestService({ samplesDir: dir });

  const page = await other.get('/samples/');

  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toBe('<p>hello</p>');
  expect((await other.get('/samples/.secret')).status).toBe(404);
  expect((await other.get('/samples/..%2f..%2fetc/passwd')).status).toBe(404);
  expect((await service.get('/samples/')).status).toBe(404);
});

describe('GraphiQL', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test('comes from our own disk under its own policy', async () => {
    const response = await service.get('/graphql', browser);
    const page = await response.text();

    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(page).not.toMatch(/https?:|\/\/[a-z]/);
    expect(page).not.toMatch(/<script>|onload=|style=/);
    const paths = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      const file = await service.get(path);
      await file.arrayBuffer();
      expect([path, file.status, file.headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
    }
    const start = await (await service.get(paths[2] ?? '')).text();
    for (const [, worker = ''] of start.matchAll(/"(\/graphiql\/[^"]+)"/g)) {
      const file = await service.get(worker);
      await file.arrayBuffer();
      expect(file.status).toBe(200);
    }
    expect([...start.matchAll(/"(\/graphiql\/[^"]+)"/g)]).toHaveLength(3);
  });

  test('is only there when it is on; GraphQL is there either way', async () => {
    await using bare = await openTestService({ settings: { graphiql: false } });

    expect((await (await bare.get('/graphql', browser)).json()).errors[0].message).toBe('Must provide query string.');
    expect((await bare.get('/graphiql/graphiql.js')).status).toBe(404);
    expect((await bare.graphql('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
  });

  test('asks nothing of a client that wants JSON', async () => {
    expect(await answer(await service.get('/graphql?query={__typename}', { accept: 'application/json' }))).toEqual({
      status: 200,
      body: { data: { __typename: 'Query' } },
    });
  });
});

describe('the log', () => {
  test('names each request by its pattern, without ids, addresses or cookies', async () => {
    const sessionId = await service.createSession();
    lines.length = 0;

    await service.rpc('getSession', { sessionId }, { cookie: 'secret=1' });
    await (await service.get(`/api/sessions/${sessionId}/export?format=json`)).text();
    await (await service.get(`/api/sessions/${sessionId}/stream`)).text();
    await (await service.get(`/${sessionId}`)).text();
    await service.graphql(`{ webset(id: "${sessionId}") { title } }`);
    await (await service.get('/healthz')).text();

    await until(() => lines.length >= 6);
    const result = lines.map((line) => JSON.parse(line));
    expect(result.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'POST /api/v1/search/getSession 200',
      'GET /api/sessions/:sessionId/export 200',
      'GET /api/sessions/:sessionId/stream 404',
      'GET other 404',
      'POST /graphql 200',
      'GET /healthz 200',
    ]);
    expect(lines.join()).not.toContain(sessionId);
    expect(lines.join()).not.toMatch(/secret|127\.0\.0\.1/);
  });

  test('paths with ids have patterns', () => {
    expect(routeOf('/samples/a/b.html')).toBe('/samples/*');
    expect(routeOf('/api/sessions/x/export/')).toBe('/api/sessions/:sessionId/export');
    expect(routeOf('/api/websets/x/download')).toBe('/api/websets/:websetId/download');
    expect(routeOf('/api/v1/search/<script>')).toBe('other');
  });

  test('paths that strangers make up are all one route', () => {
    for (const path of ['/api/v1/search/xyz', '/api/v1/search/constructor', '/api/auth/xyz', '/api/auth/sign-in/x', '/api/authx'])
      expect(routeOf(path)).toBe('other');
    expect(routeOf('/api/v1/search/startRun/')).toBe('/api/v1/search/startRun');
    expect(routeOf('/api/auth/sign-in/email')).toBe('/api/auth/sign-in/email');
  });

  test('the log names an error and a run without their ids', () => {
    const id = '5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c';
    const result: string[] = [];
    const log = openLog('worker', 'info', { write: (line) => result.push(line) });
    const err = Object.assign(new Error('violates'), { code: '23503', detail: `Key (run_id)=(${id}) is not present` });

    log.error({ err, run: id }, 'a stage of a run threw');
    log.error({ run: id, reason: 'x', detail: `no ${id}`, trace: `Error: ${id}\n    at here` }, 'a run failed for good');

    expect(result.join()).not.toContain(id.slice(0, 8));
    expect(result.join()).toContain('23503');
    const runs = result.map((line) => JSON.parse(line).run);
    expect(runs[0]).toMatch(/^[0-9a-f]{8}$/);
    expect(runs[1]).toBe(runs[0]);
  });

  test('the log of an error has what and where, not the values', () => {
    const id = '5f0c3b1e-2a6d-4c8e-9b7f-1d2e3f4a5b6c';
    const cause = Object.assign(new Error(`no ${id}`), { code: '22021' });
    const error = new Error(`Failed query: select 1 where id = $1\nparams: ${id},my secret\nsecond line`, { cause });

    const text = JSON.stringify(describeError(error));

    expect(text).toContain('Failed query: select 1');
    expect(text).toContain('22021');
    expect(text).toContain('server.test');
    expect(text).not.toMatch(/5f0c3b1e|secret|second line/);
  });

  test('what a library throws that is no error is logged by its message, or by the names of its fields', () => {
    const lines: string[] = [];
    const log = openLog('worker', 'info', { write: (line) => void lines.push(line) });
    const thrown = [
      { message: 'the queue is away', code: '57P01', queue: 'run' },
      { status: 500, secret: 'x' },
      new Error('outer', { cause: {} }),
      null,
    ];

    for (const err of thrown) log.error({ err }, 'the queue had trouble');

    expect(lines.map((line) => JSON.parse(line).err?.message)).toEqual([
      'the queue is away',
      'an error without a message (status, secret)',
      'outer',
      'null',
    ]);
    expect(lines.join()).not.toContain('[object Object]');
    expect(lines.join()).not.toContain('"x"');
    expect(isDriverNoise(null)).toBe(false);
  });
});

/** Passes a body on, and does something once its words have gone by. */
function whenHeard(words: string, act: () => unknown) {
  let text = '';
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const before = text.includes(words);
      text += Buffer.from(chunk).toString();
      if (!before && text.includes(words)) act();
      controller.enqueue(chunk);
    },
  });
}

describe('trouble', () => {
  test('with the database unavailable every endpoint says so in its own words, and the process lives', async () => {
    await using lost = await openTestService();
    const sessionId = await lost.createSession();
    await lost.sql.end();
    const unavailable = 'The database cannot be reached';

    expect(await lost.rpc('getSession', { sessionId })).toEqual({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', message: unavailable, defined: false },
    });
    expect((await lost.graphql(`{ webset(id: "${sessionId}") { title } }`)).body.errors[0]).toMatchObject({
      message: unavailable,
      extensions: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect(await answer(await lost.get(`/api/sessions/${sessionId}/export`))).toEqual({ status: 500, body: { error: unavailable } });
    expect(await answer(await lost.get(`/api/websets/${sessionId}/download?format=xlsx`))).toEqual({
      status: 500,
      body: { error: unavailable },
    });
    expect(await answer(await lost.get(`/api/sessions/${sessionId}/stream`))).toEqual({ status: 502, body: { error: unavailable } });
    expect(await answer(await lost.get('/readyz'))).toEqual({ status: 503, body: { status: 'unavailable' } });
    expect((await lost.get('/healthz')).status).toBe(200);
  });

  test('a database that goes in the middle of a stream and a subscription ends both, and nothing else', async () => {
    await using lost = await openTestService();
    const sessionId = await lost.createSession();
    await narrate(lost.db, sessionId, await beginRun(lost.db, sessionId), 'one');
    const stream = await lost.get(`/api/sessions/${sessionId}/stream`);
    const query = `subscription { runEvents(websetId: "${sessionId}") { index } }`;
    const events = await lost.get(`/graphql?${new URLSearchParams({ query })}`, { accept: 'text/event-stream' });

    const heard = new Response(events.body?.pipeThrough(whenHeard('"index":0', () => lost.sql.end())));

    const result = await heard.text();

    await expect(stream.text()).rejects.toThrow('terminated');
    expect(result).toContain('"data":{"runEvents":{"index":0}}');
    expect(result).toContain('"code":"SERVICE_UNAVAILABLE"');
    expect(result).not.toContain('CONNECTION_ENDED');
    expect((await lost.get('/healthz')).status).toBe(200);
  });

  test('a bug is written to the log alone', async () => {
    const result: string[] = [];
    await using broken = await openTestService({ onLog: (line) => result.push(line) });
    const sessionId = await broken.createSession();
    await broken.sql`alter table webset rename column notes to remarks`;

    const rpc = await broken.rpc('getSession', { sessionId });
    const graphql = await broken.graphql(`{ webset(id: "${sessionId}") { title } }`);
    const file = await answer(await broken.get(`/api/sessions/${sessionId}/export`));

    expect(rpc).toEqual({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error', defined: false } });
    expect(graphql.body.errors[0]).toMatchObject({
      message: 'Unexpected error.',
      path: ['webset'],
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
    expect(graphql.body.data).toBeNull();
    expect(file).toEqual({ status: 500, body: { error: 'Internal server error' } });
    const errors = result.filter((line) => line.includes('unexpected error'));
    expect(errors.length).toBeGreaterThanOrEqual(3);
    expect(errors.join()).toContain('42703');
    expect(errors.join()).not.toContain(sessionId);
  });

  test('a port that is taken is a clear error', async () => {
    const port = Number(new URL(service.url).port);

    await expect(listen(() => {}, '127.0.0.1', port)).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken: stop what uses it or set PORT to another`,
    );
    await expect(listen(() => {}, '192.0.2.1', 0)).rejects.toThrow('192.0.2.1 is no address of this machine: set HOST to one');
  });

  test('a connection that was still for too long ends, unless a request lies in it: the process got no time to read it', async () => {
    const server = await listen((_req, res) => res.end('here'), '127.0.0.1', 0);
    const connected = once(server, 'connection');
    const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    const [[connection]] = await Promise.all([connected, once(client, 'connect')]);

    setImmediate(() => {
      client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'); // it lies in the connection before Node reads next
      connection.emit('timeout');
    });
    const [answered] = await once(client, 'data');
    connection.emit('timeout');
    await once(client, 'close');

    expect(answered).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*here$/);
    await closeServer(server);
  });

  test('a shutdown waits for a request at work and then ends; meanwhile /readyz says so, and a connection without a request ends at once', async () => {
    await using other = await openTestService({ patience: { connections: { openMs: 600_000 } } });
    const sessionId = await other.createSession();
    const idle = createConnection(Number(new URL(other.url).port), '127.0.0.1').on('error', () => {});
    const idleClosed = isClosed(idle);
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const lock = other.sql.begin(async (tx) => {
      await tx`lock table criterion in access exclusive mode`; // the export waits here
      locked();
      await isReleased;
    });
    await isLocked;
    const at = fetch(`${other.url}/api/sessions/${sessionId}/export`);
    await until(async () => (await countWaiting(other.sql)) > 0);

    const down = other.shutdown();
    await idleClosed;
    const probes = [await answer(await other.get('/readyz')), await answer(await other.get('/readyz'))];
    release();
    const [response] = await Promise.all([at, down]);
    await lock;

    expect(response.status).toBe(200);
    expect(probes).toEqual(Array(2).fill({ status: 503, body: { status: 'stopping' } }));
  });

  test('a request that never ends is cut off by a shutdown, after a while', async () => {
    await using other = await openTestService({ patience: { connections: { openMs: 0, forcedMs: 100 } } });
    const { port, host } = new URL(other.url);
    const endless = createConnection(Number(port), '127.0.0.1').on('error', () => {});
    const wasCut = isClosed(endless);
    endless.write(`POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`);
    await readAll(endless);

    await other.shutdown();

    await wasCut;
  });
});
