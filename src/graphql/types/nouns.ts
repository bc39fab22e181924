import type { Enrichment } from '../../domain/enrichment.ts';
import type { Run } from '../../domain/run-state.ts';
import type { OpenedWebset } from '../../domain/webset-state.ts';
import type { PlacedCriterion, PlacedEnrichment } from '../../services/columns.ts';
import type { LoadedRow } from '../../services/rows.ts';
import { builder } from '../builder.ts';

export type { PlacedCriterion, PlacedEnrichment };

/** A row and, shared by the whole page it came in, the columns of its webset and its latest run. */
export interface RowNode {
  row: LoadedRow;
  columns: { criteria(): Promise<PlacedCriterion[]>; enrichments(): Promise<PlacedEnrichment[]> };
  run: Run | null;
}

export const WebsetType = builder.objectRef<OpenedWebset>('Webset');
export const CriterionType = builder.objectRef<PlacedCriterion>('Criterion');
export const EnrichmentType = builder.objectRef<Enrichment>('Enrichment');
export const RunType = builder.objectRef<Run>('Run');
export const RowType = builder.objectRef<RowNode>('Row');
