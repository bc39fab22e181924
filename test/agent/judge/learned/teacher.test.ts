import { expect, test } from 'vitest';
import { checkRows, type TaughtRow, teachingRows } from '../../../../src/agent/judge/decide/teacher.ts';

const rows = (known: number): TaughtRow[] =>
  Array.from({ length: 300 }, (_, i) => ({
    key: `https://acme.example/${i}`,
    likelihood: 1 - i / 300,
    verdict: i < 100 ? 'match' : i < 200 ? 'needs_review' : 'no_match',
    isKnown: i < known,
  }));

test('a model is asked in about twenty turns, so that each turn uses the answers of the last', () => {
  expect(teachingRows(rows(0), 32)).toHaveLength(2);
  expect(teachingRows(rows(0), 96)).toHaveLength(5);
  expect(teachingRows(rows(31), 1)).toHaveLength(1);
  expect(teachingRows(rows(95), 1)).toHaveLength(1);
});

test('judged rows are not asked again, and rows nearest the threshold come first', () => {
  const [first] = teachingRows(rows(10), 30);

  expect(first).toBe(180); // their likelihood is near .4
});

test('the check is a random sample of rows decided without a model, the same for the same seed', () => {
  const sample = checkRows(rows(10), 'run', 8);

  expect(sample).toHaveLength(8);
  expect(sample.every((i) => i >= 10 && (i < 100 || i >= 200))).toBe(true);
  expect(checkRows(rows(10), 'run', 8)).toEqual(sample);
  expect(checkRows(rows(10), 'another', 8)).not.toEqual(sample);
});
