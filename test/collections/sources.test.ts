import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchProvider } from '../../src/agent/search/provider.ts';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../src/db/queries/collections/entry.ts';
import { insertFiles } from '../../src/db/queries/collections/file.ts';
import { findLatestPage, savePage } from '../../src/db/queries/shared/page.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { callerOf } from '../../src/domain/caller/caller.ts';
import type { CollectionKind, WantedSources } from '../../src/domain/page/collection.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { sourcesOf } from '../../src/runs/sources.ts';
import { pageOf } from '../support/page.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// The collections that a run searches: every kind of webset owner x everything that a webset may name, with real collections.

const URL = 'https://shared.example/report';
const LINKED = 'https://linked.example/';
let service: TestService;
const users: Record<string, string> = {};
const ids: Record<string, string> = {};
const names = (found: readonly string[]) => found.map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? id).sort();

async function make(name: string, kind: CollectionKind, ownerId: string | null, words: string | null): Promise<void> {
  const { id } = await insertCollection(service.db, { kind, ownerId, name, source: kind === 'uploaded' ? null : name });
  ids[name] = id;
  if (words === null) return;
  const page = await savePage(service.db, pageOf(`h1> Report\n${words}`, { url: URL }), id);
  await indexPage(service.db, page, { collectionId: id });
}

beforeAll(async () => {
  service = await openTestService();
  for (const name of ['ann', 'bob', 'cid']) {
    await service.as(name);
    const [user] = await service.sql`select id from auth_user where email = ${`${name}@example.org`}`;
    users[name] = user?.id;
  }
  await make('samples', 'samples', null, 'The falcon of the samples.');
  await make('ann’s', 'uploaded', users.ann ?? '', 'The falcon of Ann.');
  await make('bob’s', 'uploaded', users.bob ?? '', 'The falcon of Bob.');
  await make('ann’s empty', 'uploaded', users.ann ?? '', null);
  await make('nobody’s', 'uploaded', null, 'The falcon of nobody.');
});
afterAll(() => service[Symbol.asyncDispose]());

const provider = (name: string): SearchProvider => ({ name, search: async () => [] });
const [index, web] = [provider('index'), provider('web')];

async function searched(owner: string | null, wanted: Partial<WantedSources> = {}, providers = [index, web], by = owner) {
  const webset = await insertWebset(service.db, { originalQuery: 'falcons', ...wanted }, owner && (users[owner] ?? ''));
  const caller = callerOf(by && (users[by] ?? ''), '203.0.113.1');
  const sources = await sourcesOf({ db: service.db, providers }, webset, caller);
  return { collections: names(sources.collectionIds), asked: sources.providers.map(({ name }) => name) };
}

test('without collections the samples are searched only if the web is off', async () => {
  expect(await searched('cid')).toEqual({ collections: [], asked: ['web'] });
  expect(await searched('cid', {}, [index])).toEqual({ collections: ['samples'], asked: ['index'] });
  expect(await searched(null, {}, [index])).toEqual({ collections: ['samples'], asked: ['index'] });
  expect(await searched('cid', { searchWeb: false })).toEqual({ collections: ['samples'], asked: ['index'] });
});

test('a request that names nothing searches its owner’s collections with pages, and the web', async () => {
  expect(await searched('ann')).toEqual({ collections: ['ann’s'], asked: ['index', 'web'] });
  expect(await searched('ann', { searchWeb: false })).toEqual({ collections: ['ann’s'], asked: ['index'] });
});

test('a run through a share searches only those of the owner’s collections that the webset names', async () => {
  const anns = { collectionIds: [ids['ann’s'] ?? ''], searchWeb: false };

  expect(await searched('ann', {}, [index, web], 'bob')).toEqual({ collections: [], asked: ['web'] });
  expect(await searched('ann', { searchWeb: false }, [index, web], 'bob')).toEqual({ collections: ['samples'], asked: ['index'] });
  expect(await searched('ann', anns, [index, web], 'bob')).toEqual({ collections: ['ann’s'], asked: ['index'] });
});

test('a collection whose files are still being read is searched, too', async () => {
  const file = { path: 'a.html', url: 'https://files.example/a', servedAt: null, mediaType: 'text/html', body: null, bytes: 1 };
  await insertFiles(service.db, [{ ...file, collectionId: ids['ann’s empty'] ?? '' }]);
  const searchedNow = await searched('ann');
  await service.sql`delete from collection_file`;

  expect(searchedNow.collections).toEqual(['ann’s', 'ann’s empty']);
  expect(await searched('ann', { collectionIds: [ids['ann’s empty'] ?? ''] })).toMatchObject({ collections: ['ann’s empty'] });
});

test('a request searches the collections that it names, and never another account’s', async () => {
  const of = (...wanted: string[]) => ({ collectionIds: wanted.map((name) => ids[name] ?? ''), searchWeb: false });

  expect(await searched('ann', of('samples', 'nobody’s'))).toEqual({ collections: ['nobody’s', 'samples'], asked: ['index'] });
  expect(await searched('ann', of('bob’s'))).toEqual({ collections: [], asked: ['index'] });
  expect(await searched('bob', of('ann’s', 'bob’s'))).toEqual({ collections: ['bob’s'], asked: ['index'] });
  expect(await searched(null, of('ann’s', 'bob’s', 'nobody’s'))).toEqual({ collections: ['nobody’s'], asked: ['index'] });
});

