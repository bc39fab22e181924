import { expect, test } from 'vitest';
import { readNames, scoreNames } from '../../bench/names/score-names.ts';

test('the table of names has 50 pages from each of six sources', () => {
  const names = readNames();
  const sources = Map.groupBy(names, ({ path }) => path.split('/')[0]);

  expect(new Set(names.map(({ path }) => path)).size).toBe(300);
  expect([...sources.values()].map((pages) => pages.length)).toEqual([50, 50, 50, 50, 50, 50]);
  for (const { name } of names) expect(name.trim()).not.toBe('');
});

const folder = process.env.EVAL_WEB;
if (folder === undefined)
  console.warn('The titles of 300 pages are not held against their names: EVAL_WEB names no folder of the evaluation web.');

test.skipIf(folder === undefined)('of 100 titles of the evaluation web, 97 are the name of the thing', async () => {
  const { pages, right } = await scoreNames(folder ?? '');

  expect(right / pages).toBeGreaterThanOrEqual(0.97);
});
