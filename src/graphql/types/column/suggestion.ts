import { z } from 'zod';
import { criterionInput } from '../../../domain/criterion.ts';
import type { ModelPlan } from '../../../domain/model/plan.ts';
import { CATEGORIES, createWebsetInput } from '../../../domain/webset-state.ts';
import { readCriterion } from '../../../services/asks.ts';
import { cancelModelPlan, getModelPlan, planWithModel } from '../../../services/model-plans.ts';
import { type Suggestion, suggestPlan } from '../../../services/suggestions.ts';
import { builder, inputOf, wordsEnum } from '../../builder.ts';
import { CostType } from '../run/cost.ts';
import { RunStateType } from '../run/run.ts';
import { CategoryType } from '../webset/webset-enums.ts';
import { ASKS } from './criterion.ts';
import { FormatType } from './enrichment.ts';

/** A suggestion, and the request that it is for. */
type RequestSuggestion = Suggestion & { request: string };

const SuggestedCriterion = builder.objectRef<Suggestion['criteria'][number] & { request: string }>('SuggestedCriterion').implement({
  description: 'A criterion that a request implies; nothing is made of it.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The name of the criterion.' }),
    description: t.exposeString('description', { description: 'What exactly is asked; empty where the label says it all.' }),
    asks: t.stringList({ description: ASKS, resolve: ({ request, label }) => readCriterion(request, label) }),
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

const WholeReasonType = wordsEnum<NonNullable<Suggestion['whole']>>('WholeReason', 'Why a request is one criterion, word for word.', {
  language: 'It is not English, and the rules read English alone: a language model plans it in its own language.',
  unclear: 'The rules cannot part it safely: an edit does, or a language model.',
});

const PlanSuggestion = builder.objectRef<RequestSuggestion>('PlanSuggestion').implement({
  description: 'What a request suggests, before anything is made.',
  fields: (t) => ({
    target: t.exposeInt('target', { nullable: true, description: 'How many results the request names; null when it names none.' }),
    category: t.expose('category', {
      type: CategoryType,
      nullable: true,
      description: 'The kind of thing that the request looks for, where its words say so.',
    }),
    criteria: t.field({
      type: [SuggestedCriterion],
      description: 'At most five, what is looked for first: those that a run would derive for a webset without criteria.',
      resolve: ({ request, criteria }) => criteria.map((one) => ({ ...one, request })),
    }),
    whole: t.expose('whole', {
      type: WholeReasonType,
      nullable: true,
      description: 'Why all of it is one criterion; null where it was parted.',
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
    resolve: (_root, { request, category }) => ({ ...suggestPlan(request, category ?? null), request }),
  }),
);

builder.queryField('readCriterion', (t) =>
  t.stringList({
    description:
      'What the rules would understand a criterion to ask that is being written, as `Criterion.asks` says of one that is there. Makes nothing, and asks nobody.',
    args: {
      request: t.arg.string({
        required: true,
        description: 'The request that it belongs to, at least 1 character.',
        validate: { schema: createWebsetInput.shape.originalQuery },
      }),
      label: t.arg.string({
        required: true,
        description: 'Its name so far, 1 to 80 characters.',
        validate: { schema: criterionInput.shape.label },
      }),
    },
    resolve: (_root, { request, label }) => readCriterion(request, label),
  }),
);

const ModelPlanType = builder.objectRef<ModelPlan>('ModelPlan').implement({
  description: 'A plan that a language model is asked for, before a webset is made. It is kept for a day.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID', description: 'The id, for `modelPlan`.' }),
    state: t.expose('state', { type: RunStateType, description: 'The state it is in.' }),
    detail: t.exposeString('detail', { nullable: true, description: 'The reason for which no plan was made; null unless it failed.' }),
    suggestion: t.field({
      type: PlanSuggestion,
      nullable: true,
      description: 'Criteria and columns by the model, number of results and category by rule; null until it is completed.',
      resolve: ({ request, category, criteria, columns }) =>
        criteria && columns && { ...suggestPlan(request, category), whole: null, criteria, columns, request },
    }),
    cost: t.expose('spent', { type: CostType, description: 'What the model took so far, failed calls included.' }),
  }),
});

builder.queryField('modelPlan', (t) =>
  t.field({
    type: ModelPlanType,
    description: 'A plan that `planWithModel` asked for. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
    args: { id: t.arg({ type: 'UUID', required: true, description: 'The id of the plan.' }) },
    resolve: (_root, { id }, context) => getModelPlan(context, id),
  }),
);

builder.relayMutationField(
  'planWithModel',
  {
    description: 'What to plan for.',
    validate: inputOf(z.object({ request: createWebsetInput.shape.originalQuery, category: z.enum(CATEGORIES).optional() })),
    inputFields: (t) => ({
      request: t.string({ required: true, description: 'The request in plain English, at least 1 character.' }),
      category: t.field({ type: CategoryType, description: 'What kind of thing is looked for.' }),
    }),
  },
  {
    description:
      'Has a worker ask the language model for criteria and columns, under the caps of a run; `modelPlan` says when they are there. It counts as a run of the caller’s hour. BAD_REQUEST where no model is configured; CONFLICT while three of the caller’s are alive.',
    resolve: async (_root, { input }, context) => ({
      plan: await planWithModel(context, { request: input.request, category: input.category ?? null }),
    }),
  },
  {
    description: 'The answer of planWithModel.',
    outputFields: (t) => ({ plan: t.expose('plan', { type: ModelPlanType, description: 'The plan, which waits for a worker.' }) }),
  },
);

builder.relayMutationField(
  'cancelModelPlan',
  {
    description: 'Which plan to cancel.',
    inputFields: (t) => ({ id: t.field({ type: 'UUID', required: true, description: 'The id of the plan.' }) }),
  },
  {
    description: 'Stops a plan that is alive; one that has ended stays as it is.',
    resolve: async (_root, { input }, context) => ({ plan: await cancelModelPlan(context, input.id) }),
  },
  {
    description: 'The answer of cancelModelPlan.',
    outputFields: (t) => ({ plan: t.expose('plan', { type: ModelPlanType, description: 'The plan, which has ended.' }) }),
  },
);
