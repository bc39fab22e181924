import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('a release sets the version, dates its section, replaces the released schema, and tags', () => {
  using repository = openRepository();

  expect(repository.release('0.2.0')).toMatchObject({ status: 0 });

  expect(repository.git('tag').trim()).toBe('v0.2.0');
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(readFileSync(join(repository.path, RELEASED), 'utf8')).toBe('type Query { a: Int }\n');
  expect(readFileSync(join(repository.path, 'CHANGELOG.md'), 'utf8')).toMatch(
    /^## \[Unreleased\]\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n## \[0\.1\.0\]\n$/,
  );
  expect(JSON.parse(readFileSync(join(repository.path, 'package.json'), 'utf8')).version).toBe('0.2.0');
  expect(readFileSync(join(repository.path, 'test/fixtures/migrations.released'), 'utf8')).toMatch(
    /^100644 [0-9a-f]{40} 0\tdrizzle\/0000_first\.sql\n$/,
  );
  expect(repository.release('0.2.0').stderr).toContain('exists already');
});

test('the version that package.json already has can be released', () => {
  using repository = openRepository();

  expect(repository.release('0.1.0')).toMatchObject({ status: 0 });

  expect(repository.git('tag').trim()).toBe('v0.1.0');
  expect(repository.git('status', '--porcelain')).toBe('');
});

test('a release whose commit fails leaves no change and no tag', () => {
  using repository = openRepository();
  writeFileSync(join(repository.path, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });

  expect(repository.release('0.2.0').status).not.toBe(0);

  expect(repository.git('status', '--porcelain')).toBe('');
  expect(repository.git('tag')).toBe('');
});
