import { z } from 'zod';
import { textOf } from '../text.ts';
import { VERDICTS, type Verdict } from '../verdict.ts';

/** Conditions of one kind at a time: each is a join over all rows of a webset. */
export const CONDITIONS_MAX = 10;
const TEXT_MAX = 200;

export const SORT_FIELDS = ['title', 'verdict'] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** What rows are sorted by: one of a field, a criterion or a column. What has nothing there stands last either way, in the order found. */
export interface RowSort {
  field?: SortField | undefined;
  criterionId?: string | undefined;
  enrichmentId?: string | undefined;
  descending?: boolean | undefined;
}

/** Rows whose verdict on a criterion, a person's before the reasoner's, is one of some, or none of some; what is not judged is none. */
export interface VerdictCondition {
  criterionId: string;
  is?: readonly Verdict[] | undefined;
  isNot?: readonly Verdict[] | undefined;
}

/** Rows by what they have in a column, a person's value before the one found; each that is named has to hold. */
export interface ValueCondition {
  enrichmentId: string;
  /** Whatever its case. */
  contains?: string | undefined;
  /** Whether there is no value. */
  empty?: boolean | undefined;
  /** Bounds of a number, both included; a value that is no plain decimal has none. */
  min?: number | undefined;
  max?: number | undefined;
  /** Bounds of a date in ISO 8601, both included: 2014, 2014-05 or 2014-05-20. A year or a month alone stands for its beginning. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Conditions on single columns of rows, all of which hold. */
export interface RowConditions {
  /** That the title, the address or a value contains it, whatever its case. */
  text?: string | undefined;
  /** That the title contains it. */
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
