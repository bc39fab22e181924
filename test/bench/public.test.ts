import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BARS, type Figures, missedBars } from '../../bench/public/bars.ts';
import { commitOf } from '../../bench/public/commits.ts';
import { drawHundred, languageLabels } from '../../bench/public/language.ts';
import { scoreSegments, scoreShingles } from '../../bench/public/score-articles.ts';
import { openFolder } from '../support/postgres/embedded.ts';

test('every figure of the public corpora has a bar, and each missed one is reported', () => {
  const passed = Object.fromEntries(Object.entries(BARS).map(([key, { least }]) => [key, least])) as Figures;

  expect(missedBars(passed)).toEqual([]);
  expect(missedBars({ ...passed, robots: 0.99, language: 0.96, verbatim: Number.NaN })).toEqual([
    'robots.txt, of all checks but the five that are excepted: 0.9900, bar 1',
    'language, documents not in English: 0.9600, bar 0.97',
    'quotes that stand on the page to the letter: NaN, bar 1',
  ]);
});

test('a corpus is identified by the commit of its checkout, and whether it was modified', async () => {
  await using opened = await openFolder();
  const folder = opened.path;
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { encoding: 'utf8' }).stdout.trim();
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'a'), '1');
  expect(commitOf(folder)).toBeNull();
  git('init', '-q');
  git('add', 'a');
  git('commit', '-qm', 'one');
  const head = git('rev-parse', 'HEAD').slice(0, 7);

  expect([commitOf(folder), commitOf(join(folder, 'inner'))]).toEqual([head, null]);
  writeFileSync(join(folder, 'a'), '2');
  expect(commitOf(folder)).toBe(`${head}, changed`);
});

test('four-word shingles are scored per page, and pages have equal weight', async () => {
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

test('pieces of text are counted over all documents, regardless of white space', () => {
  const score = scoreSegments([
    { with: ['a b', 'c'], without: ['menu'], found: 'a\n b c menu' },
    { with: ['d'], without: ['foot'], found: 'x' },
  ]);

  expect(score).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 });
});

test('100 language labels are marked as read by hand, none of them English', () => {
  const read = [...languageLabels().values()].filter(({ isReadByHand }) => isReadByHand);

  expect(read).toHaveLength(100);
  expect(new Set(read.map(({ language }) => language))).toEqual(new Set(['bn', 'de', 'es', 'fr', 'pl', 'pt', 'ru']));
});

test('the documents to read by hand are drawn independently of their order', () => {
  const files = Array.from({ length: 300 }, (_, i) => `${i}.html`);

  const drawn = drawHundred(files);

  expect(new Set(drawn).size).toBe(100);
  expect(drawHundred(files.toReversed())).toEqual(drawn);
});
