import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterEach, expect, test, vi } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener, type Wake } from '../../src/db/connection/listener.ts';
import { PATIENCE } from '../../src/domain/work/patience.ts';
import { openDatabase } from '../support/postgres/database.ts';

const forever = new AbortController().signal;
/** Nobody is woken by anything but news. */
const NO_FLOOR = { ...PATIENCE.listener, floorMs: 600_000 };

afterEach(() => {
  vi.useRealTimers();
});

/** Whether a wait has ended by now. */
function watch(wake: Wake): { isOver: boolean } {
  const seen = { isOver: false };
  void wake.heard().then(() => {
    seen.isOver = true;
  });
  return seen;
}

test('news of a webset wakes who waits for it, in another process too, and nobody else', async () => {
  await using database = await openDatabase();
  await using here = openClient(database.url);
  await using there = openClient(database.url);
  await using hearing = await openListener(here.sql, NO_FLOOR);
  await using sender = await openListener(there.sql, NO_FLOOR);
  const [mine, other] = [randomUUID(), randomUUID()];
  using wake = hearing.listen(mine, forever);
  using stranger = hearing.listen(other, forever);
  const strange = watch(stranger);

  for (let times = 0; times < 2; times++) {
    wake.subscribe();
    sender.notify(mine);
    await wake.heard();
  }

  expect(strange.isOver).toBe(false);
});

test('a wait ends by itself after a second, and at once when its caller goes', async () => {
  vi.useFakeTimers();
  const sql = { listen: async () => ({ unlisten: async () => {} }) } as unknown as postgres.Sql;
  await using listener = await openListener(sql);
  const gone = new AbortController();
  using floor = listener.listen(randomUUID(), forever);
  using left = listener.listen(randomUUID(), gone.signal);
  const [waits, leaves] = [watch(floor), watch(left)];

  gone.abort();
  await vi.advanceTimersByTimeAsync(999);
  const early = { waits: waits.isOver, leaves: leaves.isOver };
  await vi.advanceTimersByTimeAsync(1);

  expect(early).toEqual({ waits: false, leaves: true });
  expect(waits.isOver).toBe(true);
  expect(listener.waiting()).toBe(2);
});

test('news that comes while its hearer is busy is not slept through', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url);
  await using listener = await openListener(client.sql, NO_FLOOR);
  const id = randomUUID();
  using witness = listener.listen(id, forever);
  using wake = listener.listen(id, forever);

  wake.subscribe();
  listener.notify(id);
  await witness.heard(); // the news is there, and the other one does not wait for it
  await wake.heard();
  wake.subscribe();
  const again = watch(wake);
  await client.sql`select 1`;

  expect(again.isOver).toBe(false);
});
