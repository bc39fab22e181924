import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Client, openClient } from '../../src/db/connection/client.ts';
import { appendEvents, headOf } from '../../src/db/queries/runs/event.ts';
import { insertWebset } from '../../src/db/queries/websets/webset.ts';
import type { RunEvent } from '../../src/domain/run-event.ts';
import { EVENT_TYPES, runEvent } from '../../src/domain/run-event.ts';
import { openDatabase } from '../support/postgres/database.ts';
import { eventsFrom } from '../support/postgres/events.ts';

const narration = (text: string): RunEvent => ({ type: 'narration', data: { text } });

async function openLog() {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await openDatabase());
  const client: Client = open.use(openClient(url, { max: 16 }));
  const webset = await insertWebset(client.db, { originalQuery: 'anything' }, null);
  const close = open.move();
  return { db: client.db, websetId: webset.id, [Symbol.asyncDispose]: () => close.disposeAsync() };
}

test('a log stays gapless and in commit order under 16 writers of which a fifth roll back', async () => {
  await using log = await openLog();
  const runId = randomUUID();
  let kept = 0;

  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const batch = Array.from({ length: 1 + (n % 5) }, (_, i) => narration(`${n}.${i}`));
      const work = log.db.transaction(async (tx) => {
        await appendEvents(tx, log.websetId, runId, batch);
        if (n % 5 === 0) throw new Error('rolled back');
      });
      await work.then(
        () => (kept += batch.length),
        () => {},
      );
    }),
  );

  const events = await eventsFrom(log.db, log.websetId, 0, 10_000);
  expect(events.map(({ index }) => index)).toEqual(Array.from({ length: kept }, (_, i) => i));
  expect(await headOf(log.db, log.websetId)).toEqual({ next: kept, alive: false, started: false, ownerId: null });
  const moments = events.map(({ at }) => at.getTime());
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
});

test('a batch keeps its order, and an event is read as it was written', async () => {
  await using log = await openLog();
  const runId = randomUUID();
  const result = [narration('"quotes", \\ and ☃'), narration(''), narration('third')];

  await appendEvents(log.db, log.websetId, runId, result);

  const events = await eventsFrom(log.db, log.websetId, 1, 10);
  expect(events).toMatchObject([
    { index: 1, runId, ...result[1] },
    { index: 2, runId, ...result[2] },
  ]);
});

test('an event of no known type or shape is none', () => {
  const strange = fc.oneof(
    fc.record({ type: fc.constantFrom(...EVENT_TYPES), data: fc.constant({}) }),
    fc.record({ type: fc.string(), data: fc.object() }),
  );

  fc.assert(fc.property(strange, (event) => !runEvent.safeParse(event).success));
});
