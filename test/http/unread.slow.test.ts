import { expect, test } from 'vitest';
import { fillLargest } from '../support/fill.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';
import { readAll } from './begun.ts';
import { ask, askUnread } from './large.ts';

const PLACES = 24; // 19 MB

test('answers that four callers leave unread again and again give way to another caller’s', async () => {
  await using service = await openTestService({ settings: { trustProxy: 1 } });
  const [id = ''] = await fillLargest(service, 1);
  const held = new Set<string>();
  let isOver = false;
  let cut = 0;
  const attack = async (address: string) => {
    while (!isOver) {
      const asked = askUnread(service, id, address, PLACES);
      const end = await readAll(asked);
      await until(() => {
        if (asked.readableLength > 0) held.add(address); // which holds its memory
        return end.closed || isOver;
      });
      if (end.closed) cut++;
      asked.destroy();
    }
  };
  const attackers = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'].map(attack);
  await until(() => held.size === 4); // all of it

  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const response = await ask(service, id, '203.0.113.9', { places: PLACES });
    statuses.push(response.status);
    await response.arrayBuffer();
  }
  isOver = true;
  await Promise.all(attackers);

  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(cut).toBeGreaterThan(0);
});
