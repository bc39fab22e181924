import type { Tx } from '../db/connection/client.ts';
import { isUniqueViolation } from '../db/connection/faults.ts';
import { listRowIds } from '../db/queries/views/listing.ts';
import * as db from '../db/queries/views/view.ts';
import { listColumns } from '../db/queries/websets/columns.ts';
import { Fault } from '../domain/errors.ts';
import { VIEWS_MAX, type View, type ViewContents, withinColumns } from '../domain/view/view.ts';
import type { Webset } from '../domain/webset-state.ts';
import type { Call } from './call.ts';
import { spendWithin } from './limits.ts';
import { holdCaller, holdWebset, openWebset } from './open.ts';

interface ViewChange {
  name?: string | undefined;
  contents?: ViewContents | undefined;
}

const missing = () => new Fault('NOT_FOUND', 'View not found');

/** The views of an opened webset, of which nothing asks for columns that are no more. */
export async function listViews(call: Call, webset: Pick<Webset, 'id'>): Promise<View[]> {
  const views = await db.listViews(call.db, webset.id);
  if (views.length === 0) return views;
  const known = await columnsOf(call.db, webset.id);
  return views.map((view) => ({ ...view, ...withinColumns(view, known) }));
}

/** A view of an opened webset. NOT_FOUND when it has no such view. */
export async function getView(call: Call, webset: Pick<Webset, 'id'>, id: string): Promise<View> {
  const view = await db.findView(call.db, id);
  if (view?.websetId !== webset.id) throw missing();
  return { ...view, ...withinColumns(view, await columnsOf(call.db, webset.id)) };
}

/** The ids of all shown rows, or of a view's in its order; without an order and with `matchesFirst`, by verdict. */
export async function listViewRows(
  call: Call,
  webset: Pick<Webset, 'id'>,
  { view = null, matchesFirst = false }: { view?: string | null | undefined; matchesFirst?: boolean | undefined },
): Promise<string[]> {
  const { sort = matchesFirst ? { field: 'verdict' as const } : undefined, filter }: Pick<View, 'sort' | 'filter'> =
    view === null ? { filter: {} } : await getView(call, webset, view);
  const { matchVerdict, noByAnswers, ...conditions } = filter;
  const format = (await listColumns(call.db, webset.id)).enrichments.find((one) => one.id === sort?.enrichmentId)?.format;
  return listRowIds(call.db, webset.id, { conditions, matchVerdict, noByAnswers, sort: sort && { ...sort, format } });
}

/** Saves a view. NOT_FOUND for columns that the webset does not have, CONFLICT when the name is taken, or there are 50. */
export async function createView(call: Call, websetId: string, name: string, contents: ViewContents): Promise<View> {
  return refusing(() =>
    call.db.transaction(async (tx) => {
      await holdCaller(call, tx);
      await holdWebset(call, tx, websetId);
      await spendWithin(call, tx, null, name, JSON.stringify(contents));
      if ((await db.countViews(tx, websetId)) >= VIEWS_MAX)
        throw new Fault('CONFLICT', `This webset already has ${VIEWS_MAX} views, as many as it may`);
      check(contents, await columnsOf(tx, websetId));
      return db.insertView(tx, { websetId, name, contents });
    }),
  );
}

/** Renames a view, or replaces what it shows. Refuses as createView does. */
export const updateView = (call: Call, id: string, change: ViewChange): Promise<View> =>
  edit(call, id, change, async (tx, view) => {
    if (change.contents) check(change.contents, await columnsOf(tx, view.websetId));
    return db.updateView(tx, id, change);
  });

/** Removes a view; its rows and columns stay. */
export const deleteView = (call: Call, id: string): Promise<true> =>
  edit(call, id, null, async (tx) => (await db.deleteView(tx, id)) || null);

/** A view of a webset that the caller may open. */
export async function openView(call: Call, id: string): Promise<View> {
  const view = await db.findView(call.db, id);
  if (!view) throw missing();
  await openWebset(call, view.websetId);
  return view;
}

/** Changes a view, or removes it (`change` is null), which writes nothing. */
async function edit<T>(call: Call, id: string, change: ViewChange | null, work: (tx: Tx, view: View) => Promise<T | null>): Promise<T> {
  const view = await db.findView(call.db, id);
  if (!view) throw missing();
  return refusing(() =>
    call.db.transaction(async (tx) => {
      await holdCaller(call, tx);
      await holdWebset(call, tx, view.websetId);
      if (change) await spendWithin(call, tx, null, change.name, change.contents && JSON.stringify(change.contents));
      const changed = await work(tx, view);
      if (changed === null) throw missing();
      return changed;
    }),
  );
}

async function columnsOf(tx: Tx, websetId: string) {
  const { criteria, enrichments } = await listColumns(tx, websetId);
  return { criteria: new Set(criteria.map(({ id }) => id)), enrichments: new Set(enrichments.map(({ id }) => id)) };
}

function check(contents: ViewContents, known: Awaited<ReturnType<typeof columnsOf>>): void {
  const named = [contents.sort ?? {}, ...(contents.filter.verdicts ?? []), ...(contents.filter.values ?? []), ...contents.columns];
  for (const one of named) {
    if ('criterionId' in one && one.criterionId !== undefined && !known.criteria.has(one.criterionId))
      throw new Fault('NOT_FOUND', 'Criterion not found');
    if ('enrichmentId' in one && one.enrichmentId !== undefined && !known.enrichments.has(one.enrichmentId))
      throw new Fault('NOT_FOUND', 'Enrichment not found');
  }
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Fault('CONFLICT', 'This webset already has a view with that name');
    throw error;
  }
}
