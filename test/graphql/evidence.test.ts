import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/postgres-js';
import { graphql } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawDocument, readDocument } from '../../src/agent/read/read-document.ts';
import { readPage } from '../../src/agent/read-page.ts';
import { openFeed } from '../../src/db/queries/runs/feed.ts';
import { ANONYMOUS } from '../../src/domain/access.ts';
import { TEXT_VERSION } from '../../src/domain/page/page.ts';
import type { Context } from '../../src/graphql/builder.ts';
import { schema } from '../../src/graphql/schema.ts';
import { portsOn } from '../../src/runs/ports/ports.ts';
import { fillRows } from '../support/fill.ts';
import { patienceWith } from '../support/patience.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FACTS = {
  searchProviders: [{ name: 'index', enabled: true, setting: null, note: null }],
  models: [{ name: 'rules', enabled: true, setting: null, note: 'no model' }],
  anonymous: true,
  signUp: false,
  samples: true,
  graphiql: false,
};

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ facts: FACTS });
});
afterAll(() => service[Symbol.asyncDispose]());

const PROOFS = `query ($id: UUID!, $first: Int) { webset(id: $id) { rows(first: $first) { nodes { title page { url } sources
  verdicts { effective review { note } reviews { note } evidence { quote start end passage { text start end } page { title url fetchedAt } } }
  values { evidence { passage { text } page { title } } } } } } }`;

async function openRows(n: number) {
  const id = await service.createSession();
  const criterion = (await service.rpc('addCriterion', { sessionId: id, label: 'a' })).body.criterion.id;
  const column = (await service.rpc('addEnrichment', { sessionId: id, label: 'b' })).body.enrichment.id;
  // rows with pages of their own
  for (let i = 0; i < n; i++)
    await fillRows(service.db, id, [{ verdicts: { [criterion]: i % 3 ? 'match' : 'no_match' }, values: { [column]: '1' } }]);
  return id;
}

test('evidence has its page and the passage around it', async () => {
  const id = await openRows(2);

  const { body } = await service.graphql(PROOFS, { id, first: 10 });

  const [none, row] = body.data.webset.rows.nodes;
  const [{ evidence }] = row.verdicts;
  expect(none.verdicts[0].evidence).toBeNull();
  expect(evidence.passage).toEqual({ text: 'Tikv is written in Rust.\nIt was first released in 2016.', start: 0, end: 24 });
  expect(evidence.passage.text.slice(evidence.passage.start, evidence.passage.end)).toBe(evidence.quote);
  expect(evidence.page).toMatchObject({ title: 'TiKV', url: row.page.url });
  expect(Date.parse(evidence.page.fetchedAt)).toBeGreaterThan(0);
  expect(row.values[0].evidence).toMatchObject({ page: { title: 'TiKV' } });
});

test('evidence on a page that older rules read opens as it was', async () => {
  const id = await openRows(2);
  await service.sql`update page set text_version = 1, dates = null`;

  const { body } = await service.graphql(PROOFS, { id, first: 10 });

  const [, row] = body.data.webset.rows.nodes;
  const [{ evidence }] = row.verdicts;
  expect(evidence.passage.text.slice(evidence.passage.start, evidence.passage.end)).toBe('Tikv is written in Rust.');
});

