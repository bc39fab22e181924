import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRun } from '../support/fill.ts';
import type { TestService } from '../support/test-service.ts';
import { openSources } from './sources.ts';

// Changing what a webset searches: by which caller, and to what. Access is in the access matrix; the app is in choose.slow.test.ts.

type Sources = Awaited<ReturnType<typeof openSources>>;
let service: TestService;
let ann: { cookie: string };
let bob: { cookie: string };
let ids: Sources['ids'];
let named: Sources['named'];
beforeAll(async () => {
  ({ service, ann, bob, ids, named } = await openSources());
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = async (document: string, variables: object, headers: object = {}) => {
  const { body } = await service.graphql(document, { ...variables }, { ...headers });
  return body.errors ? body.errors[0].extensions.code : body.data;
};
const set = async (websetId: string, change: object, headers: object = {}) => {
  const answer = await ask(
    'mutation ($input: SetWebsetSourcesInput!) { setWebsetSources(input: $input) { webset { searchWeb collections { name } } } }',
    { input: { websetId, ...change } },
    headers,
  );
  return typeof answer === 'string' ? answer : 'ok';
};
const keysOf = async (websetId: string, headers: object = {}): Promise<Record<string, string>> => {
  const { webset } = await ask('query ($id: UUID!) { webset(id: $id) { collections { key name } } }', { id: websetId }, headers);
  return Object.fromEntries(webset.collections.map(({ key, name }: { key: string; name: string }) => [name, key]));
};

test('collections are added by id and kept by key, and a refused change changes nothing', async () => {
  const id = await service.createSession('q', ann);

  expect(await set(id, { searchWeb: false }, ann)).toBe('ok');
  expect(await named(id)).toEqual([null, false]); // it names none, as before
  expect(await set(id, { collectionIds: [ids.Ann1, ids.Operators, ids.Ann1] }, ann)).toBe('ok');
  expect(await named(id)).toEqual([['Ann1', 'Operators'], false]);
  const keys = await keysOf(id, ann);
  expect(await ask('query ($id: UUID!, $of: UUID!) { collection(id: $of) { keyIn(websetId: $id) } }', { id, of: ids.Ann1 }, ann)).toEqual({
    collection: { keyIn: keys.Ann1 },
  });
  expect(await set(id, { keep: [keys.Operators], collectionIds: [ids.Nobodys, ids.Ann2] }, ann)).toBe('ok');
  expect(await named(id)).toEqual([['Operators', 'Nobodys', 'Ann2'], false]);

  const refusals = [
    await set(id, { keep: [] }, ann),
    await set(id, { keep: [keys.Ann1] }, ann), // no longer one of its own
    await set(id, { collectionIds: [ids.Bobs] }, ann),
    await set(id, { collectionIds: [randomUUID()] }, ann),
    await set(id, { searchWeb: true }, bob),
    await set(id, { usual: true }),
  ];
  expect(refusals).toEqual(['BAD_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN']);
  expect(await named(id)).toEqual([['Operators', 'Nobodys', 'Ann2'], false]);
  expect(await set(id, { keep: [], searchWeb: true }, ann)).toBe('ok');
  expect(await named(id)).toEqual([[], true]);
  expect(await set(id, { usual: true, searchWeb: false }, ann)).toBe('ok');
  expect(await named(id)).toEqual([null, false]);
  await beginRun(service.db, id);
  expect(await set(id, { searchWeb: true }, ann)).toBe('CONFLICT');
});

test('a webset without an owner searches no collection of an account, whichever caller adds it', async () => {
  const id = await service.createSession();

  expect(await set(id, { collectionIds: [ids.Ann1] }, ann)).toBe('FORBIDDEN');
  expect(await set(id, { collectionIds: [ids.Nobodys], searchWeb: true })).toBe('ok');
  expect(await named(id)).toEqual([['Nobodys'], true]);
});

test('through a share for editing collections can be removed and not added; a read-only share has no such operation', async () => {
  const id = await service.createSession('q', ann);
  await set(id, { collectionIds: [ids.Ann1, ids.Nobodys] }, ann);
  const share = async (access: string) => {
    const document = 'mutation ($input: ShareWebsetInput!) { shareWebset(input: $input) { share { shareId } } }';
    return (await ask(document, { input: { websetId: id, email: 'bob@example.org', access } }, ann)).shareWebset.share.shareId;
  };
  const shareId = await share('edit');
  const by = { ...bob, 'webset-share': shareId };
  const keys = await keysOf(shareId, by);
  expect(Object.values(keys)).not.toContain((await keysOf(id, ann)).Ann1);

  expect(await set(shareId, { collectionIds: [ids.Bobs] }, by)).toBe('NOT_FOUND');
  expect(await set(shareId, { collectionIds: [ids.Nobodys] }, by)).toBe('NOT_FOUND');
  expect(await set(shareId, { usual: true }, by)).toBe('FORBIDDEN');
  const rename = 'mutation ($input: RenameWebsetInput!) { renameWebset(input: $input) { webset { title } } }'; // shows the alias of any id
  const alias = (await ask(rename, { input: { websetId: shareId, title: ids.Nobodys } }, by)).renameWebset.webset.title;
  expect(alias).not.toBe(ids.Nobodys);
  expect(await set(shareId, { collectionIds: [alias] }, by)).toBe('FORBIDDEN');
  expect(await set(shareId, { keep: [keys.Ann1], searchWeb: true }, by)).toBe('ok');
  expect(await named(id)).toEqual([['Ann1'], true]);
  await share('read');
  expect(await set(shareId, { searchWeb: false }, by)).toBe('NOT_FOUND');
  expect(await named(id)).toEqual([['Ann1'], true]);
});
