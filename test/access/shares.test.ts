import { randomUUID } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NAMED } from '../../src/db/queries/websets/ids.ts';
import { createAliases } from '../../src/services/share/aliases.ts';
import { beginRun, fillRows, narrate } from '../support/fill.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let ann: { cookie: string };
let bob: { cookie: string };
let carol: { cookie: string };
beforeAll(async () => {
  service = await openTestService();
  [ann, bob, carol] = [await service.as('ann'), await service.as('bob'), await service.as('carol')];
});
afterAll(() => service[Symbol.asyncDispose]());

const change = async (name: string, input: object, answer: string, headers: object = {}) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const { body } = await service.graphql(`mutation ($input: ${type}) { ${name}(input: $input) { ${answer} } }`, { input }, { ...headers });
  return body.errors ? body.errors[0].extensions.code : body.data[name];
};
const link = async (websetId: string, headers = {}) =>
  (await change('createShareLink', { websetId }, 'share { uuid shareId }', headers)).share;
const grant = async (websetId: string, name: string, access: string, headers = {}) =>
  change('shareWebset', { websetId, email: `${name}@example.org`, access }, 'share { uuid shareId access email }', headers);
const open = async (id: string, headers = {}, fields = 'uuid access') => {
  const { body } = await service.graphql(`query ($id: UUID!) { webset(id: $id) { ${fields} } }`, { id }, headers);
  return body.errors?.[0].extensions.code ?? body.data.webset;
};

