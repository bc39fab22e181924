import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const RELEASED = 'test/fixtures/schema.released.graphql';

function openRepository() {
  const path = mkdtempSync(join(tmpdir(), 'webset-release-'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: path, encoding: 'utf8' });
  mkdirSync(join(path, 'test/fixtures'), { recursive: true });
  cpSync(join(root, '.ci/release'), join(path, '.ci/release'), { recursive: true });
  writeFileSync(join(path, 'package.json'), '{ "name": "t", "version": "0.1.0" }\n');
  writeFileSync(join(path, 'package-lock.json'), '{ "name": "t", "version": "0.1.0", "lockfileVersion": 3, "packages": {} }\n');
  writeFileSync(join(path, 'CHANGELOG.md'), '## [Unreleased]\n## [0.2.0]\n## [0.1.0]\n');
  mkdirSync(join(path, 'drizzle'));
  writeFileSync(join(path, 'drizzle/0000_first.sql'), 'select 1;\n');
  writeFileSync(join(path, 'schema.graphql'), 'type Query { a: Int }\n');
  writeFileSync(join(path, RELEASED), 'type Query { b: Int }\n');
  git('init', '-q');
  git('config', 'user.name', 't');
  git('config', 'user.email', 't@t');
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  const release = (version: string) => spawnSync('bash', ['.ci/release', version], { cwd: path, encoding: 'utf8' });
  return { path, git, release, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

// a real release, with npm and git: npm run test:slow

test('a working tree with changes, or a version without a section in the changelog, cannot be released', () => {
  using repository = openRepository();
  expect(repository.release('0.3.0').stderr).toContain('no section [0.3.0]');
  writeFileSync(join(repository.path, 'new.txt'), '');

  expect(repository.release('0.2.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('has changes') });

  expect(repository.git('tag')).toBe('');
});
