import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { expect, test, vi } from 'vitest';
import { limitBodies } from '../../src/http/guards/bodies.ts';
import { cutSlowRecipients, cutUnread } from '../../src/http/guards/slow-clients.ts';
import { limitUploads } from '../../src/http/guards/uploads.ts';
import { playClocks, playRequest } from '../support/run/played.ts';

// A client is waited for while this process runs: in which it got no turn, nobody was late.

const MB = 2 ** 20;
const MINUTE = 60_000;

const bodies = () => limitBodies({ perAddress: MB, all: MB, unpacked: MB }, { seconds: 15, lookMs: 250 });

test('a body has 15 s in which the service runs, and 408 after them', async () => {
  using clocks = playClocks();
  const { res, push } = playRequest(bodies(), '/graphql');
  push('{');

  await clocks.run(15_000);
  const inTime = res.statusCode;
  await clocks.run(500);

  expect([inTime, res.statusCode]).toEqual([0, 408]);
});

test('a body that lies in its connection while the service gets no turn is read, however long that takes', async () => {
  using clocks = playClocks();
  const { res, push, handedOn } = playRequest(bodies(), '/graphql');
  push('{');
  await clocks.run(10_000);

  clocks.stall(10 * MINUTE);
  await clocks.run(5000);
  push('}');
  push(null);
  await clocks.run(MINUTE);

  expect(res.statusCode).toBe(0);
  expect(handedOn.map(String)).toEqual(['{', '}', 'null']);
});

test('what came before a look is read before the look says that it is late', async () => {
  using clocks = playClocks();
  const { res, push } = playRequest(bodies(), '/graphql');
  const reading = setInterval(() => {
    clearInterval(reading);
    setImmediate(() => push(null)); // Node reads connections between its timers and its immediates
  }, 15_250);

  await clocks.run(MINUTE);

  expect(res.statusCode).toBe(0);
});

const uploads = () =>
  limitUploads(
    { bytes: MB, perAddress: 9, all: 9, pace: 1000 },
    { seconds: 15, lookMs: 500, drainMs: 30_000, lingerMs: 5000, graceMs: 5000 },
  );

test('an upload lasts as long as bytes come, and one that stalls is 408', async () => {
  using clocks = playClocks();
  const { res, push } = playRequest(uploads(), '/api/collections');
  for (let second = 0; second < 120; second++) {
    push('x'.repeat(1000));
    await clocks.run(1000);
  }
  const whileItCame = res.statusCode;

  await clocks.run(30_000);

  expect(whileItCame).toBe(0);
  expect(res).toMatchObject({ statusCode: 408, body: { error: expect.stringContaining('stood still: less than 1000 bytes a second') } });
});

test('an upload stalls only while the service runs and reads it', async () => {
  using clocks = playClocks();
  const { req, res, push } = playRequest(uploads(), '/api/collections');
  push('x');
  await clocks.run(14_000);

  clocks.stall(10 * MINUTE);
  await clocks.run(500);
  const afterStall = res.statusCode;
  Object.assign(req, { readableFlowing: false, readableLength: 1 });
  await clocks.run(10 * MINUTE); // it is read no further
  const afterPause = res.statusCode;
  Object.assign(req, { readableFlowing: true, readableLength: 0 });
  await clocks.run(1000);

  expect([afterStall, afterPause, res.statusCode]).toEqual([0, 0, 408]);
});

/** An answer of which its client takes `perSecond` bytes a second. */
function playAnswer(watch: RequestHandler, perSecond: number, type = 'application/json') {
  const handle = { bytesWritten: 0, writeQueueSize: 0 };
  const socket = { _handle: handle, resetAndDestroy: vi.fn(() => res.emit('close')) };
  const req = { socket };
  const res = Object.assign(new EventEmitter(), { req, socket, writableLength: 1, getHeader: () => type });
  watch(req as unknown as Request, res as unknown as Response, () => {});
  const taking = setInterval(() => {
    handle.bytesWritten += perSecond;
  }, 1000);
  const leave = () => {
    clearInterval(taking);
    res.emit('close');
  };
  const take = (bytes: number) => {
    handle.bytesWritten += bytes;
  };
  return { res, leave, take, isCut: () => socket.resetAndDestroy.mock.calls.length > 0 };
}

