import { z } from 'zod';
import { textOf } from '../text.ts';
import { VERDICTS, type Verdict } from '../verdict.ts';
import { type RowConditions, type RowSort, rowConditionsInput, rowSortInput, SORT_FIELDS, type SortField } from './arrangement.ts';

/** The most views of a webset. */
export const VIEWS_MAX = 50;
const NAME_MAX = 80;
/** The width of a column, in CSS pixels. */
export const VIEW_WIDTH = { min: 20, max: 2000 };
const COLUMNS_MAX = 202;

/** How a view shows one column: one of a field, a criterion and an enrichment. */
export interface ViewColumn {
  field?: SortField | undefined;
  criterionId?: string | undefined;
  enrichmentId?: string | undefined;
  /** In CSS pixels; absent: the app's default. */
  width?: number | undefined;
  /** Whether it stays visible while the others scroll. */
  pinned?: boolean | undefined;
  hidden?: boolean | undefined;
}

export type ViewFilter = RowConditions & { matchVerdict?: readonly Verdict[] | undefined; noByAnswers?: boolean | undefined };

/** The rows that are shown, their order, and the columns from left to right. Columns that it does not name follow the ones it does. */
export interface ViewContents {
  sort?: RowSort | undefined;
  filter: ViewFilter;
  columns: readonly ViewColumn[];
}

export interface View extends ViewContents {
  id: string;
  websetId: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

export const viewNameInput = textOf(1, NAME_MAX);

export const viewContentsInput = z.object({
  sort: rowSortInput.optional(),
  filter: rowConditionsInput
    .extend({ matchVerdict: z.array(z.enum(VERDICTS)).min(1).optional(), noByAnswers: z.boolean().optional() })
    .default({}),
  columns: z
    .array(
      z
        .object({
          field: z.enum(SORT_FIELDS).optional(),
          criterionId: z.string().optional(),
          enrichmentId: z.string().optional(),
          width: z.int().min(VIEW_WIDTH.min).max(VIEW_WIDTH.max).optional(),
          pinned: z.boolean().optional(),
          hidden: z.boolean().optional(),
        })
        .refine(
          ({ field, criterionId, enrichmentId }) => [field, criterionId, enrichmentId].filter((one) => one !== undefined).length === 1,
          {
            error: 'A column is one of field, criterionId and enrichmentId',
          },
        ),
    )
    .max(COLUMNS_MAX)
    .default([]),
});

interface Known {
  criteria: ReadonlySet<string>;
  enrichments: ReadonlySet<string>;
}
type Named = { criterionId?: string | undefined; enrichmentId?: string | undefined };

/** The parts of a view whose columns still exist; deleted columns are dropped. */
export function withinColumns({ sort, filter, columns }: ViewContents, { criteria, enrichments }: Known): ViewContents {
  const isThere = ({ criterionId, enrichmentId }: Named) =>
    (criterionId === undefined || criteria.has(criterionId)) && (enrichmentId === undefined || enrichments.has(enrichmentId));
  return {
    sort: sort && isThere(sort) ? sort : undefined,
    filter: { ...filter, verdicts: filter.verdicts?.filter(isThere), values: filter.values?.filter(isThere) },
    columns: columns.filter(isThere),
  };
}

/** Sorts things by the columns of a view: hidden ones are left out, those that it does not name come last. */
export function arrangedBy<T extends { id: string }>(
  columns: readonly ViewColumn[],
  key: 'criterionId' | 'enrichmentId',
  things: readonly T[],
): T[] {
  const named = new Map(columns.flatMap((column) => (column[key] === undefined ? [] : [[column[key], column] as const])));
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const first = [...named].flatMap(([id, { hidden = false }]) => (hidden ? [] : (byId.get(id) ?? [])));
  return [...first, ...things.filter(({ id }) => !named.has(id))];
}
