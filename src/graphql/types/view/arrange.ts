import type { z } from 'zod';
import { Fault, type Issue, invalidInput } from '../../../domain/errors.ts';
import { type RowConditions, rowConditionsInput, rowSortInput, type SortField } from '../../../domain/view/arrangement.ts';
import type { FormattedSort } from '../../../services/rows.ts';
import { builder, wordsEnum } from '../../builder.ts';
import { VerdictType } from '../cell/verdict.ts';
import type { RowNode } from '../nouns.ts';

export const SortFieldType = wordsEnum<SortField>('RowSortField', 'What every row has and can be sorted by.', {
  title: 'The title, from A to Z.',
  verdict: 'The verdict over all criteria, the best first.',
});

const DATE = 'A date in ISO 8601: 2014, 2014-05 or 2014-05-20';

export const RowSortInput = builder.inputType('RowSortInput', {
  description:
    'What rows are sorted by: one of a field, a criterion and a column. A person’s verdict or value counts before the one found; rows without one come last either way, those that are alike in the order found.',
  fields: (t) => ({
    field: t.field({ type: SortFieldType, description: 'A field that every row has.' }),
    criterionId: t.field({ type: 'UUID', description: 'A criterion of the webset, the best verdict first.' }),
    enrichmentId: t.field({
      type: 'UUID',
      description: 'A column of the webset: numbers by size, dates from the oldest, texts from A to Z by their first 100 characters.',
    }),
    descending: t.boolean({ description: 'True: the other way round.' }),
  }),
});

export const VerdictConditionInput = builder.inputType('VerdictConditionInput', {
  description: 'A condition on the verdict of one criterion, a person’s before the reasoner’s.',
  fields: (t) => ({
    criterionId: t.field({ type: 'UUID', required: true, description: 'A criterion of the webset.' }),
    is: t.field({ type: [VerdictType], description: 'It is one of these.' }),
    isNot: t.field({ type: [VerdictType], description: 'It is none of these, or there is none.' }),
  }),
});

export const ValueConditionInput = builder.inputType('ValueConditionInput', {
  description: 'Conditions on the value in one column, a person’s before the one found; each that is named holds.',
  fields: (t) => ({
    enrichmentId: t.field({ type: 'UUID', required: true, description: 'A column of the webset.' }),
    contains: t.string({ description: 'A text that it contains, whatever its case, at most 200 characters.' }),
    empty: t.boolean({ description: 'True: there is no value. False: there is one.' }),
    min: t.float({ description: 'The least number that it may be.' }),
    max: t.float({ description: 'The largest number that it may be.' }),
    from: t.string({ description: `${DATE}: the earliest that it may be. A year or a month alone means its beginning.` }),
    to: t.string({ description: `${DATE}: the latest that it may be, all of that year, month or day included.` }),
  }),
});

/** What is said, in which nulls count as absent, at any depth. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, part]) => (part === null ? [] : [[key, withoutNulls(part)]])));
}

/** Input of GraphQL as the domain has it. BAD_REQUEST, with the issues, where it is not. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(withoutNulls(input));
  if (result.success) return result.data;
  throw invalidInput(result.error.issues.map(({ code, path, message }): Issue => ({ code, path: path.map(String), message })));
}

export const conditionsOf = (input: object): RowConditions => checked(rowConditionsInput, input);

/** Conditions on columns of a webset. NOT_FOUND where it has no such criterion or column. */
export async function conditionsOn(columns: RowNode['columns'], input: object): Promise<RowConditions> {
  const conditions = conditionsOf(input);
  const { verdicts = [], values = [] } = conditions;
  if (verdicts.length > 0) {
    const known = new Set((await columns.criteria()).map(({ id }) => id));
    if (!verdicts.every(({ criterionId }) => known.has(criterionId))) throw new Fault('NOT_FOUND', 'Criterion not found');
  }
  if (values.length > 0) {
    const known = new Set((await columns.enrichments()).map(({ id }) => id));
    if (!values.every(({ enrichmentId }) => known.has(enrichmentId))) throw new Fault('NOT_FOUND', 'Enrichment not found');
  }
  return conditions;
}

/** A sort by a column of a webset. NOT_FOUND where it has no such criterion or column. */
export async function sortOn(columns: RowNode['columns'], input: object): Promise<FormattedSort> {
  const sort = checked(rowSortInput, input);
  const { criterionId, enrichmentId } = sort;
  if (criterionId !== undefined && !(await columns.criteria()).some(({ id }) => id === criterionId))
    throw new Fault('NOT_FOUND', 'Criterion not found');
  if (enrichmentId === undefined) return sort;
  const enrichment = (await columns.enrichments()).find(({ id }) => id === enrichmentId);
  if (!enrichment) throw new Fault('NOT_FOUND', 'Enrichment not found');
  return { ...sort, format: enrichment.format };
}
