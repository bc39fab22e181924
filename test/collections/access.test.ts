import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../src/db/queries/collections/entry.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import { dropCollectionPages, dropOldCollections } from '../../src/db/queries/shared/retain.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import { deleteAccount } from '../../src/services/accounts.ts';
import type { Call } from '../../src/services/call.ts';
import { openUpload } from '../../src/services/collections/uploads.ts';
import { pageOf } from '../support/page.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

// Every kind of caller x every kind of collection x every operation. Expected results are written out; the cookies are real.

const WHO = ['another user', 'nobody', 'a forged cookie', 'owner'] as const;
const WHOSE = ['the owner’s', 'nobody’s', 'the operator’s', 'missing'] as const;
type Who = (typeof WHO)[number];

const CLOSED = ['FORBIDDEN', 'ok', 'ok', 'NOT_FOUND'];
const KEPT = ['FORBIDDEN', 'ok', 'FORBIDDEN', 'NOT_FOUND'];
const READ: Record<Who, string[]> = {
  owner: ['ok', 'ok', 'ok', 'NOT_FOUND'],
  'another user': CLOSED,
  nobody: CLOSED,
  'a forged cookie': CLOSED,
};
const CHANGE: Record<Who, string[]> = {
  owner: ['ok', 'ok', 'FORBIDDEN', 'NOT_FOUND'],
  'another user': KEPT,
  nobody: KEPT,
  'a forged cookie': KEPT,
};
const HIDDEN = ['404', '200', '200', '404'];
const SERVED: Record<Who, string[]> = {
  owner: ['200', '200', '200', '404'],
  'another user': HIDDEN,
  nobody: HIDDEN,
  'a forged cookie': HIDDEN,
};

let service: TestService;
let cookies: Record<Who, { cookie?: string }>;
let ownerId: string;
beforeAll(async () => {
  service = await openTestService({ uploads: { anonymous: true } });
  const owner = await service.as('ann');
  cookies = {
    owner,
    'another user': await service.as('bob'),
    nobody: {},
    'a forged cookie': { cookie: owner.cookie.replace(/.{12}$/, 'AAAAAAAAAAA%3D') },
  };
  const [user] = await service.sql`select id from auth_user where email = 'ann@example.org'`;
  ownerId = user?.id;
});
afterAll(() => service[Symbol.asyncDispose]());

interface Thing {
  id: string;
  token: string;
}
async function make(whose: (typeof WHOSE)[number], owner = ownerId): Promise<Thing> {
  if (whose === 'missing') return { id: randomUUID(), token: randomUUID() };
  const kind = whose === 'the operator’s' ? 'operator' : 'uploaded';
  const collection = await insertCollection(service.db, {
    kind,
    ownerId: whose === 'the owner’s' ? owner : null,
    name: 'Papers',
    source: kind === 'operator' ? randomUUID() : null,
  });
  const page = await savePage(
    service.db,
    pageOf('h1> Secret\nof the file', { url: `http://127.0.0.1/pages/${collection.token}/a.txt` }),
    collection.id,
  );
  await indexPage(service.db, page, { collectionId: collection.id, path: 'a.txt' });
  return collection;
}

const ask = async (query: string, variables: object, headers: { cookie?: string }) => {
  const { body } = await service.graphql(query, variables, { ...headers });
  return body.errors?.[0]?.extensions.code ?? 'ok';
};
const mutation = (name: string) =>
  `mutation M($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`;
