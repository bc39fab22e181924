import { sql } from 'drizzle-orm';
import type { Format } from '../../../domain/enrichment.ts';
import type { Tx } from '../../connection/client.ts';
import { plain } from '../../connection/statement.ts';
import type { PlacedCriterion } from './criterion.ts';
import type { PlacedEnrichment } from './enrichment.ts';

interface Column {
  id: string;
  label: string;
  description: string | null;
  changedAt: string;
  derived: boolean;
  required: boolean;
  /** Null of a criterion. */
  format: Format | null;
}

const OF_WEBSET = sql`where webset_id = ${sql.placeholder('websetId')}`;
const listing = plain<Column>(sql`
  select id, label, description, changed_at as "changedAt", derived, required, format from (
    select id, label, description, changed_at, derived, required, null::format as format, position from criterion ${OF_WEBSET}
    union all select id, label, description, changed_at, false, false, format, position from enrichment ${OF_WEBSET}
  ) of_both order by position`);

/** A webset's criteria and columns, in the order made. */
export async function listColumns(tx: Tx, websetId: string): Promise<{ criteria: PlacedCriterion[]; enrichments: PlacedEnrichment[] }> {
  const criteria: PlacedCriterion[] = [];
  const enrichments: PlacedEnrichment[] = [];
  for (const { derived, required, format, ...column } of await listing(tx, { websetId })) {
    const placed = { ...column, websetId, changedAt: new Date(column.changedAt) };
    if (format === null) criteria.push({ ...placed, derived, required });
    else enrichments.push({ ...placed, format });
  }
  return { criteria, enrichments };
}
