import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { rightOf, type Viewer } from '../../../domain/access.ts';
import { ENRICHMENTS_MAX, type Enrichment, type EnrichmentChange, type EnrichmentInput } from '../../../domain/enrichment.ts';
import type { Tx } from '../../connection/client.ts';
import { plain, statement } from '../../connection/statement.ts';
import { enrichment } from '../../tables/webset.ts';
import { touching } from './webset.ts';

const columns = {
  id: enrichment.id,
  websetId: enrichment.websetId,
  label: enrichment.label,
  description: enrichment.description,
  format: enrichment.format,
  changedAt: enrichment.changedAt,
};

/** A column and the webset it belongs to. */
export type PlacedEnrichment = Enrichment & { websetId: string; changedAt: Date };

const listing = statement((tx) =>
  tx
    .select(columns)
    .from(enrichment)
    .where(eq(enrichment.websetId, sql.placeholder('websetId')))
    .orderBy(asc(enrichment.position))
    .prepare('listEnrichments'),
);

/** A webset's columns in the order made. */
export const listEnrichments = (tx: Tx, websetId: string): Promise<PlacedEnrichment[]> => listing(tx).execute({ websetId });

export const listEnrichmentsByIds = (tx: Tx, ids: string[]): Promise<PlacedEnrichment[]> =>
  tx.select(columns).from(enrichment).where(inArray(enrichment.id, ids)).orderBy(asc(enrichment.position));

export async function findEnrichment(tx: Tx, id: string): Promise<PlacedEnrichment | null> {
  const [found] = await tx.select(columns).from(enrichment).where(eq(enrichment.id, id));
  return found ?? null;
}

const insertEnrichmentSql = plain<{ id: string; changedAt: string }>(sql`
  with touched as (${touching})
  insert into enrichment (webset_id, label, description, format)
  select id, ${sql.placeholder('label')}, ${sql.placeholder('description')}, ${sql.placeholder('format')}::format from touched
  where (select count(*) from enrichment where webset_id = ${sql.placeholder('websetId')}) < ${sql.raw(String(ENRICHMENTS_MAX))} returning id, changed_at as "changedAt"`);

/**
 * Adds a column and marks its webset as changed in one statement. Null when the webset is gone, full or not the viewer's to open. Throws a
 * unique violation when the label is taken (faults.ts).
 */
export async function insertEnrichment(
  tx: Tx,
  viewer: Viewer,
  websetId: string,
  { label, description = null, format }: Omit<EnrichmentInput, 'description'> & { description?: string | null | undefined },
): Promise<PlacedEnrichment | null> {
  const values = { websetId, label, description, format };
  const [made] = await insertEnrichmentSql(tx, { ...values, userId: rightOf(viewer, websetId) });
  return made ? { ...values, id: made.id, changedAt: new Date(made.changedAt) } : null;
}

export const countEnrichments = (tx: Tx, websetId: string): Promise<number> => tx.$count(enrichment, eq(enrichment.websetId, websetId));

/** Gives a webset the columns of another one, in the same order. */
export const copyEnrichments = (tx: Tx, from: string, to: string) =>
  tx.execute(sql`
    insert into ${enrichment} (webset_id, label, description, format)
    select ${to}::uuid, label, description, format from ${enrichment} where webset_id = ${from} order by position`);

/** Changes what is given. Throws a unique violation when the label is taken. Null when the column is gone. */
export async function updateEnrichment(tx: Tx, id: string, change: EnrichmentChange): Promise<PlacedEnrichment | null> {
  const set = {
    ...(change.label !== undefined && { label: change.label }),
    ...(change.description !== undefined && { description: change.description }),
    ...(change.format !== undefined && { format: change.format }),
  };
  if (Object.keys(set).length === 0) return findEnrichment(tx, id);
  const [changed] = await tx.update(enrichment).set(set).where(eq(enrichment.id, id)).returning(columns);
  return changed ?? null;
}

export async function deleteEnrichment(tx: Tx, websetId: string, id: string): Promise<boolean> {
  const done = await tx
    .delete(enrichment)
    .where(and(eq(enrichment.id, id), eq(enrichment.websetId, websetId)))
    .returning({ id: enrichment.id });
  return done.length > 0;
}
