import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countLeft } from '../../bench/faults/disconnects.ts';

test('timers that every tenth disconnect leaves are counted; one that ends again is not', async () => {
  const left: NodeJS.Timeout[] = [];
  const over = new AbortController();
  const comesAndGoes = (async () => {
    while (!over.signal.aborted) {
      await sleep(60);
      await sleep(60, undefined, { ref: false });
    }
  })();

  const { figure, pass } = await countLeft('short', (n) => {
    if (n % 10 === 0) left.push(setTimeout(() => {}, 600_000));
  });
  over.abort();
  await comesAndGoes;
  for (const timer of left) clearTimeout(timer);

  expect(pass).toBe(false);
  // earlier timers that end meanwhile reduce the count
  expect(figure).toMatch(/^200 disconnects: 0 listeners, (?:1[5-9]|20) timers, 0 sockets left/);
});
