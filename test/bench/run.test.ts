import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';

const run = (...args: string[]) => spawnSync(process.execPath, ['bench/run.ts', ...args], { encoding: 'utf8' });
const names = BENCHES.map(({ name }) => name);

test('every bench is listed, by the command and in docs/benchmarks.md', () => {
  const { status, stdout } = run();
  const documented = readFileSync('docs/benchmarks.md', 'utf8');

  expect(names.toSorted()).toEqual(readdirSync('bench').filter((folder) => existsSync(`bench/${folder}/run.ts`)));
  expect(status).toBe(0);
  for (const name of names) {
    expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
    expect(documented).toContain(`\n| \`${name}\` |`);
  }
});

test('an unknown bench is named, with those that exist', () => {
  const { status, stderr } = run('nothing');

  expect(status).toBe(2);
  expect(stderr).toContain('cases, ');
});

test.each([
  [['names'], 3, 'Missing: say --eval DIR (docs/benchmarks.md describes the folder)\n'],
  [['facts', '--corpora', '/nowhere'], 2, /^Missing in \/nowhere: .+ and \d+ others\n$/],
  [['cases', '--strange'], 2, "Unknown option '--strange'. Options: --kinds\n"],
])('a bench that cannot begin says why in one line: %s', (args, code, line) => {
  const { status, stderr } = run(...args);

  expect(status).toBe(code);
  expect(stderr).toMatch(line);
});
