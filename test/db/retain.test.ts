import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openClient } from '../../src/db/connection/client.ts';
import { giveUpCandidate, insertCandidates } from '../../src/db/queries/runs/candidate.ts';
import { saveAnswer } from '../../src/db/queries/shared/http-cache.ts';
import { savePage } from '../../src/db/queries/shared/page.ts';
import { dropOldAnonymous, dropOldCandidates, dropOldPages } from '../../src/db/queries/shared/retain.ts';
import { sweepOld } from '../../src/main/processes/tidy.ts';
import { beginRun, fillRows, finishRun, narrate } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

const PAGE = {
  canonicalUrl: null,
  title: '',
  blocks: [],
  links: [],
  hints: [],
  publishedAt: null,
  dates: null,
  language: null,
  mediaType: 'text/html',
};
const GOING = new AbortController().signal;

/** An old webset without an owner, with `events` events. */
async function openOld(service: TestService, events = 0): Promise<string> {
  const id = await service.createSession();
  await service.sql`update webset set updated_at = now() - interval '40 days' where id = ${id}`;
  await service.sql`
    insert into event (webset_id, index, type, at, run_id, data)
    select ${id}, n, 'narration', now(), gen_random_uuid(), '{}' from generate_series(0, ${events - 1}::int) n`;
  return id;
}

test('old websets of nobody go with all that hangs on them; owned, young and running ones stay', async () => {
  await using service = await openTestService();
  const [old, young, running] = [await service.createSession(), await service.createSession(), await service.createSession()];
  await fillRows(service.db, old, [{}, {}]);
  await finishRun(service, old, await beginRun(service.db, old));
  await beginRun(service.db, running);
  await service.sql`update webset set updated_at = now() - interval '40 days' where id in ${service.sql([old, running])}`;
  await service.sql`update run set created_at = now() - interval '40 days', ended_at = case when ended_at is null then null else now() - interval '40 days' end`;

  const dropped = await dropOldAnonymous(service.db, 30, GOING);

  expect(dropped).toBe(1);
  expect((await service.rpc('getSession', { sessionId: old })).status).toBe(404);
  for (const sessionId of [young, running]) expect((await service.rpc('getSession', { sessionId })).status).toBe(200);
});

test('old pages without a reference go; those of rows and quotes stay, and events keep their indices', async () => {
  await using service = await openTestService();
  const sessionId = await service.createSession();
  await fillRows(service.db, sessionId, [{}]);
  const runId = await beginRun(service.db, sessionId);
  await narrate(service.db, sessionId, runId, 'one', 'two');
  const loose = await savePage(service.db, { ...PAGE, url: `https://a.example/${randomUUID()}`, text: 'loose' });
  const fresh = await savePage(service.db, { ...PAGE, url: `https://a.example/${randomUUID()}`, text: 'fresh' });
  await service.sql`update page set fetched_at = now() - interval '40 days' where id <> ${fresh.id}`;

  const dropped = await dropOldPages(service.db, 30, GOING);

  const left = (await service.sql`select id from page`).map(({ id }) => id);
  expect(dropped).toBe(1);
  expect(left).toHaveLength(2);
  expect(left).not.toContain(loose.id);
  expect((await service.sql`select index from event order by index`).map(({ index }) => Number(index))).toEqual([0, 1]);
});

test('a database with a statement timeout that no webset fits into is swept all the same, one webset at a time and a large one in pieces', async () => {
  await using service = await openTestService();
  for (const events of [2, 2, 20_001]) await openOld(service, events);
  await service.sql`create table seen (tx text, deleted int, timeout text)`;
  await service.sql`create function note() returns trigger language plpgsql as
    'begin insert into seen select pg_current_xact_id()::text, count(*), current_setting(''statement_timeout'') from gone; return null; end'`;
  await service.sql`create trigger noted after delete on event referencing old table as gone for each statement execute function note()`;
  await using client = openClient(service.databaseUrl, { max: 1 });

  const dropped = await dropOldAnonymous(client.db, 30, GOING);

  const seen = await service.sql`select tx, deleted, timeout from seen where deleted > 0 order by deleted`;
  expect(dropped).toBe(3);
  expect(await service.sql`select from event`).toHaveLength(0);
  expect(seen.map(({ deleted }) => deleted)).toEqual([1, 2, 2, 20_000]);
  expect(new Set(seen.map(({ tx }) => tx)).size).toBe(3);
  expect(new Set(seen.map(({ timeout }) => timeout))).toEqual(new Set(['1min']));
});

