import { insertCollection } from '../../src/db/queries/collections/collection.ts';
import { indexPage } from '../../src/db/queries/collections/entry.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import type { CollectionKind } from '../../src/domain/page/collection.ts';
import { pageOf } from '../support/page.ts';
import { openTestService } from '../support/test-service.ts';

/** A test service on which Ann, Bob, a caller without an account, and the operator have collections. */
export async function openSources() {
  const facts = {
    searchProviders: [{ name: 'searxng', enabled: true, setting: null, note: null }],
    models: [],
    anonymous: true,
    signUp: true,
    samples: false,
    graphiql: true,
  };
  const service = await openTestService({ facts, uploads: { anonymous: true } });
  const [ann, bob] = [await service.as('ann'), await service.as('bob')];
  const ids: Record<string, string> = {};
  const make = async (name: string, kind: CollectionKind, ownerId: string | null) => {
    const { id } = await insertCollection(service.db, { kind, ownerId, name, source: kind === 'uploaded' ? null : name });
    const page = await savePage(service.db, pageOf(`h1> ${name}\nwords`, { url: `https://${name.toLowerCase()}.example/` }), id);
    await indexPage(service.db, page, { collectionId: id });
    ids[name] = id;
    return id;
  };
  const owner = async (name: string) => (await service.sql`select id from auth_user where email = ${`${name}@example.org`}`)[0]?.id;
  await make('Ann1', 'uploaded', await owner('ann'));
  await make('Ann2', 'uploaded', await owner('ann'));
  await make('Bobs', 'uploaded', await owner('bob'));
  await make('Nobodys', 'uploaded', null);
  await make('Operators', 'operator', null);
  /** The sources that a webset names: its collections, and whether it searches the web. */
  const named = async (websetId: string) => {
    const [found] = await service.sql`select collection_ids, search_web from webset where id = ${websetId}`;
    const names: string[] | null =
      found?.collection_ids?.map((id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id) ?? null;
    return [names, found?.search_web];
  };
  return { service, ann, bob, ids, make, named, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}