test('a fresh page that older rules read is read again, and the evidence on it opens as it was', async () => {
  const id = await openRows(2);
  const ask = async () => (await service.graphql(PROOFS, { id, first: 10 })).body.data.webset.rows.nodes[1].verdicts[0].evidence;
  const before = await ask();
  const [old] = await service.sql`select id from page where url = ${before.page.url}`;
  const ports = portsOn(service.db);
  const { url } = before.page;
  const later = new Date('2999-01-01T00:00:00Z');
  await ports.cache.put({ url, pageId: old?.id, etag: null, lastModified: null, freshUntil: later, fetchedAt: new Date() });
  const body = Buffer.from('<title>TiKV</title><h1>TiKV</h1><p>A key-value database.</p>');
  const asked: string[] = [];
  const fetcher = {
    async fetch(address: string) {
      asked.push(address);
      const freshness = { isStorable: true, freshUntil: later.getTime(), etag: null, lastModified: null };
      return { url: address, status: 200, mediaType: 'text/html', charset: 'utf-8', body, freshness };
    },
  };
  const read = () =>
    readPage({ ports, fetcher, reader: { read: (document: RawDocument) => readDocument(document) } }, url, new AbortController().signal);

  const untouched = await read();
  await service.sql`update page set text_version = ${TEXT_VERSION - 1} where id = ${old?.id}`;
  const again = await read();
  const third = await read();

  expect([untouched.from, again.from, third.from]).toEqual(['cache', 'web', 'cache']);
  expect(asked).toEqual([url]);
  expect(again.page).toMatchObject({ url, textVersion: TEXT_VERSION, text: 'TiKV\nA key-value database.' });
  expect(third.page.id).toBe(again.page.id);
  expect(again.page.id).not.toBe(old?.id);
  expect(await ask()).toEqual(before);
});

/** Nobody sets anything here. */
const refuse = () => Promise.reject(new Error('not asked for'));

test('as many statements bring fifteen rows with their proofs and reviews as bring five', async () => {
  const id = await openRows(15);
  const ask = async (first: number) => {
    let statements = 0;
    const logQuery = () => void statements++;
    const context: Context = {
      db: drizzle(service.sql, { casing: 'snake_case', logger: { logQuery } }),
      listener: service.listener,
      feed: openFeed(service.db),
      queue: service.queue,
      uploads: { anonymous: false, bytesPerRequest: 1, bytesPerAccount: 1, publicUrl: '' },
      patience: patienceWith(),
      viewer: ANONYMOUS,
      client: null,
      budget: { target: 1, maxPages: 1, maxMinutes: 1 },
      ceilings: { target: 1, maxPages: 1, maxMinutes: 1, anonymous: { maxPages: 1, maxMinutes: 1 } },
      limits: { createPerHour: 0, runPerHour: 0, reviewPerHour: 0 },
      signal: new AbortController().signal,
      trusted: false,
      facts: FACTS,
      settings: { states: () => [], save: refuse, remove: refuse, attempt: refuse },
    };
    const { data, errors } = await graphql({ schema, source: PROOFS, variableValues: { id, first }, contextValue: context });
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data).match(/"passage"/g)?.length).toBeGreaterThan(first);
    return statements;
  };

  const few = await ask(5);

  expect(await ask(15)).toBe(few);
  expect(few).toBeLessThan(20);
});

test('the service says how it is set up', async () => {
  const { body } = await service.graphql(
    '{ service { searchProviders { name enabled setting note } models { name enabled setting note } anonymous signUp samples graphiql } }',
  );

  expect(body.data.service).toEqual(FACTS);
});

test('a passage of a long page is bounded', async () => {
  const id = await openRows(1);
  const text = `${'before '.repeat(5000)}Tikv is written in Rust.${' after'.repeat(5000)}`;
  const start = text.indexOf('Tikv');
  const [page] =
    await service.sql`insert into page ${service.sql({ url: `https://example.org/${randomUUID()}`, title: 'long', text, sha256: 'x', media_type: 'text/html', text_version: 1, blocks: '[]', links: '[]' })} returning id`;
  await service.sql`update verdict set verdict = 'match', page_id = ${page?.id}, quote = 'Tikv is written in Rust.', start = ${start}, "end" = ${start + 24}
    where row_id in (select id from "row" where webset_id = ${id})`;

  const { body } = await service.graphql(PROOFS, { id, first: 10 });

  const { passage } = body.data.webset.rows.nodes[0].verdicts[0].evidence;
  expect(passage.text.length).toBeLessThanOrEqual(1224);
  expect(passage.text.slice(passage.start, passage.end)).toBe('Tikv is written in Rust.');
});
