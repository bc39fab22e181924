import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SCRYPT } from '../../src/auth/hashing.ts';
import { readConfig } from '../../src/config.ts';
import { addUser, deleteUser, listAccounts, resetUser } from '../../src/main/commands/user.ts';
import { readSecret } from '../../src/main/secret.ts';
import { openFolder } from '../support/postgres/embedded.ts';
import { cookieOf, mailOf, openTestService, PASSWORD } from '../support/test-service.ts';

describe('the secret that signs cookies', () => {
  const GOOD = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fI';
  const secretOf = (env: Record<string, string>) => readSecret(readConfig(env));

  test('is made once and kept for our eyes only, outside production, also by gateways that start at once', async () => {
    await using folder = await openFolder();
    const env = { DATA_DIR: `${folder.path}/data` };

    const secrets = await Promise.all([secretOf(env), secretOf(env), secretOf(env), secretOf(env)]);

    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]?.length).toBeGreaterThanOrEqual(43);
    expect(await secretOf(env)).toBe(secrets[0]);
    expect(await readdir(env.DATA_DIR)).toEqual(['auth-secret']);
    expect((await stat(join(env.DATA_DIR, 'auth-secret'))).mode & 0o777).toBe(0o600);
  });

  test('comes from AUTH_SECRET or from the file that AUTH_SECRET_FILE names', async () => {
    await using folder = await openFolder();
    const file = join(folder.path, 'secret');
    await writeFile(file, `${GOOD}\n`);

    expect(await secretOf({ NODE_ENV: 'production', AUTH_SECRET: GOOD })).toBe(GOOD);
    expect(await secretOf({ NODE_ENV: 'production', AUTH_SECRET_FILE: file })).toBe(GOOD);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ['none in production', { NODE_ENV: 'production' }, /^AUTH_SECRET: production needs one/],
    ['a short one', { AUTH_SECRET: 'change-me' }, /^AUTH_SECRET: too weak/],
    ['a long one of few characters', { AUTH_SECRET: 'abcabcabcabcabcabcabcabcabcabcabcabc' }, /too weak/],
    ['a file that is not there', { AUTH_SECRET_FILE: '/nowhere/secret' }, /^AUTH_SECRET_FILE: \/nowhere\/secret cannot be read \(ENOENT\)/],
  ])('%s stops the start', async (_what, env, words) => {
    await expect(secretOf(env)).rejects.toThrow(words);
  });
});

test('the operator of a service lists, adds, resets and deletes accounts by the command line', async () => {
  await using service = await openTestService({ passwords: SCRYPT });
  const ann = await service.as('ann');
  const sessionId = await service.createSession('q', ann);
  const config = readConfig({ DATABASE_URL: service.databaseUrl });
  const result = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => result.mockRestore());
  const user = async (command: typeof addUser, name: string): Promise<string> => {
    await command(config, name);
    return String(result.mock.lastCall?.[0]);
  };
  const refusalOf = (command: typeof addUser, name: string) => command(config, name).catch((error: Error) => error.message);
  const passwordIn = (line: string) => /password (\S{20})$/.exec(line)?.[1] as string;
  const signIn = (name: string, password: string) => service.account('/sign-in/email', { email: mailOf(name), password });

  const bob = await user(addUser, mailOf('bob'));
  const again = await user(resetUser, mailOf('ANN'));
  const refusals = [
    await refusalOf(addUser, mailOf('Ann')),
    await refusalOf(addUser, 'bob'),
    await refusalOf(resetUser, mailOf('who')),
    await refusalOf(deleteUser, mailOf('who')),
  ];
  await listAccounts(config);
  const listed = String(result.mock.lastCall?.[0]);
  const annAgain = await signIn('ann', passwordIn(again));

  expect(refusals).toEqual([
    'Ann@example.org has an account already',
    'bob is not an e-mail address',
    'nobody has an account as who@example.org',
    'nobody has an account as who@example.org',
  ]);
  expect(listed).toMatch(/^ann@example\.org {2}since \d{4}-\d\d-\d\d {2}1 webset\nbob@example\.org {2}since \S+ {2}0 websets$/);
  expect((await signIn('bob', passwordIn(bob))).status).toBe(200);
  expect([annAgain.status, (await signIn('ann', PASSWORD)).status]).toEqual([200, 401]);
  expect((await service.rpc('getSession', { sessionId }, ann)).status).toBe(403);
  expect((await service.rpc('getSession', { sessionId }, cookieOf(annAgain))).status).toBe(200);
  expect(await user(deleteUser, mailOf('ann'))).toContain('is gone');
  expect((await service.rpc('getSession', { sessionId })).status).toBe(404);
});