describe('a link that reads', () => {
  test('opens to nobody signed in and to anybody who is, under its own id', async () => {
    const id = await service.createSession('q', ann);
    const { shareId } = await link(id, ann);

    const answers = await Promise.all([{}, bob, ann].map((who) => open(shareId, who)));

    expect(answers).toEqual(Array(3).fill({ uuid: shareId, access: 'read' }));
  });

  test('opens the same by the header', async () => {
    const id = await service.createSession('q');
    const { shareId } = await link(id);

    expect(await open(shareId, { 'webset-share': shareId })).toEqual({ uuid: shareId, access: 'read' });
    expect(await open(id, { 'webset-share': shareId })).toBe('NOT_FOUND');
    expect(await service.graphql('{ __typename }', {}, { 'webset-share': randomUUID() })).toMatchObject({ status: 404 });
  });

  test('shows other ids than another link, and the same ones each time', async () => {
    const id = await service.createSession('q', ann);
    const [rowId] = await fillRows(service.db, id, [{}]);
    const [one, two] = [await link(id, ann), await link(id, ann)];
    const rowsBy = async ({ shareId }: { shareId: string }) => (await open(shareId, {}, 'rows { nodes { uuid } }')).rows.nodes[0].uuid;

    const ids = [await rowsBy(one), await rowsBy(one), await rowsBy(two), rowId];

    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  test('sorts, filters and names rows, criteria and columns by the ids that it shows', async () => {
    const id = await service.createSession('q', ann);
    const { criterion } = (await service.rpc('addCriterion', { sessionId: id, label: 'c' }, ann)).body;
    const verdicts = (verdict: 'match' | 'no_match') => ({ title: verdict, verdicts: { [criterion.id]: verdict } });
    await fillRows(service.db, id, [verdicts('no_match'), verdicts('match')]);
    const { shareId } = await link(id, ann);
    const shown = (await open(shareId, {}, 'criteria { uuid }')).criteria[0].uuid;
    const titles = (rows: { nodes: { title: string }[] }) => rows.nodes.map(({ title }) => title);
    const asked =
      'rows(sort: { criterionId: "ID" }, filter: { verdicts: [{ criterionId: "ID", is: [match, no_match] }] }) { nodes { title } }';

    const byIts = await open(shareId, {}, `${asked.replaceAll('ID', shown)} sheet(criterionIds: ["${shown}"]) { rows }`);
    const byReal = await open(shareId, {}, `sheet(criterionIds: ["${criterion.id}"]) { rows }`);

    expect(titles(byIts.rows)).toEqual(['match', 'no_match']);
    expect(byIts.sheet.rows.map(({ verdicts }: { verdicts: { verdict: string }[] }) => verdicts[0]?.verdict)).toEqual([
      'no_match',
      'match',
    ]);
    expect(byReal.sheet.rows.map((row: { verdicts: unknown[] }) => row.verdicts[0])).toEqual([null, null]);
  });

  test('two in one request are refused', async () => {
    const [one, two] = [await link(await service.createSession()), await link(await service.createSession())];

    const { body } = await service.graphql(`{ a: webset(id: "${one.shareId}") { uuid } b: webset(id: "${two.shareId}") { uuid } }`);

    expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  test('is made, listed and revoked by callers who open the webset by its own id alone', async () => {
    const owned = await service.createSession('q', ann);
    const { shareId, uuid } = await link(owned, ann);
    const nobodys = await service.createSession();

    expect(await change('createShareLink', { websetId: owned }, 'share { uuid }', bob)).toBe('FORBIDDEN');
    expect(await change('createShareLink', { websetId: shareId }, 'share { uuid }', ann)).toBe('NOT_FOUND');
    expect(await open(owned, ann, 'shares { uuid shareId access email }')).toEqual({
      shares: [{ uuid, shareId, access: 'read', email: null }],
    });
    expect(await open(shareId, ann, 'shares { uuid }')).toEqual({ shares: null });
    expect(await change('revokeShare', { shareUuid: uuid }, 'shareUuid', bob)).toBe('NOT_FOUND');
    expect(await change('revokeShare', { shareUuid: shareId }, 'shareUuid', ann)).toBe('NOT_FOUND');
    expect(await change('revokeShare', { shareUuid: uuid }, 'shareUuid', ann)).toEqual({ shareUuid: uuid });
    expect(await open(shareId)).toBe('NOT_FOUND');
    expect((await service.get(`/api/shares/${shareId}/export`)).status).toBe(404);
    expect(await link(nobodys, bob)).toHaveProperty('shareId');
  });

  test('ends when somebody claims the webset, and when it is deleted', async () => {
    const [claimed, deleted] = [await service.createSession(), await service.createSession()];
    const links = [await link(claimed), await link(deleted)];

    await service.rpc('claimSessions', { sessionIds: [claimed] }, ann);
    await service.rpc('deleteSession', { sessionId: deleted });

    expect(await Promise.all(links.map(({ shareId }) => open(shareId)))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    const own = await link(claimed, ann);
    await service.rpc('claimSessions', { sessionIds: [claimed] }, ann); // claimed already
    expect(await open(own.shareId)).toHaveProperty('uuid', own.shareId);
  });

  test('a webset has twenty at most, and making them counts', async () => {
    await using limited = await openTestService({ limits: { createPerHour: 22 } });
    const websetId = await limited.createSession();
    const make = async () => {
      const document = 'mutation ($input: CreateShareLinkInput!) { createShareLink(input: $input) { share { uuid } } }';
      const { body } = await limited.graphql(document, { input: { websetId } });
      return body.errors?.[0].extensions.code;
    };
    const answers = [];
    for (let i = 0; i < 22; i++) answers.push(await make());

    expect(answers).toEqual([...Array(20).fill(undefined), 'CONFLICT', 'TOO_MANY_REQUESTS']);
  });
});

describe('following by a link ends with it', () => {
  const ended = async (end: (share: { uuid: string; shareId: string }, websetId: string) => Promise<unknown>) => {
    const websetId = await service.createSession('q', ann);
    await narrate(service.db, websetId, await beginRun(service.db, websetId), 'at work');
    const share = await link(websetId, ann);
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: `subscription { runEvents(websetId: "${share.shareId}") { index } }` }),
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (!text.includes('"index":0')) text += new TextDecoder().decode((await reader.read()).value);
    await end(share, websetId);
    while (!(await reader.read()).done);
    return 'ended';
  };

  test('here and by another process, whose notice is lost', async () => {
    const ends = await Promise.all([
      ended(({ uuid }) => change('revokeShare', { shareUuid: uuid }, 'shareUuid', ann)),
      ended(({ shareId }) => service.sql`delete from share where share_id = ${shareId}`),
      ended((_share, websetId) => service.rpc('deleteSession', { sessionId: websetId }, ann)),
    ]);

    expect(ends).toEqual(['ended', 'ended', 'ended']);
  });
});

describe('a share for an account', () => {
  const shared = async (access: 'read' | 'edit') => {
    const websetId = await service.createSession('q', ann);
    const [rowId] = await fillRows(service.db, websetId, [{}]);
    const { share } = await grant(websetId, 'bob', access, ann);
    return { websetId, rowId: rowId as string, ...share } as { websetId: string; rowId: string; uuid: string; shareId: string };
  };

  test('opens by its share id to that account alone', async () => {
    const { shareId } = await shared('read');

    expect(await open(shareId, bob)).toEqual({ uuid: shareId, access: 'read' });
    expect(await open(shareId, carol)).toBe('NOT_FOUND');
    expect(await open(shareId)).toBe('NOT_FOUND');
    expect((await service.get(`/api/shares/${shareId}/export`, bob)).status).toBe(200);
    expect((await service.get(`/api/shares/${shareId}/export`, carol)).status).toBe(404);
  });

  test('opens nothing by the webset’s own id, nor by REST', async () => {
    const { websetId, shareId } = await shared('edit');

    const answers = [
      (await service.rpc('getSession', { sessionId: websetId }, bob)).status,
      (await service.get(`/api/sessions/${websetId}/export`, bob)).status,
      (await service.get(`/api/sessions/${websetId}/stream`, bob)).status,
      (await service.rpc('getSession', { sessionId: shareId }, bob)).status,
      (await service.get(`/api/sessions/${shareId}/export`, bob)).status,
      (await service.get(`/api/websets/${shareId}/download?format=xlsx`, bob)).status,
      (await service.get(`/api/sessions/${shareId}/stream`, bob)).status,
    ];

    expect(answers).toEqual([403, 403, 404, 404, 404, 404, 404]);
    expect(await open(websetId, bob)).toBe('FORBIDDEN');
  });

  test('to edit changes it under its ids, and neither deletes nor shares it', async () => {
    const { websetId, rowId, shareId } = await shared('edit');
    const by = { ...bob, 'webset-share': shareId };

    const { criterion } = await change('addCriterion', { websetId: shareId, label: 'new' }, 'criterion { uuid }', by);
    const { uuid: row } = (await open(shareId, by, 'rows { nodes { uuid } }')).rows.nodes[0];
    const reviewed = await change(
      'reviewVerdict',
      { rowId: row, criterionId: criterion.uuid, verdict: 'match' },
      'row { uuid verdicts { effective review { reviewer } } }',
      by,
    );
    const renamed = await change('renameWebset', { websetId: shareId, title: `Row ${rowId}` }, 'webset { uuid title }', bob);
    const started = await change('startRun', { websetId: shareId, mode: 'FILL', rowIds: [row] }, 'webset { status }', by);
    const refused = await Promise.all([
      change('deleteWebset', { websetId: shareId }, 'websetId', by),
      change('createShareLink', { websetId: shareId }, 'share { uuid }', by),
      change('shareWebset', { websetId: shareId, email: 'carol@example.org', access: 'read' }, 'share { uuid }', by),
      change('duplicateWebset', { websetId: shareId }, 'webset { uuid }', by),
      change('hideRow', { rowId }, 'row { uuid }', by),
      change('hideRow', { rowId: row }, 'row { uuid }', bob),
      change('hideRow', { rowId: row }, 'row { uuid }', { ...carol, 'webset-share': shareId }),
    ]);

    expect(reviewed.row).toEqual({ uuid: row, verdicts: [{ effective: 'match', review: { reviewer: 'bob' } }] });
    expect(renamed.webset.uuid).toBe(shareId);
    expect(started).toEqual({ webset: { status: 'running' } });
    expect(refused).toEqual(Array(7).fill('NOT_FOUND'));
    expect((await service.rpc('getSession', { sessionId: websetId }, ann)).body.session.criteria).toHaveLength(1);
  });

  test('with an address that Postgres cannot hold, or without an account, is refused in words', async () => {
    const { websetId } = await shared('edit');

    expect(await grant(websetId, 'a\0b', 'read', ann)).toBe('BAD_REQUEST');
    expect(await grant(websetId, 'nobody', 'read', ann)).toBe('NOT_FOUND');
  });

  test('is changed in place, listed to both, and given up by either', async () => {
    const { websetId, shareId, uuid } = await shared('edit');
    const mine = async () =>
      (await service.graphql('{ sharedWithMe { uuid shareId access request sharedBy } }', {}, bob)).body.data.sharedWithMe;

    const again = await grant(websetId, 'BOB', 'read', ann);

    expect(again.share).toEqual({ uuid, shareId, access: 'read', email: 'bob@example.org' });
    expect(await open(websetId, ann, 'shares { access email }')).toEqual({ shares: [{ access: 'read', email: 'bob@example.org' }] });
    expect(await change('renameWebset', { websetId: shareId, title: 'x' }, 'webset { uuid }', bob)).toBe('NOT_FOUND');
    expect((await mine())[0]).toEqual({ uuid, shareId, access: 'read', request: 'q', sharedBy: 'ann' });
    expect(await change('revokeShare', { shareUuid: uuid }, 'shareUuid', bob)).toEqual({ shareUuid: uuid });
    expect((await mine()).map((one: { uuid: string }) => one.uuid)).not.toContain(uuid);
    expect((await service.graphql('{ sharedWithMe { uuid } }')).body.errors[0].extensions.code).toBe('UNAUTHORIZED');
  });

  test('is refused for nobody’s websets, the owner, unknown addresses and other people’s websets', async () => {
    const [owned, nobodys] = [await service.createSession('q', ann), await service.createSession()];

    const answers = [
      await grant(owned, 'bob', 'read'),
      await grant(owned, 'carol', 'read', bob),
      await grant(nobodys, 'bob', 'read', ann),
      await grant(owned, 'ann', 'read', ann),
      await grant(owned, 'no-one', 'read', ann),
    ];

    expect(answers).toEqual(['UNAUTHORIZED', 'FORBIDDEN', 'CONFLICT', 'BAD_REQUEST', 'NOT_FOUND']);
  });
});

describe('ids of a share', () => {
  const share = { shareId: '00000000-0000-8000-8000-000000000000', websetId: randomUUID(), key: '00'.repeat(32) };

  test('lead back to what they encrypt, and are of another version', () => {
    const aliases = createAliases(share);
    const ids = [
      ...Array.from({ length: 2000 }, () => randomUUID()),
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
      '00000000-0000-4000-8000-000000000000',
    ];
    const shown = ids.map((id) => aliases.of(id));

    expect(shown.map((id) => aliases.behind(id))).toEqual(ids);
    expect(shown.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
    expect([aliases.of(share.websetId), aliases.behind(share.shareId)]).toEqual([share.shareId, share.websetId]);
  });

  test('cover everything in the database that has a UUID of its own', async () => {
    const columns = await service.sql`
      select c.relname as table, a.attname as column from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisunique and i.indnatts = 1 and a.atttypid = 'uuid'::regtype and c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum])`;
    const known = NAMED.map((column) => `${getTableName(column.table)}.${column.name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}`);

    expect(columns.map(({ table, column }) => `${table}.${column}`).filter((name) => !known.includes(name))).toEqual([]);
  });
});
