import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuth } from '../../src/auth/auth.ts';
import { viewerOf } from '../../src/auth/viewer.ts';
import type { Database } from '../../src/db/connection/client.ts';
import { safeNext } from '../../src/web/auth/next.ts';
import { cookieOf, mailOf, openTestService, PASSWORD, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const signIn = (name: string, password = PASSWORD, at = service) => at.account('/sign-in/email', { email: mailOf(name), password });
const mine = async (headers: Record<string, string>, at = service) => (await at.rpc('listSessions', {}, headers)).status;

describe('signing in', () => {
  test('sets the cookie of the specification, for a week, to this host, out of the reach of scripts', async () => {
    await service.as('ann');

    const response = await signIn('ann');

    const [cookie = '', ...rest] = response.headers.getSetCookie();
    expect(rest).toEqual([expect.stringMatching(/^__Secure-app\.browser_/)]); // which is sent to /api/auth alone
    expect(cookie).toMatch(/^__Secure-app\.session_token=[^;]+\.[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await mine(cookieOf(response))).toBe(200);
  });

  test('keeps no address and no browser name', async () => {
    await service.as('ann');

    const kept = await service.sql`select ip_address, user_agent from auth_session`;

    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ ip_address, user_agent }) => ip_address === null && user_agent === null)).toBe(true);
  });

  test('takes the address in any case, and says the same of a wrong password as of nobody', async () => {
    await service.as('ann');

    const upper = await service.account('/sign-in/email', { email: 'ANN@example.ORG', password: PASSWORD });
    const wrong = await signIn('ann', 'not the password');
    const nobody = await signIn('who', 'not the password');

    expect(upper.status).toBe(200);
    expect([wrong.status, nobody.status]).toEqual([401, 401]);
    expect(await wrong.json()).toEqual(await nobody.json());
  });

  test('a session made with a cookie is owned', async () => {
    const ann = await service.as('ann');

    const sessionId = await service.createSession('q', ann);

    expect((await service.rpc('getSession', { sessionId }, ann)).status).toBe(200);
    expect((await service.rpc('getSession', { sessionId })).status).toBe(403);
  });

  test('signing out ends the cookie at once', async () => {
    const cookie = cookieOf(await signIn('ann'));

    const out = await service.account('/sign-out', {}, cookie);

    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie().join()).toContain('Max-Age=0');
    expect(await mine(cookie)).toBe(401);
  });

  test('looking at the session renews a cookie that is older than a day; calling does not', async () => {
    const ida = await service.as('ida');
    const age = async (interval: string) =>
      service.sql`update auth_session set expires_at = now() + interval '7 days' - ${interval}::interval where user_id = (select id from auth_user where email = ${mailOf('ida')})`;
    const look = async () => (await service.account('/get-session', undefined, ida)).headers.getSetCookie().length;

    await age('23 hours');
    const young = await look();
    await age('25 hours');
    const called = await mine(ida);
    const old = await look();

    expect([young, called, old]).toEqual([0, 200, 1]);
    expect(await look()).toBe(0);
  });

  test('a session that is over is none', async () => {
    const old = await service.as('old');
    await service.sql`update auth_session set expires_at = now() - interval '1 second' where user_id = (select id from auth_user where email = ${mailOf('old')})`;

    expect(await mine(old)).toBe(401);
  });

  test('without a cookie, or with a bad signature, the viewer is known without a query', async () => {
    const untouchable = new Proxy({} as Database, {
      get: (_target, name) => {
        if (name === '_' || name === 'query') return undefined;
        throw new Error(`asked for ${String(name)}`);
      },
    });
    const auth = createAuth({
      db: untouchable,
      secret: 'x'.repeat(40),
      origin: 'http://localhost',
      origins: [],
      signUp: true,
      limited: true,
      deleteAccount: async () => {},
      report: () => {},
    });

    for (const cookie of [undefined, '', 'other=1', '__Secure-app.session_token=abc.def', '__Secure-app.session_token='])
      expect(await viewerOf(async () => auth, untouchable, cookie)).toEqual({ userId: null });
  });
});

