import { createWebsetInput } from '../../domain/webset.ts';
import { type Suggestion, suggestPlan } from '../../services/suggestions.ts';
import { builder } from '../builder.ts';
import { FormatType } from './enrichment.ts';
import { CategoryType } from './webset.ts';

const SuggestedCriterion = builder.objectRef<Suggestion['criteria'][number]>('SuggestedCriterion').implement({
  description: 'A criterion that a request implies; nothing is made of it.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The name of the criterion.' }),
    description: t.exposeString('description', { description: 'What exactly is asked; empty where the label says it all.' }),
  }),
});

const SuggestedColumn = builder.objectRef<Suggestion['columns'][number]>('SuggestedColumn').implement({
  description: 'A column that a request asks for or that fits it; nothing is made of it.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The name of the column.' }),
    description: t.exposeString('description', { description: 'Exactly what is wanted.' }),
    format: t.expose('format', { type: FormatType, description: 'What its values are.' }),
  }),
});

const PlanSuggestion = builder.objectRef<Suggestion>('PlanSuggestion').implement({
  description: 'What a request suggests, before anything is made.',
  fields: (t) => ({
    target: t.exposeInt('target', { nullable: true, description: 'How many results the request names; null when it names none.' }),
    category: t.expose('category', {
      type: CategoryType,
      nullable: true,
      description: 'The kind of thing that the request looks for, where its words say so.',
    }),
    criteria: t.expose('criteria', {
      type: [SuggestedCriterion],
      description: 'At most five, what is looked for first: those that a run would derive for a webset without criteria.',
    }),
    columns: t.expose('columns', {
      type: [SuggestedColumn],
      description: 'At most six: first what the request asks for, then what its bounds are about, then what fits the category.',
    }),
  }),
});

builder.queryField('suggestPlan', (t) =>
  t.field({
    type: PlanSuggestion,
    description: 'The criteria and columns that a request suggests. Makes nothing, and asks nobody.',
    args: {
      request: t.arg.string({
        required: true,
        description: 'The request in plain English, at least 1 character.',
        validate: { schema: createWebsetInput.shape.originalQuery },
      }),
      category: t.arg({ type: CategoryType, description: 'What kind of thing is looked for.' }),
    },
    resolve: (_root, { request, category }) => suggestPlan(request, category ?? null),
  }),
);