const OPERATIONS: [name: string, expected: Record<Who, string[]>, ask: (thing: Thing, headers: { cookie?: string }) => Promise<string>][] =
  [
    ['collection', READ, ({ id }, as) => ask('query Q($id: UUID!) { collection(id: $id) { name failures { path } } }', { id }, as)],
    ['createWebset', READ, ({ id }, as) => ask(mutation('createWebset'), { input: { originalQuery: 'q', collectionIds: [id] } }, as)],
    ['renameCollection', CHANGE, ({ id }, as) => ask(mutation('renameCollection'), { input: { collectionId: id, name: 'New' } }, as)],
    ['removeCollection', CHANGE, ({ id }, as) => ask(mutation('removeCollection'), { input: { collectionId: id } }, as)],
    [
      'POST files',
      CHANGE,
      async ({ id }, as) => {
        const form = new FormData();
        form.append('files', new Blob(['words of a file']), 'b.txt');
        const response = await fetch(`${service.url}/api/collections/${id}/files`, { method: 'POST', body: form, headers: { ...as } });
        const code = { 200: 'ok', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[response.status] ?? `${response.status}`;
        expect(await response.json()).toEqual(
          code === 'ok' ? expect.objectContaining({ taken: 1 }) : { error: expect.stringMatching(/collection/i) },
        );
        return code;
      },
    ],
    ['GET page', SERVED, async ({ token }, as) => String((await service.get(`/pages/${token}/a.txt`, { accept: '*/*', ...as })).status)],
  ];

describe.each(OPERATIONS)('%s', (_name, expected, operate) => {
  test.each(WHO)('by %s', async (who) => {
    const things = await Promise.all(WHOSE.map((whose) => make(whose)));

    const answers = [];
    for (const thing of things) answers.push(await operate(thing, cookies[who]));

    expect(answers).toEqual(expected[who]);
    for (const [i, { id }] of things.entries()) {
      if (answers[i] !== 'FORBIDDEN') continue;
      const [kept] = await service.sql`
        select name, (select count(*)::int from index_entry where collection_id = c.id) as pages, (select count(*)::int from collection_file where collection_id = c.id) as files
        from collection c where id = ${id}`;
      expect(kept).toEqual({ name: 'Papers', pages: 1, files: 0 }); // a refused call changes nothing
    }
  });
});

test('the list of collections has the caller’s own and the operator’s, and no others', async () => {
  const own = await make('the owner’s');
  const open = await make('nobody’s');
  const list = async (headers: { cookie?: string }) => {
    const { body } = await service.graphql('{ collections { id kind } service { indexedPages { all } } }', {}, { ...headers });
    return { ids: body.data.collections.map(({ id }: Thing) => id), all: body.data.service.indexedPages.all };
  };

  const [ann, bob, nobody] = await Promise.all([list(cookies.owner), list(cookies['another user']), list({})]);

  expect(ann.ids).toContain(own.id);
  for (const { ids } of [bob, nobody]) expect(ids).not.toContain(own.id);
  for (const { ids } of [ann, bob, nobody]) expect(ids).not.toContain(open.id);
  expect(ann.all).toBeGreaterThan(bob.all);
  expect(bob).toEqual(nobody);
});

test('nothing is uploaded without an account, unless ANONYMOUS_UPLOADS is on', async () => {
  await using closed = await openTestService();
  const form = new FormData();
  form.append('files', new Blob(['words']), 'a.txt');

  const refused = await fetch(`${closed.url}/api/collections`, { method: 'POST', body: form });
  const { body } = await closed.graphql('{ uploads { enabled } }');

  expect([refused.status, await refused.json()]).toEqual([401, { error: 'Sign in first' }]);
  expect(body.data.uploads).toEqual({ enabled: false });
  expect(await closed.sql`select from collection`).toHaveLength(0);
});

test('a webset lists its sources without ids', async () => {
  const own = await make('nobody’s');
  const create = await service.graphql(
    'mutation M($input: CreateWebsetInput!) { createWebset(input: $input) { webset { uuid searchWeb collections { __typename name } } } }',
    { input: { originalQuery: 'q', collectionIds: [own.id], searchWeb: true } },
  );
  const { webset } = create.body.data.createWebset;

  expect(webset).toMatchObject({ searchWeb: true, collections: [{ __typename: 'SearchedCollection', name: 'Papers' }] });
  expect(JSON.stringify(webset)).not.toContain(own.id);
});

test('a duplicate of a webset that names an account’s collection searches it only for that account', async () => {
  const [open, anns] = [await make('nobody’s'), await make('the owner’s')];
  await service.sql`update collection set name = 'Of Ann' where id = ${anns.id}`;
  const { id } = await insertWebset(service.db, { originalQuery: 'q', collectionIds: [open.id, anns.id] }, null);
  const duplicate = async (headers: { cookie?: string }) => {
    const query = 'mutation M($input: DuplicateWebsetInput!) { duplicateWebset(input: $input) { webset { collections { name } } } }';
    const { body } = await service.graphql(query, { input: { websetId: id } }, { ...headers });
    return body.data.duplicateWebset.webset.collections.map(({ name }: { name: string }) => name);
  };

  expect(await duplicate(cookies.owner)).toEqual(['Papers', 'Of Ann']);
  for (const who of ['another user', 'nobody', 'a forged cookie'] as const) expect(await duplicate(cookies[who])).toEqual(['Papers']);
});

test('a text of only addresses counts as a run, as every list does; other texts do not', async () => {
  const call = { ...service, viewer: { userId: null }, client: '192.0.2.7', limits: { createPerHour: 0, runPerHour: 1 } };
  const uploads = { anonymous: true, bytesPerRequest: 10_000, bytesPerAccount: 10_000, publicUrl: 'http://127.0.0.1' };
  const take = async (name: string, text: string) => {
    const upload = await openUpload({ ...call, uploads } as unknown as Call, null);
    return upload.take(name, Buffer.from(text)).catch(({ code }) => code);
  };
  const list = `# mine\r\n\r\n  https://a.example/\n${'# a comment\n'.repeat(500)}`;

  expect(await take('a.txt', 'Words of https://a.example/\nhttps://b.example/')).toBe(null);
  expect(await take('list.txt', list)).toBe(null);
  for (const [name, text] of [
    ['list.txt', list],
    ['one.txt', 'HTTPS://b.example'],
    ['a.csv', 'url'],
    ['a.urls', 'https://a.example/'],
  ] as const)
    expect(await take(name, text)).toBe('TOO_MANY_REQUESTS');
  expect(await take('b.txt', `# A title\n\nWords.\n`)).toBe(null);
});

test('a caller who adds to a collection without an owner uses up its limits, and cannot add once another caller has claimed it', async () => {
  await service.as('fay');
  const [fay] = await service.sql`select id from auth_user where email = 'fay@example.org'`;
  const { id } = await make('nobody’s');
  const call = { ...service, client: '192.0.2.8', limits: { createPerHour: 0, runPerHour: 0 } };
  const uploads = { anonymous: true, bytesPerRequest: 1000, bytesPerAccount: 10_000, publicUrl: 'http://127.0.0.1' };
  const open = (userId: string | null) => openUpload({ ...call, viewer: { userId }, uploads } as unknown as Call, id);
  const take = async (upload: Awaited<ReturnType<typeof open>>, name: string, size: number) =>
    upload.take(name, Buffer.from('x'.repeat(size))).catch(({ code }) => code);
  const before = await open(null);

  const [small, large] = [await take(await open(fay?.id), 'a.txt', 500), await take(await open(fay?.id), 'b.txt', 2000)];
  await service.sql`update collection set owner_id = ${fay?.id} where id = ${id}`;

  expect([small, large]).toEqual([null, 'CONFLICT']);
  expect(await take(before, 'c.txt', 10)).toBe('NOT_FOUND');
});

test('deleting an account deletes its collections with files and pages, and nothing of others', async () => {
  await service.as('eve');
  const [eve] = await service.sql`select id from auth_user where email = 'eve@example.org'`;
  const [hers, other] = [await make('the owner’s', eve?.id), await make('the owner’s')];
  const pagesOf = async ({ id }: Thing) => (await service.sql`select from page where collection_id = ${id}`).length;

  await deleteAccount(service, eve?.id);
  await dropCollectionPages(service.db);

  expect(await service.sql`select from collection where id = ${hers.id}`).toHaveLength(0);
  expect([await pagesOf(hers), await pagesOf(other)]).toEqual([0, 1]);
});

test('unused collections without an owner are deleted, those that a webset names stay', async () => {
  const [named, left, fresh] = [await make('nobody’s'), await make('nobody’s'), await make('nobody’s')];
  await service.sql`update collection set updated_at = now() - interval '9 days' where id in ${service.sql([named.id, left.id])}`;
  await ask(mutation('createWebset'), { input: { originalQuery: 'q', collectionIds: [named.id] } }, {});

  await dropOldCollections(service.db, 8);

  const kept = await service.sql`select id from collection where id in ${service.sql([named.id, left.id, fresh.id])}`;
  expect(kept.map(({ id }) => id).sort()).toEqual([named.id, fresh.id].sort());
});

test('things without an owner are claimed once by a signed-in caller, and nothing else is', async () => {
  const claim = async (ids: string[], headers: { cookie?: string }) => {
    const query = 'mutation ($ids: [UUID!]!) { claimCollections(input: { collectionIds: $ids }) { collectionIds } }';
    const { body } = await service.graphql(query, { ids }, { ...headers });
    return body.errors?.[0].extensions.code ?? body.data.claimCollections.collectionIds;
  };
  const [anns, open, kept, missing] = await Promise.all(WHOSE.map((whose) => make(whose)));
  const ids = [anns, open, kept, missing].map((one) => one?.id ?? '');

  expect(await claim(ids, {})).toBe('UNAUTHORIZED');
  expect(await claim(ids, cookies['a forged cookie'])).toBe('UNAUTHORIZED');
  expect(await claim([...ids, ...ids], cookies['another user'])).toEqual([open?.id]);
  expect(await claim(ids, cookies['another user'])).toEqual([open?.id]); // sent again
  expect(await claim(ids, cookies.owner)).toEqual([anns?.id]);
  expect(await ask('query Q($id: UUID!) { collection(id: $id) { name } }', { id: open?.id }, {})).toBe('FORBIDDEN');
});

test('an account claims no more than its limits allow', async () => {
  await using small = await openTestService({ uploads: { anonymous: true, bytesPerAccount: 100 } });
  const collection = await insertCollection(small.db, { kind: 'uploaded', ownerId: null, name: 'Large', source: null });
  await small.sql`insert into collection_file (collection_id, path, url, bytes) values (${collection.id}, 'x', 'x:', 101)`;
  const document = 'mutation ($id: UUID!) { claimCollections(input: { collectionIds: [$id] }) { collectionIds } }';

  const { body } = await small.graphql(document, { id: collection.id }, await small.as('ann'));

  expect(body.errors[0].extensions.code).toBe('CONFLICT');
  expect(await small.sql`select from collection where owner_id is not null`).toHaveLength(0);
});
