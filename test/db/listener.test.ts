import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { openDatabase } from '../support/postgres/database.ts';

const forever = new AbortController().signal;

test('news of a webset wakes who waits for it, in another process too, and nobody else', async () => {
  await using database = await openDatabase();
  await using here = openClient(database.url);
  await using there = openClient(database.url);
  await using hearing = await openListener(here.sql);
  await using sender = await openListener(there.sql);
  const [mine, other] = [randomUUID(), randomUUID()];
  using wake = hearing.listen(mine, forever);
  using stranger = hearing.listen(other, forever);

  sender.notify(mine);

  expect(await Promise.race([wake.heard().then(() => 'woken'), sleep(700, 'silence')])).toBe('woken');
  expect(await Promise.race([stranger.heard().then(() => 'woken'), sleep(200, 'silence')])).toBe('silence');
});

test('a wait ends by itself after a second, and at once when its caller goes', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url);
  await using listener = await openListener(client.sql);
  const gone = new AbortController();
  using floor = listener.listen(randomUUID(), forever);
  using left = listener.listen(randomUUID(), gone.signal);

  gone.abort();

  expect(await Promise.race([left.heard().then(() => 'ended'), sleep(100, 'hangs')])).toBe('ended');
  expect(await Promise.race([floor.heard().then(() => 'ended'), sleep(500, 'waits')])).toBe('waits');
  expect(await Promise.race([floor.heard().then(() => 'ended'), sleep(1500, 'hangs')])).toBe('ended');
  expect(listener.waiting()).toBe(2);
});

test('news that comes while its hearer is busy is not slept through', async () => {
  await using database = await openDatabase();
  await using client = openClient(database.url);
  await using listener = await openListener(client.sql);
  const id = randomUUID();
  using floor = listener.listen(randomUUID(), forever); // hears nothing, and ends first of those that hear nothing
  using wake = listener.listen(id, forever);

  floor.subscribe();
  wake.subscribe();
  listener.notify(id);
  await sleep(300);

  expect(await Promise.race([wake.heard().then(() => 'woken'), floor.heard().then(() => 'asleep')])).toBe('woken');
  wake.subscribe();
  expect(await Promise.race([wake.heard().then(() => 'woken'), sleep(50, 'asleep')])).toBe('asleep');
});
