import type { Criterion } from '../domain/criterion.ts';
import type { Enrichment } from '../domain/enrichment.ts';
import type { Run } from '../domain/run.ts';
import type { OpenedWebset } from '../domain/webset.ts';
import type { LoadedRow } from '../services/rows.ts';
import { builder } from './builder.ts';

/** A row and, shared by the whole page it came in, the columns of its webset. */
export interface RowNode {
  row: LoadedRow;
  columns: { criteria(): Promise<Criterion[]>; enrichments(): Promise<Enrichment[]> };
}

export const WebsetType = builder.objectRef<OpenedWebset>('Webset');
export const CriterionType = builder.objectRef<Criterion>('Criterion');
export const EnrichmentType = builder.objectRef<Enrichment>('Enrichment');
export const RunType = builder.objectRef<Run>('Run');
export const RowType = builder.objectRef<RowNode>('Row');