describe('signing up', () => {
  test('refuses an address that is taken, a short password and a bad address, each with a code', async () => {
    await service.as('ann');
    const signUp = async (body: object) => {
      const response = await service.account('/sign-up/email', { name: '', ...body });
      return [response.status, ((await response.json()) as { code: string }).code];
    };

    expect(await signUp({ email: mailOf('ANN'), password: PASSWORD })).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']);
    expect(await signUp({ email: mailOf('new'), password: 'short' })).toEqual([400, 'PASSWORD_TOO_SHORT']);
    expect((await signUp({ email: 'nobody', password: PASSWORD }))[0]).toBe(400);
    for (const name of ['a\0', '\ud800'])
      expect(await signUp({ email: mailOf('nul'), password: PASSWORD, name })).toEqual([400, 'INVALID_TEXT']);
  });

  test.each([
    ['email', `${'e'.repeat(243)}@example.org`, 'EMAIL_TOO_LONG'],
    ['name', '😀'.repeat(201), 'NAME_TOO_LONG'],
    ['image', `https://example.org/${'i'.repeat(2048)}`, 'IMAGE_TOO_LONG'],
  ])('refuses an endless %s', async (what, text, code) => {
    const body = { email: mailOf('long'), name: '😀'.repeat(200), password: PASSWORD, [what]: text };

    const response = await service.account('/sign-up/email', body);

    expect([response.status, await response.json()]).toEqual([400, { code, message: expect.stringMatching(/characters at most/) }]);
  });

  test('is closed by SIGN_UP=off, while signing in goes on', async () => {
    await using closed = await openTestService({ settings: { signUp: false } });

    const refused = await closed.account('/sign-up/email', { email: mailOf('ann'), password: PASSWORD, name: '' });

    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, 'EMAIL_PASSWORD_SIGN_UP_DISABLED']);
    expect((await signIn('ann', PASSWORD, closed)).status).toBe(401);
  });
});

test('changing the password wants the old one and signs out everywhere else, whatever is asked', async () => {
  await service.as('cat');
  const [here, there] = [cookieOf(await signIn('cat')), cookieOf(await signIn('cat'))];
  const change = (currentPassword: string) =>
    service.account('/change-password', { currentPassword, newPassword: 'another password', revokeOtherSessions: false }, here);

  const refused = await change('not it');
  const changed = await change(PASSWORD);

  expect([refused.status, changed.status]).toEqual([400, 200]);
  expect(await mine(there)).toBe(401);
  expect(await mine(cookieOf(changed))).toBe(200);
  expect([(await signIn('cat')).status, (await signIn('cat', 'another password')).status]).toEqual([401, 200]);
});

describe('deleting one’s account', () => {
  test('takes the websets, their runs and the jobs along, and nobody else’s', async () => {
    const [dan, eve] = [await service.as('dan'), await service.as('eve')];
    const [first, second] = [await service.createSession('q', dan), await service.createSession('q', dan)];
    const others = [await service.createSession('q', eve), await service.createSession()];
    const { run } = (await service.rpc('startRun', { sessionId: first }, dan)).body.session;
    const jobs = () => service.sql`select from pgboss.job where singleton_key = ${run.id}`;
    expect(await jobs()).toHaveLength(1);

    const without = await service.account('/delete-user', {}, dan);
    const wrong = await service.account('/delete-user', { password: 'not it' }, dan);
    const done = await service.account('/delete-user', { password: PASSWORD }, dan);

    expect([without.status, wrong.status, done.status]).toEqual([400, 400, 200]);
    for (const sessionId of [first, second]) expect((await service.rpc('getSession', { sessionId })).status).toBe(404);
    for (const sessionId of others) expect((await service.rpc('getSession', { sessionId }, eve)).status).toBe(200);
    expect(await jobs()).toHaveLength(0);
    expect(await mine(dan)).toBe(401);
    expect((await signIn('dan')).status).toBe(401);
    expect(await service.sql`select from auth_account a left join auth_user u on u.id = a.user_id where u.id is null`).toHaveLength(0);
  });

  test('leaves no session behind that was being made meanwhile', async () => {
    const fay = await service.as('fay');
    const creating = Array.from({ length: 12 }, () => service.rpc('createSession', { originalQuery: 'race' }, fay));
    const deleting = service.account('/delete-user', { password: PASSWORD }, fay);

    const answers = await Promise.all(creating);

    expect((await deleting).status).toBe(200);
    expect(answers.every(({ status, body }) => status === 200 || status === 401 || body === null)).toBe(true);
    const left = await service.sql`select from webset where original_query = 'race' and owner_id is not null`;
    expect(left).toHaveLength(0);
  });
});

