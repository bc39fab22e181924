import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scoreSegments, scoreShingles } from '../../bench/public/score-articles.ts';

test('bench:public names the corpora that are missing and ends with 2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webset-corpora-'));

  const { status, stderr } = spawnSync(process.execPath, ['bench/public/run.ts', '--corpora', folder], { encoding: 'utf8' });

  expect(status).toBe(2);
  for (const name of ['article-extraction-benchmark', 'trafilatura', 'htmldate', 'robotstxt', 'AttributionBench', 'eval'])
    expect(stderr).toContain(join(folder, name));
}, 60_000);

test('runs of four words are scored a page each, and the pages count alike', () => {
  const score = scoreShingles([
    { truth: 'one two three four five', found: 'one two three four five' },
    { truth: 'one two three four five', found: 'one two three four six' },
  ]);

  expect(score).toEqual({ precision: 0.75, recall: 0.75, f1: 0.75 });
});

test('a page of which nothing is found has no precision, and recall 0', () => {
  const score = scoreShingles([
    { truth: 'one two three four', found: 'one two three four' },
    { truth: 'one two three four', found: '' },
  ]);

  expect(score).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
});

test('pieces of text are counted over all documents, whatever their white space', () => {
  const score = scoreSegments([
    { with: ['a b', 'c'], without: ['menu'], found: 'a\n b c menu' },
    { with: ['d'], without: ['foot'], found: 'x' },
  ]);

  expect(score).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 });
});
