import { expect, test } from 'vitest';
import { readRecording } from '../../../src/runs/recording/replay.ts';
import { NAMES, playerOfFile, recorded } from './recorded.ts';

const played = playerOfFile();

test('a recorded run plays again where the model judged a share of the pages and taught the others', async () => {
  const text = await recorded({ JUDGE_SHARE: '0.6' });

  const { rows, difference } = await played(text);

  expect(difference).toBeNull();
  expect(rows).toHaveLength(NAMES.length);
  expect(readRecording(text).head.choices?.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['teach', 'check']));
  expect(rows.some((row) => row.includes('"judge":"learned"'))).toBe(true);
});