describe('what of better-auth is open', () => {
  test.each([
    ['/sign-in/social', 404],
    ['/update-user', 404],
    ['/list-sessions', 404],
    ['/request-password-reset', 404],
    ['/ok', 404],
    ['/__proto__', 404],
    ['/get-session', 405],
  ])('POST %s is %i, in JSON', async (path, status) => {
    const response = await service.account(path, {});

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
  });

  test('a large body, another kind of body and another origin are refused', async () => {
    const large = await service.account('/sign-in/email', { email: mailOf('ann'), password: 'x'.repeat(20_000) });
    const form = await fetch(`${service.url}/api/auth/sign-in/email`, {
      method: 'POST',
      body: new URLSearchParams({ email: mailOf('ann') }),
    });
    const foreign = await service.account(
      '/sign-in/email',
      { email: mailOf('ann'), password: PASSWORD },
      { origin: 'https://evil.example' },
    );
    const broken = await fetch(`${service.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });

    expect([large.status, form.status, foreign.status, broken.status]).toEqual([413, 415, 403, 400]);
  });

  test('looking at the session takes no body into account', async () => {
    const status = await new Promise((resolve) => {
      const req = request(`${service.url}/api/auth/get-session`, { headers: { 'content-length': '4' } }, (res) =>
        resolve(res.resume().statusCode),
      );
      req.end('null');
    });

    expect(status).toBe(200);
  });

  test('tries are limited per address, whatever X-Forwarded-For says, and Retry-After says how long', async () => {
    await using strict = await openTestService({ authLimited: true });
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let i = 0; i < 12; i++) {
      last = await strict.account(
        '/sign-in/email',
        { email: mailOf('ann'), password: 'x' },
        { 'x-forwarded-for': `192.0.2.${i}`, 'x-webset-address': `192.0.2.${i}` },
      );
      statuses.push(last.status);
      await strict.sql`update rate_limit set expire = now() + interval '1 day'`; // a slow machine has a minute, too
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
  });
});

describe('a closed instance (ANONYMOUS=off)', () => {
  test('answers 401 on every endpoint to who has not signed in, and opens to who has', async () => {
    await using closed = await openTestService({ settings: { anonymous: false } });
    const ann = await closed.as('ann');
    const sessionId = await closed.createSession('q', ann);

    const rpc = await closed.rpc('createSession', { originalQuery: 'q' });
    const graphql = await closed.graphql('{ __typename }');
    const downloads = [await closed.get(`/api/sessions/${sessionId}/export`), await closed.get(`/api/sessions/${sessionId}/stream`)];

    expect(rpc).toEqual({ status: 401, body: { code: 'UNAUTHORIZED', message: 'Sign in first', defined: false } });
    expect(graphql).toEqual({ status: 401, body: { errors: [{ message: 'Sign in first', extensions: { code: 'UNAUTHORIZED' } }] } });
    for (const response of downloads) expect([response.status, await response.json()]).toEqual([401, { error: 'Sign in first' }]);
    for (const path of ['/healthz', '/readyz', '/auth/login', '/docs', '/openapi.json', '/api/auth/get-session'])
      expect([path, (await closed.get(path)).status]).toEqual([path, 200]);
    expect(await (await closed.get('/readyz')).json()).toEqual({ status: 'ready' });
    for (const path of [
      '/',
      '/w/x',
      '/settings',
      '/nothing',
      '/graphql',
      '/graphiql/x.js',
      '/samples/',
      '/metrics',
      '/api/nothing',
      '/authentic',
    ])
      expect([path, (await closed.get(path)).status]).toEqual([path, 401]);
    expect((await closed.graphql('{ __typename }', {}, ann)).status).toBe(200);
    expect((await closed.get(`/api/sessions/${sessionId}/export`, ann)).status).toBe(200);
    expect((await closed.get('/', ann)).status).toBe(200);
  });

  test('leads a browser to the page for signing in, whose files it has', async () => {
    await using closed = await openTestService({ settings: { anonymous: false } });
    const browser = { accept: 'text/html,*/*;q=0.8' };

    const page = await closed.get('/w/a?b=c', browser);
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec(await (await closed.get('/auth/login', browser)).text()) ?? [];

    expect([page.status, page.headers.get('location')]).toEqual([303, '/auth/login?next=%2Fw%2Fa%3Fb%3Dc']);
    expect((await closed.get(script)).status).toBe(200);
    expect((await closed.get('/samples/', browser)).status).toBe(401);
  });

  test('shows its metrics to who brings the token', async () => {
    await using closed = await openTestService({ settings: { anonymous: false, metricsToken: 'a-token' } });
    const ask = async (authorization: string) => (await closed.get('/metrics', { authorization })).status;

    expect(await ask('Bearer a-token')).toBe(200);
    for (const wrong of ['Bearer b-token', 'Bearer ', 'a-token', 'Basic a-token']) expect([wrong, await ask(wrong)]).toEqual([wrong, 401]);
    expect((await closed.get('/metrics', await closed.as('ann'))).status).toBe(401);
  });
});

test('a token set on an open instance is asked for, too', async () => {
  await using open = await openTestService({ settings: { metricsToken: 'a-token' } });

  const refused = await open.get('/metrics');

  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect((await open.get('/metrics', { authorization: 'Bearer a-token' })).status).toBe(200);
});

test('a database that is unavailable is 503 to who brings a cookie, and to who signs in', async () => {
  await using lame = await openTestService();
  const ann = await lame.as('ann');
  await lame.db.execute(sql`alter table auth_session rename to elsewhere`);
  const bug = await mine(ann, lame);
  await lame.db.execute(sql`alter table elsewhere rename to auth_session`);
  await lame.sql.end();

  const unavailable = await mine(ann, lame);
  const signingIn = await signIn('ann', PASSWORD, lame);

  expect(bug).toBe(500);
  expect(unavailable).toBe(503);
  expect(signingIn.status).toBe(503);
});

describe('wrong passwords', () => {
  const open = async () => {
    const service = await openTestService({ authLimited: true, settings: { trustProxy: 1 } });
    const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, cookie });
    return {
      service,
      signUp: (name: string, address: string) =>
        service.account('/sign-up/email', { email: mailOf(name), password: PASSWORD, name }, from(address)),
      attempt: async (name: string, password: string, address: string, cookie?: string) => {
        const response = await service.account('/sign-in/email', { email: mailOf(name), password }, from(address, cookie));
        return { status: response.status, wait: Number(response.headers.get('retry-after')), body: await response.json(), response };
      },
      /** Sets the number of tries that are counted, in a window that does not end meanwhile. */
      counted: (kind: string, points: number) =>
        service.sql`update rate_limit set points = ${points}, expire = now() + interval '1 day' where key like ${`auth:${kind}:%`}`,
      [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    };
  };

  test('are counted by account and address: thirty in a quarter of an hour; a right one begins anew', async () => {
    await using at = await open();
    await at.signUp('ann', '192.0.2.1');
    const first = await at.attempt('ANN', 'not it', '192.0.2.1');
    await at.counted('account', 29);
    const right = await at.attempt('ann', PASSWORD, '192.0.2.1');
    const anew = await at.attempt('ann', 'not it', '192.0.2.1');
    await at.counted('account', 29);
    const last = await at.attempt('Ann', 'not it', '192.0.2.1');
    const over = await at.attempt('ann', PASSWORD, '192.0.2.1');
    const elsewhere = await at.attempt('ann', PASSWORD, '192.0.2.2');
    const other = await at.attempt('bob', 'not it', '192.0.2.1');

    expect([first, right, anew, last, over, elsewhere, other].map(({ status }) => status)).toEqual([401, 200, 401, 401, 429, 200, 401]);
    expect(over.body).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/^Too many tries/) });
    expect(over.wait).toBeGreaterThan(800);
  });

  test('from addresses that an account was never used from are a hundred an hour together, and slow nobody else', async () => {
    await using at = await open();
    const browser = cookieOf(await at.signUp('ann', '192.0.2.1'), { auth: true });
    for (let i = 0; i < 3; i++) await at.attempt('ann', 'not it', `198.51.100.${i}`);
    await at.counted('strangers', 100);

    const stranger = await at.attempt('ann', 'not it', '198.51.100.99');
    const guessed = await at.attempt('ann', PASSWORD, '198.51.100.98');
    const nobody = await Promise.all(['198.51.100.1', '198.51.100.2'].map((address) => at.attempt('nobody', 'not it', address)));
    const known = await at.attempt('ann', PASSWORD, '192.0.2.1');
    const elsewhere = await at.attempt('ann', PASSWORD, '203.0.113.9', browser.cookie);
    const after = await at.attempt('ann', PASSWORD, '203.0.113.9'); // it is known from the sign-in before

    expect([stranger.status, guessed.status]).toEqual([429, 429]);
    expect(stranger.wait).toBeGreaterThan(3500);
    expect(nobody.map(({ status }) => status)).toEqual([401, 401]);
    expect([known.status, elsewhere.status, after.status]).toEqual([200, 200, 200]);
  });

  test('of others at the same address do not slow a browser that signed in to the account before; its cookie is for that account alone', async () => {
    await using at = await open();
    const { cookie } = cookieOf(await at.signUp('ann', '192.0.2.1'), { auth: true });
    const { cookie: bobs } = cookieOf(await at.signUp('bob', '192.0.2.1'), { auth: true });
    await at.attempt('ann', 'not it', '192.0.2.1');
    await at.counted('sign-in', 10);
    await at.counted('account', 30);

    const slowed = await at.attempt('ann', PASSWORD, '192.0.2.1');
    const foreign = await at.attempt('ann', PASSWORD, '192.0.2.1', bobs);
    const forged = await at.attempt('ann', PASSWORD, '192.0.2.1', cookie.replace(/(browser_[^=]+=)[^;]{8}/, '$1xxxxxxxx'));
    const right = await at.attempt('ann', PASSWORD, '192.0.2.1', cookie);
    const anew = await at.attempt('ann', 'not it', '192.0.2.1', cookie);
    await at.counted('browser', 29);
    const last = await at.attempt('ann', 'not it', '192.0.2.1', cookie);
    const over = await at.attempt('ann', PASSWORD, '192.0.2.1', cookie);

    expect([slowed, foreign, forged].map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(right.status).toBe(200);
    expect(right.response.headers.getSetCookie().find((line) => line.includes('browser_'))).toMatch(
      /^__Secure-app\.browser_.*Path=\/api\/auth; HttpOnly; Secure; SameSite=Lax/i,
    );
    expect([anew, last, over].map(({ status }) => status)).toEqual([401, 401, 429]);
  });
});

describe('where to go after signing in', () => {
  test.each(['/docs', '/graphql?query=%7B__typename%7D#x', '/a/../docs'])('%s stays on this origin', (next) => {
    expect(safeNext(next)).toMatch(/^\/(docs|graphql)/);
  });

  test.each([
    undefined,
    '',
    'docs',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    ' //evil.example',
    '/%2e//evil.example',
    ['/docs', '/graphql'],
  ])('%j does not', (next) => {
    expect(safeNext(next)).toBe('/');
  });
});
