import { expect, test } from 'vitest';
import { ask } from '../../../src/web/api/client.ts';
import { ReviewValueDocument } from '../../../src/web/generated/documents.ts';
import { createArranged } from '../../../src/web/webset/arrangement/arranged.ts';
import { askedOf } from '../../../src/web/webset/arrangement/use-arranged.ts';
import { createWebsetStore } from '../../../src/web/webset/store.ts';
import { fillRows } from '../../support/fill.ts';
import { until } from '../../support/until.ts';
import { beginPage, cut, mend, service } from './page.ts';

// Rows as the service sorts them, page by page, over a real gateway.

beginPage();

async function opened(count: number) {
  const id = await service.createSession('engines');
  const year = (await service.rpc('addEnrichment', { sessionId: id, label: 'Year', format: 'number' })).body.enrichment.id as string;
  const rows = await fillRows(
    service.db,
    id,
    Array.from({ length: count }, (_, i) => ({ title: `Engine ${i}`, matchVerdict: 'match' as const, values: { [year]: String(i) } })),
  );
  const column = { key: year, kind: 'enrichment', label: 'Year', format: 'number' } as const;
  const asked = askedOf({ tab: 'all', sort: { key: year, down: true }, conditions: [], text: '' }, [column], true);
  const store = createWebsetStore(id);
  const list = createArranged(store, id, asked as NonNullable<typeof asked>);
  const close = list.open();
  const titles = () => (list.get().lines ?? []).map(({ title }) => title);
  return { ...list, store, year, rows, titles, [Symbol.dispose]: close };
}
const downFrom = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => `Engine ${from - i}`);

test('a long sorted list is fetched page by page, and a page that failed is fetched again on request', async () => {
  using list = await opened(250);
  await until(() => list.get().lines !== null);
  const first = list.get().lines?.length as number;
  expect(list.get()).toMatchObject({ total: 250, hasMore: true });

  cut();
  list.more();
  await until(() => list.get().trouble !== null);
  list.more(); // not fetched without a request
  expect(list.get()).toMatchObject({ busy: false, trouble: { kind: 'offline' } });
  mend();
  list.retry();
  await until(() => (list.get().lines?.length as number) > first);

  expect((await list.all())?.length).toBe(250);
  expect(list.titles()).toEqual(downFrom(249, 0));
  expect(list.get().hasMore).toBe(false);
});

test('a changed row of a sorted list keeps its place until it is sorted again, and a removed one returns to its place', async () => {
  using list = await opened(4);
  await until(() => list.get().lines !== null);
  const input = { rowId: list.rows[0] as string, enrichmentId: list.year, value: '9' };

  list.store.put((await ask(ReviewValueDocument, { input })).reviewValue.row);
  expect(list.titles()).toEqual(downFrom(3, 0));
  expect(list.get()).toMatchObject({ changed: 1, lines: { 3: { values: [{ value: '9' }] } } });
  const [, middle] = list.get().lines ?? [];
  if (!middle) throw new Error('no row');
  list.store.put({ ...middle, hidden: true });
  expect([list.titles(), list.get().total]).toEqual([['Engine 3', 'Engine 1', 'Engine 0'], 3]);
  list.store.put(middle);
  expect([list.titles(), list.get().total]).toEqual([downFrom(3, 0), 4]);
  list.again();

  await until(() => list.titles()[0] === 'Engine 0');
  expect([list.titles(), list.get().changed]).toEqual([['Engine 0', ...downFrom(3, 1)], 0]);
});
