import { afterEach, expect, test, vi } from 'vitest';
import { openMetrics } from '../../src/http/metrics.ts';
import { openStalls } from '../../src/main/stalls.ts';

let now = 0;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Simulates stalls with a manual clock: `run` advances in time, `stall` at once. */
function openProcess() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const lines: unknown[] = [];
  const counted: number[] = [];
  const stalls = openStalls({ warn: (...said: unknown[]) => void lines.push(said) }, (seconds) => counted.push(seconds));
  const run = (seconds: number) => {
    for (let left = seconds * 4; left > 0; left--) {
      now += 250;
      vi.advanceTimersByTime(250);
    }
  };
  const stall = (seconds: number) => {
    now += seconds * 1000;
    run(0.25);
  };
  return { lines, counted, stalls, run, stall };
}

const line = (seconds: number) => [{ seconds }, 'this process got no time'];

test('a stall is logged once, and later ones together, at most one line a minute', () => {
  const { lines, counted, stalls, run, stall } = openProcess();

  stall(30);
  const first = [...lines];
  run(10);
  stall(2);
  stall(3);
  run(49);
  const within = [...lines];
  run(2);
  const after = [...lines];
  run(120);
  stall(4);
  stalls[Symbol.dispose]();

  expect(first).toEqual([line(30)]);
  expect(within).toEqual(first);
  expect(after).toEqual([line(30), line(5)]);
  expect(lines).toEqual([line(30), line(5), line(4)]);
  expect(counted).toEqual([30, 2, 3, 4]);
});

test('unreported stalls are reported at the end', () => {
  const { lines, stalls, stall } = openProcess();

  stall(1);
  stall(2);
  stalls[Symbol.dispose]();

  expect(lines).toEqual([line(1), line(2)]);
});

test('a stall under one second is counted and not logged', () => {
  const { lines, counted, stalls, run, stall } = openProcess();

  stall(0.5);
  run(120);
  stalls[Symbol.dispose]();

  expect(lines).toEqual([]);
  expect(counted).toEqual([0.5]);
});

test('after a stall this process judges nobody as late before it has had as much time itself, even before its next check', () => {
  const { stalls, run } = openProcess();
  run(60);
  const before = stalls.within(8);

  now += 4250; // half of it
  const during = [stalls.within(8), stalls.within(10)];
  run(7.5);
  const soon = stalls.within(8);
  run(1);

  expect(before).toBe(false);
  expect(during).toEqual([true, false]);
  expect(soon).toBe(true);
  expect(stalls.within(8)).toBe(false);
});

test.each(['gateway', 'worker'] as const)('the metrics of a %s count the seconds of its stalls', async (part) => {
  const metrics = openMetrics(part, { stats: () => Promise.reject(), defaults: false });

  metrics.stalled(2.5);
  metrics.stalled(0.5);

  expect(await metrics.registry.metrics()).toContain(`webset_stalled_seconds_total{part="${part}"} 3`);
});
