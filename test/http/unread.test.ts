import { expect, test } from 'vitest';
import { ANSWER_MAX, createAnswerMemory } from '../../src/services/answers/memory.ts';
import { fillLargest } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { readAll } from './begun.ts';
import { ask, askUnread } from './large.ts';

test('an answer that its client does not read is cut and leaves nothing in the kernel: the client hears of a reset', async () => {
  await using service = await openTestService({
    settings: { pace: 1_000_000 },
    patience: { recipients: { graceSeconds: 0.5, averageSeconds: 1 } },
  });
  const [id = ''] = await fillLargest(service, 1);
  const socket = askUnread(service, id);
  const ended = new Promise((resolve) =>
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code)).once('end', () => resolve('end')),
  );

  const end = await readAll(socket);
  await until(() => end.closed);
  socket.removeAllListeners('readable').resume();

  expect(await ended).toBe('ECONNRESET');
});

test('an answer that its caller leaves unread gives way to another caller’s', async () => {
  const answers = createAnswerMemory({ all: ANSWER_MAX, patience: { waitMs: 600_000, lookMs: 250 } });
  await using service = await openTestService({ settings: { trustProxy: 1 }, patience: { recipients: { lookMs: 100 } }, answers });
  const [id = ''] = await fillLargest(service, 1);
  const unread = askUnread(service, id, '203.0.113.1');
  const end = await readAll(unread);
  await until(() => unread.readableLength > 0); // it holds its memory

  const response = await ask(service, id, '203.0.113.9');
  await response.arrayBuffer();

  expect(response.status).toBe(200);
  await until(() => end.closed);
  unread.destroy();
});
