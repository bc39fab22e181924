import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { sleepWhileRunning, watchStalls } from '../../src/domain/work/running-time.ts';

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Blocks this process, as if it were stopped. */
const stall = (ms: number) => Atomics.wait(cell, 0, 0, ms);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a sleep lasts as long as requested, and ends at once when aborted', async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  const abort = new AbortController();
  void sleepWhileRunning(1100).then(() => ended.push('whole'));
  void sleepWhileRunning(1100, abort.signal).then(() => ended.push('aborted'));
  void sleepWhileRunning(1100, AbortSignal.abort()).then(() => ended.push('aborted before'));

  await vi.advanceTimersByTimeAsync(600);
  abort.abort();
  await vi.advanceTimersByTimeAsync(499);
  const early = [...ended];
  await vi.advanceTimersByTimeAsync(5);

  expect(early).toEqual(['aborted before', 'aborted']);
  expect(ended).toEqual(['aborted before', 'aborted', 'whole']);
  expect(vi.getTimerCount()).toBe(0);
});

test('time without CPU does not count as sleep', async () => {
  let isOver = false;
  const sleeping = sleepWhileRunning(500).then(() => {
    isOver = true;
  });
  const looked = turn().then(() => isOver);

  stall(1500);

  expect(await looked).toBe(false);
  await sleeping;
});

test('input that arrived while the process had no CPU is read before a sleep ends', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [there] = (await once(server, 'connection')) as [Socket];
  const order: string[] = [];
  there.once('data', () => order.push('answer'));

  const sleeping = sleepWhileRunning(100).then(() => order.push('late'));
  client.write('x');
  stall(300);
  await sleeping;

  expect(order).toEqual(['answer', 'late']);
  client.destroy();
  server.close();
});

test('a stall is reported with its length at the next check, regular or requested; a check in time reports none', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 5000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const stalls: number[] = [];
  const watch = watchStalls((lateMs) => stalls.push(lateMs));
  const pass = (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(250);
  };

  for (const ms of [250, 260, 500]) pass(ms); // a quarter of a second is normal on a busy machine
  const quiet = [...stalls];
  pass(30_250);
  now += 2250;
  watch.look();
  watch.look();
  watch[Symbol.dispose]();
  pass(60_000);

  expect(quiet).toEqual([]);
  expect(stalls).toEqual([30_000, 2000]);
});
