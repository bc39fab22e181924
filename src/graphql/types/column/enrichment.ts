import { z } from 'zod';
import { type Enrichment, enrichmentChange, enrichmentInput, type Format } from '../../../domain/enrichment.ts';
import type { ColumnLearning } from '../../../domain/review/learning.ts';
import { addEnrichment, getEnrichment, removeEnrichment, updateEnrichment } from '../../../services/columns.ts';
import { listColumnLearnings } from '../../../services/review/queue.ts';
import { builder, type Context, inputOf, withoutNulls, wordsEnum } from '../../builder.ts';
import { EnrichmentType } from '../nouns.ts';

export const FormatType = wordsEnum<Format>('Format', 'What the values of a column are. They are strings in every format.', {
  text: 'Words of the page.',
  url: 'An absolute URL.',
  number: 'A plain decimal.',
  date: 'A date in ISO 8601, as precise as the page gives it.',
});

const ColumnLearningType = builder.objectRef<ColumnLearning>('ColumnLearning').implement({
  description: 'How far learning from people’s values is, for one column.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'Confirmed, corrected or emptied values that count.' }),
    current: t.exposeBoolean('current', { description: 'Whether all of them are part of the values.' }),
  }),
});

const loaded = new WeakMap<Context, Map<string, Promise<Map<string, ColumnLearning>>>>();

/** Read once for all columns of a webset that a request asks about. */
async function learningOf(context: Context, { id }: Enrichment): Promise<ColumnLearning> {
  const { websetId } = await getEnrichment(context, id);
  const known = loaded.get(context) ?? new Map<string, Promise<Map<string, ColumnLearning>>>();
  loaded.set(context, known);
  const found = known.get(websetId) ?? listColumnLearnings(context, websetId);
  known.set(websetId, found);
  return (await found).get(id) ?? { answers: 0, current: true };
}

builder.node(EnrichmentType, {
  description: 'A column whose value is taken from every result’s page.',
  id: { resolve: (enrichment) => enrichment.id },
  loadWithoutCache: (id: string, context) => getEnrichment(context, id),
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id in REST.' }),
    label: t.exposeString('label', { description: 'Its name, unique among the columns of its webset.' }),
    description: t.exposeString('description', { nullable: true, description: 'What exactly is wanted, when it was said.' }),
    format: t.expose('format', { type: FormatType, description: 'What its values are.' }),
    learning: t.field({
      type: ColumnLearningType,
      description: 'How far learning from people’s values is.',
      resolve: (enrichment, _args, context) => learningOf(context, enrichment),
    }),
  }),
});

builder.relayMutationField(
  'addEnrichment',
  {
    description: 'A new column.',
    validate: inputOf(enrichmentInput.extend({ websetId: z.string() })),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      label: t.string({ required: true, description: 'Its name, 1 to 80 characters, unique among the columns of the webset.' }),
      description: t.string({ description: 'What exactly is wanted, at most 500 characters.' }),
      format: t.field({ type: FormatType, description: 'What its values are; text when left out.' }),
    }),
  },
  {
    description: 'Adds a column; results get a value from the next run on. CONFLICT when the label is taken, or there are 100 already.',
    resolve: async (_root, { input }, context) => {
      const { websetId, format = 'text', ...column } = withoutNulls(input);
      return { enrichment: await addEnrichment(context, websetId, { ...column, format }) };
    },
  },
  {
    description: 'The answer of addEnrichment.',
    outputFields: (t) => ({ enrichment: t.expose('enrichment', { type: EnrichmentType, description: 'The new column.' }) }),
  },
);

builder.relayMutationField(
  'updateEnrichment',
  {
    description: 'What to change of a column; an absent field stays as it is.',
    validate: inputOf(enrichmentChange.extend({ enrichmentId: z.string() }), 'description'),
    inputFields: (t) => ({
      enrichmentId: t.field({ type: 'UUID', required: true, description: 'The id of the column.' }),
      label: t.string({ description: 'Its new name, 1 to 80 characters.' }),
      description: t.string({ description: 'What exactly is wanted, at most 500 characters; null removes it.' }),
      format: t.field({ type: FormatType, description: 'What its values are.' }),
    }),
  },
  {
    description: 'Changes a column. CONFLICT while a run is alive, or when the label is taken.',
    resolve: async (_root, { input }, context) => {
      const { enrichmentId, ...change } = withoutNulls(input, 'description');
      return { enrichment: await updateEnrichment(context, enrichmentId, change) };
    },
  },
  {
    description: 'The answer of updateEnrichment.',
    outputFields: (t) => ({ enrichment: t.expose('enrichment', { type: EnrichmentType, description: 'The column as it is now.' }) }),
  },
);

builder.relayMutationField(
  'removeEnrichment',
  {
    description: 'The column to remove.',
    inputFields: (t) => ({ enrichmentId: t.field({ type: 'UUID', required: true, description: 'The id of the column.' }) }),
  },
  {
    description: 'Removes a column and its values. CONFLICT while a run is alive.',
    resolve: async (_root, { input: { enrichmentId } }, context) => {
      await removeEnrichment(context, enrichmentId);
      return { enrichmentId };
    },
  },
  {
    description: 'The answer of removeEnrichment.',
    outputFields: (t) => ({ enrichmentId: t.expose('enrichmentId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
  },
);
