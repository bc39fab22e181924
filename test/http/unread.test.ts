import { expect, test } from 'vitest';
import { fillLargest } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { readAll } from './begun.ts';
import { askUnread } from './large.ts';

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
