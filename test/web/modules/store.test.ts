import { expect, test } from 'vitest';
import { appendEvents } from '../../../src/db/queries/runs/event.ts';
import { ask } from '../../../src/web/api/client.ts';
import { HideRowDocument, ShowRowDocument } from '../../../src/web/generated/documents.ts';
import { csvOf } from '../../../src/web/webset/selection/csv.ts';
import { createWebsetStore } from '../../../src/web/webset/store.ts';
import { beginRun, fillRows, finishRun, narrate } from '../../support/fill.ts';
import { until } from '../../support/until.ts';
import { beginPage, cut, look, mend, service } from './page.ts';

// The state of a webset's page, over a real gateway.

beginPage();

/** The state of a webset as a page follows it. */
function opened(id: string) {
  const store = createWebsetStore(id);
  store.open();
  const titles = () => store.get().lines.map(({ title }) => title);
  const shows = (...wanted: string[]) => until(() => titles().join() === wanted.join());
  return { ...store, titles, shows, [Symbol.dispose]: () => store.close() };
}

const matching = (...titles: string[]) => titles.map((title) => ({ title, matchVerdict: 'match' as const }));

test('a webset is fetched, and followed by the events of its run to its end', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  await fillRows(service.db, id, matching('Engine 0'));
  using store = opened(id);
  await store.shows('Engine 0');
  await narrate(service.db, id, run, 'one');
  service.listener.notify(id);
  await until(() => store.get().link === 'live');

  await fillRows(service.db, id, matching('Engine 1'));
  const counts = { found: 2, read: 2, judged: 2, matched: 2, budget: { pages: 100, seconds: 1000 } };
  await appendEvents(service.db, id, run, [{ type: 'progress', data: counts }]);
  service.listener.notify(id);
  await store.shows('Engine 0', 'Engine 1');
  expect(store.get()).toMatchObject({ complete: true, total: 2, trouble: null, head: { runAlive: true } });
  await finishRun(service, id, run);

  await until(() => store.get().head?.runAlive === false);
  await until(() => store.get().link === 'quiet');
  expect(store.get().events.map(({ type }) => type)).toEqual(['narration', 'progress', 'run.completed']);
});

test('rows still arrive after the connection was lost, and the loss is reported meanwhile', async () => {
  const id = await service.createSession('engines');
  const run = await beginRun(service.db, id);
  await fillRows(service.db, id, matching('Engine 0'));
  using store = opened(id);
  await store.shows('Engine 0');

  cut();
  await until(() => store.get().link === 'lost');
  expect(store.get()).toMatchObject({ linkTrouble: { kind: 'offline' }, trouble: null });
  await fillRows(service.db, id, matching('Found meanwhile'));
  mend();

  await store.shows('Engine 0', 'Found meanwhile');
  await finishRun(service, id, run);
  await until(() => store.get().head?.runAlive === false);
  await until(() => store.get().link === 'quiet' && store.get().linkTrouble === null);
});

test('an unknown webset is reported as missing, and one requested while the service is unavailable is fetched later', async () => {
  using missing = opened('5e2b9c1e-6f0e-4c6e-9d3e-0a4b6d0f1c11');
  await until(() => missing.get().trouble?.kind === 'missing');
  const id = await service.createSession('engines');
  await fillRows(service.db, id, matching('Engine 0'));

  cut();
  using store = opened(id);
  await until(() => store.get().trouble?.kind === 'offline');
  mend();

  await store.shows('Engine 0');
  expect(store.get().trouble).toBeNull();
});

test('a hidden row disappears and can be shown again; rows that somebody else merges disappear, and listeners are notified', async () => {
  const id = await service.createSession('engines');
  const [first, second, third] = await fillRows(service.db, id, matching('Engine 0', 'Engine 1', 'Engine 2'));
  using store = opened(id);
  await store.shows('Engine 0', 'Engine 1', 'Engine 2');
  const gone: string[] = [];
  store.onRows({ changed: () => {}, gone: (uuids) => gone.push(...uuids) });

  store.put((await ask(HideRowDocument, { input: { rowId: second as string } })).hideRow.row);
  expect(store.titles()).toEqual(['Engine 0', 'Engine 2']);
  store.showHidden();
  await until(
    () =>
      store
        .get()
        .hidden?.map(({ title }) => title)
        .join() === 'Engine 1',
  );
  store.put((await ask(ShowRowDocument, { input: { rowId: second as string } })).showRow.row);
  await until(() => store.get().hidden?.length === 0);
  await until(() => store.titles().toSorted().join() === 'Engine 0,Engine 1,Engine 2');
  await service.graphql('mutation($input:MergeRowsInput!){mergeRows(input:$input){row{uuid}}}', { input: { rowIds: [first, third] } });
  look();

  await until(() => store.get().lines.length === 2);
  expect(
    store
      .get()
      .lines.map(({ uuid }) => uuid)
      .toSorted(),
  ).toEqual([first, second].toSorted());
  expect(gone).toEqual([third]);
});

test('a criterion that somebody else adds arrives with its cells, and selected rows are exported in the format of the full export', async () => {
  const id = await service.createSession('engines');
  const [row] = await fillRows(service.db, id, matching('Engine 0', '=1+1'));
  using store = opened(id);
  await store.shows('Engine 0', '=1+1');

  const { criterion } = (await service.rpc('addCriterion', { sessionId: id, label: 'Has a licence, "free"' })).body;
  look();
  await until(() => store.get().lines.every(({ verdicts }) => verdicts.length === 1));
  expect(store.get().lines[0]?.verdicts[0]).toMatchObject({ state: 'added_later', effective: null });
  const input = { rowId: row, criterionId: criterion.id, verdict: 'partial' };
  await service.graphql('mutation($input:ReviewVerdictInput!){reviewVerdict(input:$input){row{uuid}}}', { input });
  look();
  await until(() => store.get().lines[0]?.verdicts[0]?.effective === 'partial');

  const { head, lines } = store.get();
  expect(csvOf(head as NonNullable<typeof head>, lines)).toBe(await (await service.get(`/api/sessions/${id}/export`)).text());
});
