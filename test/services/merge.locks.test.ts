import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/connection/client.ts';
import { setMerged } from '../../src/db/queries/merges/merge.ts';
import { lockRow } from '../../src/db/queries/merges/survivor.ts';
import { recombineRows } from '../../src/db/queries/rows/combine.ts';
import { row } from '../../src/db/tables/row.ts';
import { fillRows } from '../support/fill.ts';
import { countWaiting } from '../support/postgres/locks.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { until } from '../support/until.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A row of a page that says nothing, and the rows of two that match, merged into it. */
async function group() {
  const websetId = await service.createSession('q');
  const criterion: string = (await service.rpc('addCriterion', { sessionId: websetId, label: 'in Rust' })).body.criterion.id;
  const verdicts = (verdict: 'needs_review' | 'match') => ({ verdicts: { [criterion]: verdict } });
  const [root = '', ...others] = await fillRows(service.db, websetId, [verdicts('needs_review'), verdicts('match'), verdicts('match')]);
  await service.sql`update "row" set merged_into = ${root} where id in ${service.sql(others)}`;
  await service.sql`update "row" set page_count = 3 where id = ${root}`;
  return { websetId, root, others: others.sort() as [string, string] };
}

const isWaiting = async () => (await countWaiting(service.sql)) > 0;

/** Does something that has to wait for what a transaction holds, which does `last` then. */
async function crossing<T>(hold: (tx: Tx) => Promise<unknown>, work: () => Promise<T>, last: (tx: Tx) => Promise<unknown>): Promise<T> {
  let working: Promise<T> | undefined;
  await service.db.transaction(async (tx) => {
    await hold(tx);
    working = work();
    working.catch(() => {});
    await until(isWaiting);
    await last(tx);
  });
  return working as Promise<T>;
}

test('a webset’s pages are combined while a run combines those of one of its rows: one waits for the other', async () => {
  const { websetId, root } = await group();

  await crossing(
    async (tx) => {
      await lockRow(tx, root);
      await recombineRows(tx, websetId, root);
    },
    () => service.db.transaction((tx) => recombineRows(tx, websetId)),
    async () => {},
  );

  expect(await service.sql`select row_id, verdict from merged_verdict where row_id = ${root}`).toEqual([
    { row_id: root, verdict: 'match' },
  ]);
});

test('rows that are split off are held in the order in which all hold rows, whatever order they are named in', async () => {
  const { root, others } = await group();
  const [first, second] = others;
  const split = 'mutation ($ids: [UUID!]!) { splitRows(input: { rowIds: $ids }) { row { uuid pageCount } } }';

  const { body } = await crossing(
    (tx) => lockOne(tx, first),
    () => service.graphql(split, { ids: [second, first] }),
    (tx) => lockOne(tx, second),
  );

  expect(body).toEqual({ data: { splitRows: { row: { uuid: root, pageCount: 1 } } } });
});

test('a row that a person merges while a run waits for it is held with the row that shows it from then on', async () => {
  const { root, others } = await group();
  const [own] = others;
  await service.sql`update "row" set merged_into = null where id = ${own}`;
  const held = async () => {
    const free = await service.sql<
      { id: string }[]
    >`select id from "row" where id in ${service.sql([root, own])} for no key update skip locked`;
    return free.length === 0;
  };

  const isHeld = await crossing(
    async (tx) => {
      await lockRow(tx, own);
      await setMerged(tx, own, root);
    },
    () => service.db.transaction(async (tx) => (await lockRow(tx, own)) && held()),
    async () => {},
  );

  expect(isHeld).toBe(true);
});

const lockOne = (tx: Tx, id: string) => tx.select().from(row).where(eq(row.id, id)).for('no key update');
