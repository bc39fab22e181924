import { expect, test } from 'vitest';
import { readCommits, readTruth, scoreFacts } from '../../bench/facts/score-facts.ts';

test('the table of labelled facts has at least 60 pages of at least 20 kinds', () => {
  const pages = readTruth();

  expect(new Set(pages.map(({ path }) => path)).size).toBe(64);
  expect(new Set(pages.map(({ kind }) => kind)).size).toBe(31);
  for (const { path, facts } of pages) {
    expect(path).toMatch(/^(?:[\w.-]+\+[\w.-]+|npm)\//);
    expect(facts.length).toBeGreaterThan(0);
    for (const { label, value } of facts) expect([label.trim(), value.trim()]).not.toContain('');
  }
});

test('each repository of the labelled facts has a commit', () => {
  const repositories = new Set(readTruth().map(({ path }) => path.split('/')[0]));
  repositories.delete('npm'); // a package, identified by its version

  expect(new Set(readCommits().keys())).toEqual(repositories);
  for (const commit of readCommits().values()) expect(commit).toMatch(/^[0-9a-f]{7}$/);
});

const folder = process.env.FACT_CORPORA;
if (folder === undefined) console.warn('Labelled facts are not held against 64 public pages: FACT_CORPORA names no folder of them.');

test.skipIf(folder === undefined)('of 100 labelled facts that a person read on public pages, 94 are found', async () => {
  const { facts, found } = await scoreFacts(folder ?? '');

  expect(found / facts).toBeGreaterThanOrEqual(0.94);
});
