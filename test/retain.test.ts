import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { savePage } from '../src/db/page.ts';
import { dropOldAnonymous, dropOldPages } from '../src/db/retain.ts';
import { beginRun, fillRows, finishRun, narrate } from './house/fill.ts';
import { openHouse } from './house/house.ts';

const PAGE = { canonicalUrl: null, title: '', blocks: [], links: [], publishedAt: null, language: null, mediaType: 'text/html' };

test('old websets of nobody go with all that hangs on them; owned, young and running ones stay', async () => {
  await using house = await openHouse();
  const [old, young, running] = [await house.createSession(), await house.createSession(), await house.createSession()];
  await fillRows(house.db, old, [{}, {}]);
  await finishRun(house, old, await beginRun(house.db, old));
  await beginRun(house.db, running);
  await house.sql`update webset set updated_at = now() - interval '40 days' where id in ${house.sql([old, running])}`;
  await house.sql`update run set created_at = now() - interval '40 days', ended_at = case when ended_at is null then null else now() - interval '40 days' end`;

  const dropped = await dropOldAnonymous(house.db, 30);

  expect(dropped).toBe(1);
  expect((await house.rpc('getSession', { sessionId: old })).status).toBe(404);
  for (const sessionId of [young, running]) expect((await house.rpc('getSession', { sessionId })).status).toBe(200);
});

test('old pages that nothing stands on go; those of rows and quotes stay, and events keep their indices', async () => {
  await using house = await openHouse();
  const sessionId = await house.createSession();
  await fillRows(house.db, sessionId, [{}]);
  const runId = await beginRun(house.db, sessionId);
  await narrate(house.db, sessionId, runId, 'one', 'two');
  const loose = await savePage(house.db, { ...PAGE, url: `https://a.example/${randomUUID()}`, text: 'loose' });
  const fresh = await savePage(house.db, { ...PAGE, url: `https://a.example/${randomUUID()}`, text: 'fresh' });
  await house.sql`update page set fetched_at = now() - interval '40 days' where id <> ${fresh.id}`;

  const dropped = await dropOldPages(house.db, 30);

  const left = (await house.sql`select id from page`).map(({ id }) => id);
  expect(dropped).toBe(1);
  expect(left).toHaveLength(2);
  expect(left).not.toContain(loose.id);
  expect((await house.sql`select index from event order by index`).map(({ index }) => Number(index))).toEqual([0, 1]);
});
