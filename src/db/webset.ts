import { eq, sql } from 'drizzle-orm';
import type { CreateWebsetInput, OpenedWebset, Webset } from '../domain/webset.ts';
import type { Tx } from './client.ts';
import { runOf } from './run.ts';
import { eventLog, run, webset } from './schema.ts';

/** Makes a webset and its empty event log. */
export async function insertWebset(tx: Tx, input: CreateWebsetInput, ownerId: string | null): Promise<Webset> {
  const { originalQuery, category = null, notes = null } = input;
  return tx.transaction(async (inner) => {
    const [made] = await inner.insert(webset).values({ originalQuery, category, notes, ownerId }).returning();
    if (!made) throw new Error('insert returned no webset');
    await inner.insert(eventLog).values({ websetId: made.id });
    return made;
  });
}

/** A webset with its latest run. */
export async function findWebset(tx: Tx, id: string): Promise<OpenedWebset | null> {
  const latest = tx
    .select()
    .from(run)
    .where(eq(run.websetId, webset.id))
    .orderBy(sql`${run.createdAt} desc, ${run.id} desc`)
    .limit(1)
    .as('latest');
  const [found] = await tx.select().from(webset).leftJoinLateral(latest, sql`true`).where(eq(webset.id, id));
  return found ? { ...found.webset, run: found.latest && runOf(found.latest) } : null;
}

/**
 * Holds a webset against every other change of its state until the transaction ends; first in its transaction (lock order: webset, run,
 * row, cells, event_log). Null when it is gone. Rows may still be added meanwhile: they hold the key only.
 */
export async function lockWebset(tx: Tx, id: string): Promise<Webset | null> {
  const [found] = await tx.select().from(webset).where(eq(webset.id, id)).for('no key update');
  return found ?? null;
}

export async function updateTitle(tx: Tx, id: string, title: string): Promise<boolean> {
  const done = await tx.update(webset).set({ title, updatedAt: sql`now()` }).where(eq(webset.id, id)).returning({ id: webset.id });
  return done.length > 0;
}

export const touchWebset = (tx: Tx, id: string) => tx.update(webset).set({ updatedAt: sql`now()` }).where(eq(webset.id, id));

/** Deletes a webset with all that hangs on it. */
export async function deleteWebset(tx: Tx, id: string): Promise<boolean> {
  const done = await tx.delete(webset).where(eq(webset.id, id)).returning({ id: webset.id });
  return done.length > 0;
}