test('two collections have the same URL, each with its own page, and a search reads those that it may', async () => {
  const { index: port, pages } = portsOn(service.db);
  const search = async (...wanted: string[]) => {
    const collectionIds = wanted.map((name) => ids[name] ?? '');
    const hits = await port.search({ text: 'falcon', pageNumber: 0, collectionIds }, 10);
    return Promise.all(hits.map(async ({ pageId }) => (await pages.get(pageId ?? ''))?.text.split('\n')[1]));
  };

  const [[ann], [bob], none] = await Promise.all([search('ann’s'), search('bob’s'), search()]);

  expect(ann).toBe('The falcon of Ann.');
  expect(bob).toBe('The falcon of Bob.');
  expect(none).toEqual([]);
  expect(await search('samples', 'ann’s')).toEqual(['The falcon of Ann.']); // an account's before the samples
  const linked = await port.find([URL], [ids['bob’s'] ?? '']);
  expect((await pages.get(linked.get(URL) ?? ''))?.text).toContain('of Bob');
  expect(await port.find([URL], [])).toEqual(new Map());
});

test('for a link in several collections the account’s page is found, independently of the order of indexing', async () => {
  const { index: port, pages } = portsOn(service.db);
  const owner = { name: 'own', source: null, ownerId: users.ann ?? '' };
  const made = [];
  for (const kind of ['operator', 'uploaded', 'operator'] as const) {
    const { id } = await insertCollection(service.db, {
      ...owner,
      ...(kind === 'operator' && { ownerId: null, source: crypto.randomUUID() }),
      kind,
    });
    await indexPage(service.db, await savePage(service.db, pageOf(`h1> Linked\n${kind}`, { url: LINKED }), id), { collectionId: id });
    made.push(id);
  }

  const found = await port.find([LINKED, URL], made);

  expect([...found.keys()]).toEqual([LINKED]);
  expect((await pages.get(found.get(LINKED) ?? ''))?.text).toBe('Linked\nuploaded');
  await service.sql`delete from collection where id in ${service.sql(made)}`;
});

test('without named collections a search only uses those open to everyone', async () => {
  const { index: port } = portsOn(service.db);

  const hits = await port.search({ text: 'falcon', pageNumber: 0 }, 10);

  expect(hits.map(({ url }) => url)).toEqual([URL]);
  expect(await port.size({})).toBe(1);
});

test('an uploaded page never replaces what others find at its address, even word for word', async () => {
  const own = await savePage(
    service.db,
    { ...pageOf('h1> Same\nThe same words.', { url: 'https://site.example/' }), title: 'Forged' },
    ids['ann’s'] ?? '',
  );
  const fetched = await savePage(service.db, pageOf('h1> Same\nThe same words.', { url: 'https://site.example/' }));

  expect(fetched.id).not.toBe(own.id);
  expect(await findLatestPage(service.db, 'https://site.example/')).toMatchObject({ id: fetched.id, title: 'Same', collectionId: null });
});

test('the operator’s collection serves everyone, and excludes the samples', async () => {
  await make('operator’s', 'operator', null, 'The falcon of the operator.');

  expect(await searched('cid', {}, [index])).toEqual({ collections: ['operator’s'], asked: ['index'] });
  expect(await searched(null, {}, [index])).toEqual({ collections: ['operator’s'], asked: ['index'] });
  expect(await searched('ann')).toEqual({ collections: ['ann’s', 'operator’s'], asked: ['index', 'web'] });
});

test('a file without an address is served as text, only to those who may read its collection', async () => {
  const serve = async (name: string) => {
    const [found] = await service.sql`select token from collection where id = ${ids[name] ?? ''}`;
    const path = 'a%20folder/page.html';
    const url = `http://127.0.0.1/pages/${found?.token}/${path}`;
    const page = await savePage(service.db, pageOf('h1> <script>alert(1)</script>\nof the file', { url }), ids[name] ?? '');
    await indexPage(service.db, page, { collectionId: ids[name] ?? '', path });
    const as = async (headers: Record<string, string>, at = path) =>
      service.get(`/pages/${found?.token}/${at}`, { accept: '*/*', ...headers });
    return { as };
  };
  const [own, shared, open] = await Promise.all([serve('ann’s'), serve('samples'), serve('nobody’s')]);

  const answer = await own.as(await service.as('ann'));
  const refused = await Promise.all([own.as(await service.as('bob')), own.as({}), own.as(await service.as('ann'), '..%2Fpage.html')]);
  const read = await Promise.all([shared.as({}), open.as({})]);

  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('<script>alert(1)</script>\nof the file');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await Promise.all(refused.map((one) => one.json()))).toEqual(Array(3).fill({ error: 'Not Found' }));
  expect(read.map(({ status }) => status)).toEqual([200, 200]);
});
