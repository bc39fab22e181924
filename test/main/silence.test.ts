import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { watchSilence } from '../../src/main/silence.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));

afterEach(() => {
  vi.useRealTimers();
});

test('a process that is silent for too long is reported once, and one that reports in time is not', async () => {
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

test('nothing is reported after disposal', async () => {
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

test('time in which the watcher itself had no CPU does not count as silence', async () => {
  let hung = 0;
  using _silence = watchSilence(
    () => 0,
    () => hung++,
  );

  Atomics.wait(cell, 0, 0, 2500);
  for (let n = 0; n < 4; n++) await turn();

  expect(hung).toBe(0);
});
