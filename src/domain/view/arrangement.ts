import { z } from 'zod';
import { textOf } from '../text.ts';
import { VERDICTS, type Verdict } from '../verdict.ts';

/** The most conditions of one kind: each is a join over all rows of a webset. */
export const CONDITIONS_MAX = 10;
const TEXT_MAX = 200;

export const SORT_FIELDS = ['title', 'verdict'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/**
 * The sort key of rows: one of a field, a criterion or a column. Rows without a value come last in either direction, in the order found.
 */
export interface RowSort {
  field?: SortField | undefined;
  criterionId?: string | undefined;
  enrichmentId?: string | undefined;
  descending?: boolean | undefined;
}

/** Rows whose verdict on a criterion (a person's, else the judge's) is in `is` and not in `isNot`. Without a verdict only `isNot` holds. */
export interface VerdictCondition {
  criterionId: string;
  is?: readonly Verdict[] | undefined;
  isNot?: readonly Verdict[] | undefined;
}

/** Rows by their value in a column (a person's, else the one found); all stated conditions must hold. */
export interface ValueCondition {
  enrichmentId: string;
  /** Ignores case. */
  contains?: string | undefined;
  /** Whether there is no value. */
  empty?: boolean | undefined;
  /** Bounds of a number, inclusive; values other than plain decimals are excluded. */
  min?: number | undefined;
  max?: number | undefined;
  /** Bounds of a date in ISO 8601, inclusive: 2014, 2014-05 or 2014-05-20. A year or a month means its first day. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Conditions on rows; all must hold. */
export interface RowConditions {
  /** The title, the address or a value contains it, ignoring case. */
  text?: string | undefined;
  /** The title contains it. */
  title?: string | undefined;
  verdicts?: readonly VerdictCondition[] | undefined;
  values?: readonly ValueCondition[] | undefined;
}

const one = <T extends object>(schema: z.ZodType<T>, names: readonly (keyof T)[], error: string) =>
  schema.refine((value) => names.filter((name) => value[name] !== undefined).length === 1, { error });

export const rowSortInput = one(
  z.object({
    field: z.enum(SORT_FIELDS).optional(),
    criterionId: z.string().optional(),
    enrichmentId: z.string().optional(),
    descending: z.boolean().optional(),
  }),
  ['field', 'criterionId', 'enrichmentId'],
  'A sort names one of field, criterionId and enrichmentId',
);

const text = textOf(1, TEXT_MAX);
const verdicts = z.array(z.enum(VERDICTS)).min(1).max(VERDICTS.length);
const date = z
  .string()
  .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, { error: 'A date is ISO 8601: 2014, 2014-05 or 2014-05-20' });

export const rowConditionsInput = z.object({
  text: text.optional(),
  title: text.optional(),
  verdicts: z
    .array(z.object({ criterionId: z.string(), is: verdicts.optional(), isNot: verdicts.optional() }))
    .max(CONDITIONS_MAX)
    .optional(),
  values: z
    .array(
      z.object({
        enrichmentId: z.string(),
        contains: text.optional(),
        empty: z.boolean().optional(),
        min: z.number().optional(),
        max: z.number().optional(),
        from: date.optional(),
        to: date.optional(),
      }),
    )
    .max(CONDITIONS_MAX)
    .optional(),
});
