import { expect, test } from 'vitest';
import { restartPauses } from '../../src/domain/work/restart.ts';

test('the pauses before a restart double from 0.1 to 30 s and then stay', () => {
  const pauseAfter = restartPauses();

  const pauses = Array.from({ length: 12 }, () => pauseAfter(0));

  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000]);
});

test('after a life of 10 s the pauses start again', () => {
  const pauseAfter = restartPauses();
  for (let i = 0; i < 12; i++) pauseAfter(9999);

  expect([pauseAfter(10_000), pauseAfter(0), pauseAfter(1)]).toEqual([100, 200, 400]);
});
