import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from '../support/lab.ts';
import { until } from '../support/until.ts';

// Whose uploads are read when: a worker with one place, and lists of addresses that never answer.

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

test('files that are here are read while addresses of others are waited for', async () => {
  const [bob, ann] = [await lab.as('bob'), await lab.as('ann')];
  const lists = [await upload('a.txt', addresses(0, 6), bob), await upload('b.txt', addresses(6, DEAD), bob)];
  await until(async () => (await Promise.all(lists.map(statesOf))).flat().length === DEAD); // both lists are read, their addresses wait
  await until(() => asked > 0);
  // the more a caller has at work, the later its next has its turn
  const jobs = await lab.sql`select priority, data->>'caller' as caller from pgboss.job where name = 'fetching' and state <= 'active'`;

  const words = await upload('c.txt', 'Ferro\n\nFerro is an open-source database written in Rust.', ann);
  await until(async () => (await statesOf(words)).every((state) => state === 'read'));

  expect((await Promise.all(lists.map(statesOf))).flat()).toEqual(Array(DEAD).fill('waiting'));
  expect(jobs.map(({ priority }) => priority).sort()).toEqual([-6, 0]);
  expect(new Set(jobs.map(({ caller }) => caller)).size).toBe(1);
});
