import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { rightOf, type Viewer } from '../../../domain/access.ts';
import { ENRICHMENTS_MAX, type Enrichment, type EnrichmentChange, type EnrichmentInput } from '../../../domain/enrichment.ts';
import type { Tx } from '../../connection/client.ts';
import { enrichment } from '../../tables/webset.ts';
import type { Allowance } from '../shared/rate-limit.ts';
import { addingTo } from './add-column.ts';

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

export const listEnrichmentsByIds = (tx: Tx, ids: string[]): Promise<PlacedEnrichment[]> =>
  tx.select(columns).from(enrichment).where(inArray(enrichment.id, ids)).orderBy(asc(enrichment.position));

export async function findEnrichment(tx: Tx, id: string): Promise<PlacedEnrichment | null> {
  const [found] = await tx.select(columns).from(enrichment).where(eq(enrichment.id, id));
  return found ?? null;
}

const insertEnrichmentSql = addingTo(
  'enrichment',
  ENRICHMENTS_MAX,
  sql`label, description, format`,
  sql`${sql.placeholder('label')}, ${sql.placeholder('description')}, ${sql.placeholder('format')}::format`,
);

type NewEnrichment = Omit<EnrichmentInput, 'description'> & { description?: string | null | undefined };

/**
 * Adds a column and marks its webset as changed in one statement, which counts what is written. Null when the webset is gone, full or not
 * the viewer's to open; the seconds to wait when the allowance is used up. Throws a unique violation when the label is taken (faults.ts).
 */
export async function insertEnrichmentWithin(
  tx: Tx,
  viewer: Viewer,
  websetId: string,
  { label, description = null, format }: NewEnrichment,
  bytes: Allowance | null,
): Promise<PlacedEnrichment | { wait: number } | null> {
  const values = { websetId, label, description, format };
  const made = await insertEnrichmentSql(tx, { ...values, userId: rightOf(viewer, websetId) }, bytes);
  return made && ('wait' in made ? made : { ...values, ...made });
}

/** The same without an allowance. */
export const insertEnrichment = (tx: Tx, viewer: Viewer, websetId: string, input: NewEnrichment) =>
  insertEnrichmentWithin(tx, viewer, websetId, input, null) as Promise<PlacedEnrichment | null>;

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
