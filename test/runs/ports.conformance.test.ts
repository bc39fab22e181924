import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Ports } from '../../src/agent/ports.ts';
import { openClient } from '../../src/db/connection/client.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { quickClock } from '../support/agent/local-web.ts';
import { memoryPorts } from '../support/agent/memory-ports.ts';
import { pageOf } from '../support/page.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { until } from '../support/until.ts';

type Tested = Pick<Ports, 'pages' | 'cache'>;

async function onPostgres(): Promise<Tested & AsyncDisposable> {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase());
  const client = open.use(openClient(url, { max: 2, name: 'test' }));
  const close = open.move();
  return { ...portsOn(client.db), [Symbol.asyncDispose]: () => close.disposeAsync() };
}
const inMemory = async (): Promise<Tested & AsyncDisposable> => ({ ...memoryPorts(quickClock()), [Symbol.asyncDispose]: async () => {} });

const URL = 'https://acme.example/about';
const page = pageOf('h1> Acme\nWe make anvils.', { url: URL });
const answer = (pageId: string) => ({
  url: URL,
  pageId,
  etag: 'W/"1"',
  lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT',
  freshUntil: new Date('2026-02-01T00:00:00.123Z'),
  fetchedAt: new Date('2026-01-01T00:00:00Z'),
});

describe.each([
  ['on Postgres', onPostgres],
  ['in memory', inMemory],
])('the agent’s ports %s', (_, open) => {
  test('a page is stored once per text, and found by its id and its address', async () => {
    await using ports = await open();

    const one = await ports.pages.save(page);
    const again = await ports.pages.save(page);
    await until(() => Date.now() > again.fetchedAt.getTime()); // times are stored to the millisecond
    const changed = await ports.pages.save(pageOf('h1> Acme\nWe made anvils.', { url: URL }));

    expect(again.id).toBe(one.id);
    expect(one.sha256).toBe(createHash('sha256').update(page.text, 'utf8').digest('hex'));
    expect(changed.id).not.toBe(one.id);
    expect(await ports.pages.get(one.id)).toMatchObject({ text: page.text, blocks: page.blocks, links: page.links, sha256: one.sha256 });
    expect((await ports.pages.latest(URL))?.id).toBe(changed.id);
    expect(await ports.pages.latest('https://nowhere.example/')).toBeNull();
    expect(await ports.pages.get('00000000-0000-4000-8000-000000000000')).toBeNull();
  });

  test('an address has one cached answer: the latest, until it is dropped', async () => {
    await using ports = await open();
    const one = await ports.pages.save(page);
    const two = await ports.pages.save(pageOf('h1> Acme\nMore.', { url: URL }));

    expect(await ports.cache.get(URL)).toBeNull();
    await ports.cache.put(answer(one.id));
    expect(await ports.cache.get(URL)).toEqual(answer(one.id));
    await ports.cache.put({ ...answer(two.id), etag: null, lastModified: null });
    expect(await ports.cache.get(URL)).toEqual({ ...answer(two.id), etag: null, lastModified: null });
    await ports.cache.drop(URL);
    await ports.cache.drop(URL);
    expect(await ports.cache.get(URL)).toBeNull();
  });
});
