import { expect, test } from 'vitest';
import { cookieOf, createHasher, mailOf, openTestService, PASSWORD, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, cookie });
const isOk = (answer: Response) => answer.status === 200;

/** Hashes that are made when they are let, one after another; comparing takes no time. */
function createGate() {
  const held: (() => void)[] = [];
  let isOpen = true;
  const hasher = createHasher();
  return {
    verify: (input: { hash: string; password: string }) => hasher.verify(input),
    hash: async (password: string) => {
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
      return hasher.hash(password);
    },
    held: () => held.length,
    close: () => {
      isOpen = false;
    },
    letOne: () => held.shift()?.(),
    open() {
      isOpen = true;
      for (const one of held.splice(0)) one();
    },
  };
}

/** Requests that each have a password hashed, and how many of them were answered how. */
function flood(service: TestService, address: string, count: number) {
  const statuses: number[] = [];
  const answers = Array.from({ length: count }, async (_, i) => {
    const body = { email: mailOf(`flood${address}-${i}`), password: PASSWORD, name: '' };
    const response = await service.account('/sign-up/email', body, from(address));
    statuses.push(response.status);
    return response;
  });
  return { answers, answered: (status: number) => statuses.filter((one) => one === status).length };
}

test('passwords that are being looked at are waited for by nobody whose tries are used up, and by no browser that signed in before', async () => {
  const passwords = createGate();
  await using strict = await openTestService({ authLimited: true, passwords, settings: { trustProxy: 1 } });
  const signIn = (headers: Record<string, string>) =>
    strict.account('/sign-in/email', { email: mailOf('ann'), password: PASSWORD }, headers);
  const body = { email: mailOf('ann'), password: PASSWORD, name: '' };
  const { cookie } = cookieOf(await strict.account('/sign-up/email', body, from('192.0.2.1')), { auth: true });
  await signIn(from('192.0.2.1'));
  await strict.sql`update rate_limit set points = 10, expire = now() + interval '1 day' where key like 'auth:sign-in:%'`;
  passwords.close();
  const others = flood(strict, '192.0.2.1', 8);
  await until(() => passwords.held() > 0);

  const refused = await signIn(from('192.0.2.1'));
  const known = await signIn(from('192.0.2.1', cookie));

  expect([refused.status, known.status]).toEqual([429, 200]);
  expect(others.answered(200)).toBe(0);
  passwords.open();
  expect((await Promise.all(others.answers)).every(isOk)).toBe(true);
});

test('passwords that are being looked at are twenty of an address at most, and those of other addresses take turns with them', async () => {
  const passwords = createGate();
  await using at = await openTestService({ passwords, settings: { trustProxy: 1 } });
  await at.account('/sign-up/email', { email: mailOf('bob'), password: PASSWORD, name: '' }, from('192.0.2.2'));
  passwords.close();
  const others = flood(at, '192.0.2.1', 24);
  await until(() => others.answered(503) === 4 && passwords.held() === 1);

  let isAnswered = false;
  const bob = at.account('/sign-in/email', { email: mailOf('bob'), password: PASSWORD }, from('192.0.2.2'));
  const end = bob.finally(() => {
    isAnswered = true;
  });
  for (let made = 1; !isAnswered && made < 20; made++) {
    passwords.letOne();
    await until(() => isAnswered || (others.answered(200) === made && passwords.held() === 1));
  }

  expect([isAnswered, others.answered(200) < 20]).toEqual([true, true]);
  passwords.open();
  expect((await end).status).toBe(200);
  const answers = await Promise.all(others.answers);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(isOk)).toHaveLength(20);
  expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '5'));
  expect(await refused[0]?.json()).toEqual({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(/^Too many/) });
});

test('passwords that are being looked at are counted for twenty of an address at a time: dozens of tries at once leave a browser that signed in before its turn', async () => {
  await using at = await openTestService({ authLimited: true, settings: { trustProxy: 1 } });
  const body = { email: mailOf('ann'), password: PASSWORD, name: '' };
  const { cookie } = cookieOf(await at.account('/sign-up/email', body, from('192.0.2.1')), { auth: true });
  const attempt = (password: string, headers: Record<string, string>) =>
    at.account('/sign-in/email', { email: mailOf('ann'), password }, headers);
  await attempt('not it', from('192.0.2.1'));
  await at.sql`update rate_limit set points = 0, expire = now() + interval '1 day'`; // the window does not end meanwhile
  const tries: Promise<Response>[] = [];
  let refused = 0;

  const known = await at.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`lock table rate_limit in access exclusive mode`; // nothing is counted meanwhile
    for (let i = 0; i < 40; i++) tries.push(attempt(`not it ${i}`, from('192.0.2.1')));
    for (const one of tries) one.then(({ status }) => (refused += Number(status === 503)));
    await until(() => refused === 20);
    return [attempt(PASSWORD, from('192.0.2.1', cookie))];
  });
  const { status } = (await known[0]) as Response;
  const statuses = (await Promise.all(tries)).map((answer) => answer.status);
  const [counted] = await at.sql`select points from rate_limit where key like 'auth:sign-in:%'`;

  expect(status).toBe(200);
  expect(statuses.filter((one) => one !== 503).sort()).toEqual([...Array(10).fill(401), ...Array(10).fill(429)]);
  expect(counted?.points).toBeLessThanOrEqual(20); // what is answered 503 is not counted
});