test('a sweep that is stopped leaves the webset at hand whole; one that breaks off is taken up again within the hour, a done one after a day', async () => {
  await using service = await openTestService();
  const ids = [await openOld(service, 20), await openOld(service, 20)];
  const stopping = new AbortController();
  await service.sql`create function hold() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(1); return old; end'`;
  await service.sql`create trigger held after delete on event for each statement execute function hold()`;
  const due = async () => {
    const [chore] = await service.sql`select extract(epoch from until - now())::int as s from pause where key = 'chore:retention'`;
    return chore?.s;
  };
  const retain = { anonymousDays: 30, pagesDays: 30 };

  const stopped = await service.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(1)`;
    const sweeping = sweepOld(service.db, retain, stopping.signal).catch((error: Error) => error.message);
    await until(async () => (await countWaiting(tx)) === 1);
    stopping.abort(new Error('stopping'));
    return { sweeping };
  });
  expect(await stopped.sweeping).toBe('stopping');
  const whole = await service.sql`select webset_id from event group by 1 having count(*) = 20`;
  const dueAgain = await due();
  const early = await sweepOld(service.db, retain, GOING);
  await service.sql`update pause set until = now() - interval '1 second'`;
  const swept = await sweepOld(service.db, retain, GOING);

  expect(whole).toHaveLength(ids.length);
  expect(dueAgain).toBeGreaterThan(3000);
  expect(dueAgain).toBeLessThanOrEqual(3600);
  expect(early).toBeNull();
  expect(swept).toEqual({ websets: 2, pages: 0 });
  expect(await due()).toBeGreaterThan(86_000);
});

test('a webset and a page that cannot be deleted keep no other from it', async () => {
  await using service = await openTestService();
  const ids = [await openOld(service), await openOld(service), await openOld(service)];
  const pages = [];
  for (const text of ['a', 'b', 'c']) pages.push(await savePage(service.db, { ...PAGE, url: 'https://a.example/', text }));
  await service.sql`update page set fetched_at = now() - interval '40 days'`;
  await service.sql`create table pin (webset_id uuid references webset, page_id uuid references page)`;
  await service.sql`insert into pin values (${ids[1] as string}, ${pages[1]?.id as string})`;

  await expect(dropOldAnonymous(service.db, 30, GOING)).rejects.toThrow();
  const dropped = await dropOldPages(service.db, 30, GOING);

  expect((await service.sql`select id from webset`).map(({ id }) => id)).toEqual([ids[1]]);
  expect(dropped).toBe(2);
});

test('a page that was found unchanged lately stays; the hits of a run that ended a week ago hold on to no page, and what was given up is remembered', async () => {
  await using service = await openTestService();
  const websetId = await service.createSession();
  const [ended, alive] = [await beginRun(service.db, websetId), await service.createSession()];
  await finishRun(service, websetId, ended);
  const running = await beginRun(service.db, alive);
  const save = (text: string) => savePage(service.db, { ...PAGE, url: 'https://a.example/', text });
  const [renewed, left, wanted, bad] = [await save('renewed'), await save('left'), await save('wanted'), await save('bad')];
  const answer = {
    url: 'https://a.example/',
    pageId: renewed.id,
    etag: null,
    lastModified: null,
    freshUntil: new Date(),
    fetchedAt: new Date(),
  };
  await saveAnswer(service.db, answer);
  const hit = { url: 'https://a.example/', title: '', snippet: '', provider: 'index', text: null, publishedAt: null, depth: 0 };
  await insertCandidates(service.db, ended, websetId, [
    { ...hit, key: 'k', pageId: left.id },
    { ...hit, key: 'bad', pageId: bad.id },
  ]);
  await giveUpCandidate(service.db, ended, 'bad', 'it ends workers');
  await insertCandidates(service.db, running, alive, [{ ...hit, key: 'k', pageId: wanted.id }]);
  await service.sql`update page set fetched_at = now() - interval '40 days'`;
  await service.sql`update run set ended_at = now() - interval '8 days' where id = ${ended}`;

  const before = await dropOldPages(service.db, 30, GOING);
  const forgotten = await dropOldCandidates(service.db, GOING);
  const dropped = await dropOldPages(service.db, 30, GOING);

  expect([before, forgotten, dropped]).toEqual([0, 1, 2]);
  expect(await service.sql`select key from candidate order by key`).toEqual([{ key: 'bad' }, { key: 'k' }]);
  expect((await service.sql`select id from page order by id`).map(({ id }) => id)).toEqual([renewed.id, wanted.id].sort());
});
