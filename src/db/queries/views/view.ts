import { asc, eq, sql } from 'drizzle-orm';
import type { View, ViewContents } from '../../../domain/view/view.ts';
import type { Tx } from '../../connection/client.ts';
import { websetView } from '../../tables/webset.ts';

const columns = {
  id: websetView.id,
  websetId: websetView.websetId,
  name: websetView.name,
  contents: websetView.contents,
  createdAt: websetView.createdAt,
  updatedAt: websetView.updatedAt,
};

const viewOf = ({ contents, ...view }: Omit<View, keyof ViewContents> & { contents: ViewContents }): View => ({ ...view, ...contents });

/** A webset's views, in the order made. */
export async function listViews(tx: Tx, websetId: string): Promise<View[]> {
  const found = await tx.select(columns).from(websetView).where(eq(websetView.websetId, websetId)).orderBy(asc(websetView.position));
  return found.map(viewOf);
}

export async function findView(tx: Tx, id: string): Promise<View | null> {
  const [found] = await tx.select(columns).from(websetView).where(eq(websetView.id, id));
  return found ? viewOf(found) : null;
}

export const countViews = (tx: Tx, websetId: string): Promise<number> => tx.$count(websetView, eq(websetView.websetId, websetId));

/** Throws a unique violation when the webset has a view of that name. */
export async function insertView(tx: Tx, made: { websetId: string; name: string; contents: ViewContents }): Promise<View> {
  const [inserted] = await tx.insert(websetView).values(made).returning(columns);
  if (!inserted) throw new Error('an insert answered nothing');
  return viewOf(inserted);
}

/** Changes what is named. Null when it is gone; throws a unique violation when the name is taken. */
export async function updateView(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; contents?: ViewContents | undefined },
): Promise<View | null> {
  const [changed] = await tx
    .update(websetView)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(websetView.id, id))
    .returning(columns);
  return changed ? viewOf(changed) : null;
}

export async function deleteView(tx: Tx, id: string): Promise<boolean> {
  const done = await tx.delete(websetView).where(eq(websetView.id, id)).returning({ id: websetView.id });
  return done.length > 0;
}