test('an answer that its client does not read, or reads a byte at a time, is cut; one that is read slowly is not, nor is a stream', async () => {
  using clocks = playClocks();
  const watch = cutSlowRecipients(() => false);
  const [unread, byByte, slow, stream] = [
    playAnswer(watch, 0),
    playAnswer(watch, 1),
    playAnswer(watch, 6000),
    playAnswer(watch, 0, 'application/x-ndjson'),
  ];

  await clocks.run(30_000);
  const inGrace = [unread, byByte, slow, stream].map(({ isCut }) => isCut());
  await clocks.run(2000);
  const after = [unread, byByte, slow, stream].map(({ isCut }) => isCut());
  await clocks.run(30 * MINUTE);

  expect(inGrace).toEqual([false, false, false, false]);
  expect(after).toEqual([true, true, false, false]);
  expect([slow.isCut(), stream.isCut()]).toEqual([false, false]);
  for (const { leave } of [unread, byByte, slow, stream]) leave();
});

/** An answer of which its kernel takes 4 MB at first, and then 1.43 MB at a time, as a real one does. */
const playSteps = (watch: RequestHandler, perSecond: number) => {
  const answer = playAnswer(watch, 0);
  answer.take(4_000_000);
  const taking = setInterval(() => answer.take(1_430_000), 1_430_000_000 / perSecond);
  return { ...answer, leave: () => [clearInterval(taking), answer.leave()] };
};

test('where others wait for what an answer holds, one that is read slowly is cut after 40 s, one at a time', async () => {
  using clocks = playClocks();
  let isContended = false;
  const elsewhere = new Set<unknown>();
  const watch = cutSlowRecipients((res) => isContended && !elsewhere.has(res));
  const [slow, next, fast, other, stream] = [
    playSteps(watch, 20_000),
    playSteps(watch, 20_000),
    playSteps(watch, 42_000),
    playSteps(watch, 20_000),
    playAnswer(watch, 0, 'application/x-ndjson'),
  ];
  elsewhere.add(other.res);
  const cut = () => [slow, next, fast, other, stream].map(({ isCut }) => isCut());

  await clocks.run(10 * MINUTE);
  const alone = cut();
  isContended = true;
  await clocks.run(75_000);
  const late = playSteps(watch, 1);
  await clocks.run(38_000);
  const inGrace = late.isCut();
  await clocks.run(10 * MINUTE);

  expect(alone).toEqual([false, false, false, false, false]);
  expect(cut()).toEqual([true, true, false, false, false]);
  expect([inGrace, late.isCut()]).toEqual([false, true]);
  for (const { leave } of [slow, next, fast, other, stream, late]) leave();
});

test('of two answers in the way, the second stays until the first has given way', async () => {
  using clocks = playClocks();
  let isContended = true;
  const watch = cutSlowRecipients(() => isContended);
  const [first, second] = [playSteps(watch, 20_000), playSteps(watch, 20_000)];
  while (!first.isCut()) await clocks.run(100);

  isContended = false; // what the first held was enough
  await clocks.run(5000);

  expect([first.isCut(), second.isCut()]).toEqual([true, false]);
  for (const { leave } of [first, second]) leave();
});

test('an answer waits for its client only while the service runs and has something for it', async () => {
  using clocks = playClocks();
  const { res, isCut, leave } = playAnswer(
    cutSlowRecipients(() => false),
    0,
  );
  await clocks.run(20_000);

  clocks.stall(10 * MINUTE);
  await clocks.run(2000);
  const afterStall = isCut();
  res.writableLength = 0;
  await clocks.run(10 * MINUTE); // it is written no further
  const afterPause = isCut();
  res.writableLength = 1;
  await clocks.run(10_000);

  expect([afterStall, afterPause, isCut()]).toEqual([false, false, true]);
  leave();
});

test('a follower is cut off that leaves its lines unread for 30 s in which the service runs', async () => {
  using clocks = playClocks();
  const [reading, stuck] = [false, true].map((writableNeedDrain) =>
    Object.assign(new EventEmitter(), { writableNeedDrain, destroy: vi.fn() }),
  );
  for (const res of [reading, stuck]) cutUnread(res as unknown as ServerResponse, 30);

  await clocks.run(20_000);
  clocks.stall(10 * MINUTE);
  await clocks.run(10_000);
  const afterStall = stuck?.destroy.mock.calls.length;
  await clocks.run(8000);

  expect([afterStall, stuck?.destroy.mock.calls.length, reading?.destroy.mock.calls.length]).toEqual([0, 1, 0]);
  for (const res of [reading, stuck]) res?.emit('close');
});
