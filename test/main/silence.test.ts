import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { watchSilence } from '../../src/main/silence.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));

afterEach(() => {
  vi.useRealTimers();
});

test('who says nothing for longer than it may is told once, and who speaks in time is not', async () => {
  vi.useFakeTimers();
  let allowed = 60_000;
  let hung = 0;
  const silence = watchSilence(
    () => allowed,
    () => hung++,
  );

  await vi.advanceTimersByTimeAsync(59_000);
  silence.heard();
  allowed = 10_000;
  for (let n = 0; n < 30; n++) {
    await vi.advanceTimersByTimeAsync(1000);
    silence.heard();
  }
  await vi.advanceTimersByTimeAsync(10_000);
  const inTime = hung;
  await vi.advanceTimersByTimeAsync(60_000);

  expect(inTime).toBe(0);
  expect(hung).toBe(1);
});

test('nobody is told after the end', async () => {
  vi.useFakeTimers();
  let hung = 0;
  const silence = watchSilence(
    () => 1000,
    () => hung++,
  );

  silence[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(hung).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a time in which the watcher itself got no turn is no silence of the other', async () => {
  let hung = 0;
  using _silence = watchSilence(
    () => 0,
    () => hung++,
  );

  Atomics.wait(cell, 0, 0, 2500);
  for (let n = 0; n < 4; n++) await turn();

  expect(hung).toBe(0);
});
