import { expect, test } from 'vitest';
import { readRecording } from '../../../src/runs/recording/replay.ts';
import { NAMES, playerOfFile, recorded } from './recorded.ts';

const played = playerOfFile();
/** Three in ten are in Go, so that the model judges at least three yes and three no among its pages. */
const names = [...NAMES, ...NAMES.map((name) => `${name}2`)];

test('a recorded run plays again where the model judged a share of the pages and taught the others', async () => {
  const text = await recorded({ judgeShare: 0.6 }, names);

  const { rows, difference } = await played(text);

  expect(difference).toBeNull();
  expect(rows).toHaveLength(names.length);
  expect(readRecording(text).head.choices?.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['teach', 'check']));
  expect(rows.some((row) => row.includes('"judge":"learned"'))).toBe(true);
});
