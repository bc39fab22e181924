import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { insertFiles } from '../../src/db/queries/collections/file.ts';
import { tidy } from '../../src/main/processes/tidy.ts';
import { sendFetching } from '../../src/queue/keyed-jobs.ts';
import { orderReadings } from '../../src/queue/reading-turns.ts';
import { openLab } from '../support/lab.ts';
import { openTestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

// The order in which uploads are read: a worker with one place, and lists of addresses that never answer.

const DEAD = 12;
let asked = 0;
let lab: Awaited<ReturnType<typeof openLab>>;
beforeAll(async () => {
  const dead = Object.fromEntries(Array.from({ length: DEAD }, (_, i) => [`/dead/${i}`, () => void asked++]));
  lab = await openLab(dead, { RUNS_PER_WORKER: '1', SEARCH_PROVIDERS: 'index' });
});
afterAll(() => lab[Symbol.asyncDispose]());

async function upload(name: string, text: string, headers: Record<string, string>): Promise<string> {
  const form = new FormData();
  form.append('files', new Blob([text]), name);
  const response = await fetch(`${lab.url}/api/collections`, { method: 'POST', body: form, headers });
  return ((await response.json()) as { collection: { id: string } }).collection.id;
}
const addresses = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${lab.web.url}/dead/${from + i}`).join('\n');
const statesOf = async (id: string) =>
  (await lab.sql`select state from collection_file where collection_id = ${id}`).map(({ state }) => state as string);

test('uploaded files are read while addresses of others are waited for', async () => {
  const [bob, ann] = [await lab.as('bob'), await lab.as('ann')];
  const lists = [await upload('a.txt', addresses(0, 6), bob), await upload('b.txt', addresses(6, DEAD), bob)];
  await until(async () => (await Promise.all(lists.map(statesOf))).flat().length === DEAD); // both lists are read, their addresses wait
  await until(() => asked > 0);

  const words = await upload('c.txt', 'Ferro\n\nFerro is an open-source database written in Rust.', ann);
  await until(async () => (await statesOf(words)).every((state) => state === 'read'));

  expect((await Promise.all(lists.map(statesOf))).flat()).toEqual(Array(DEAD).fill('waiting'));
});

/** A service without a worker, collections with a given number of addresses each, and their jobs in order. */
async function openQueue() {
  const service = await openTestService();
  const names = new Map<string, string>();
  return {
    ...service,
    async list(name: string, caller: string | null, pages: number) {
      const { id } = await insertCollection(service.db, { kind: 'uploaded', ownerId: null, name, source: null });
      names.set(id, name);
      const file = { collectionId: id, servedAt: null, mediaType: null, body: null, bytes: 0 };
      await insertFiles(
        service.db,
        Array.from({ length: pages }, (_, i) => ({ ...file, path: `${name}/${i}`, url: `http://a.example/${name}/${i}` })),
      );
      if (caller) await service.db.transaction((tx) => sendFetching(service.queue, tx, id, caller));
      return id;
    },
    async turns() {
      await orderReadings(service.db);
      const jobs =
        await service.sql`select singleton_key as id from pgboss.job where name = 'fetching' and state < 'active' order by priority desc, created_on`;
      return jobs.map(({ id }) => names.get(id));
    },
  };
}

test('turns go by caller, and a list counts as many pages as it names', async () => {
  await using queue = await openQueue();
  for (const [name, caller, pages] of [
    ['b1', 'bob', 50],
    ['b2', 'bob', 50],
    ['b3', 'bob', 50],
    ['a1', 'ann', 3],
    ['a2', 'ann', 40],
    ['c1', 'cid', 200],
  ] as const)
    await queue.list(name, caller, pages);

  expect(await queue.turns()).toEqual(['b1', 'a1', 'c1', 'a2', 'b2', 'b3']);
  await queue.sql`update pgboss.job set state = 'active' where name = 'fetching' and singleton_key in (select id::text from collection where name in ('b1', 'a1'))`;
  expect(await queue.turns()).toEqual(['c1', 'a2', 'b2', 'b3']);
  await queue.sql`update pgboss.job set state = 'completed' where name = 'fetching' and singleton_key in (select id::text from collection where name = 'b1')`;
  expect(await queue.turns()).toEqual(['b2', 'c1', 'a2', 'b3']); // bob's first one is read
});

test('a collection whose job was lost gets one new job for what waits in it', async () => {
  await using queue = await openQueue();
  await queue.list('kept', 'bob', 2);
  await queue.list('lost', null, 2);

  for (const _ of [1, 2]) await tidy(queue.db, queue.queue);

  const jobs = await queue.sql`
    select j.name, c.name as collection, j.data->>'caller' = 'bob' as "isBobs" from pgboss.job j join collection c on c.id::text = j.singleton_key
    where j.name in ('reading', 'fetching') order by c.name`;
  expect(jobs).toEqual([
    { name: 'fetching', collection: 'kept', isBobs: true },
    { name: 'fetching', collection: 'lost', isBobs: false },
  ]);
});
