import { z } from 'zod';
import { type Criterion, criterionChange, criterionInput } from '../../domain/criterion.ts';
import type { Learning } from '../../domain/review/learning.ts';
import { addCriterion, getCriterion, removeCriterion, updateCriterion } from '../../services/columns.ts';
import { listLearnings } from '../../services/review/queue.ts';
import { builder, type Context, inputOf, withoutNulls } from '../builder.ts';
import { CriterionType } from '../nouns.ts';

const LearningType = builder.objectRef<Learning>('Learning').implement({
  description: 'How far learning from people’s answers is, for one criterion.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'Answers that count.' }),
    decided: t.exposeInt('decided', { description: 'Rows that were decided match or no_match without an answer of their own.' }),
    precision: t.exposeFloat('precision', {
      nullable: true,
      description: 'Estimated share of those that are right, 0 to 1, from what was predicted before each answer; null below eight answers.',
    }),
    low: t.exposeFloat('low', { nullable: true, description: 'Lower end of its 90 % interval.' }),
    high: t.exposeFloat('high', { nullable: true, description: 'Upper end of its 90 % interval.' }),
    current: t.exposeBoolean('current', { description: 'Whether all answers are part of the verdicts.' }),
  }),
});

const loaded = new WeakMap<Context, Map<string, Promise<Map<string, Learning>>>>();

/** Read once for all criteria of a webset that a request asks about. */
async function learningOf(context: Context, { id }: Criterion): Promise<Learning> {
  const { websetId } = await getCriterion(context, id);
  const known = loaded.get(context) ?? new Map<string, Promise<Map<string, Learning>>>();
  loaded.set(context, known);
  const found = known.get(websetId) ?? listLearnings(context, websetId);
  known.set(websetId, found);
  return (await found).get(id) ?? { answers: 0, decided: 0, precision: null, low: null, high: null, current: true };
}

builder.node(CriterionType, {
  description: 'A yes/no check that every result is judged by, with the page’s words as evidence.',
  id: { resolve: (criterion) => criterion.id },
  loadWithoutCache: (id: string, context) => getCriterion(context, id),
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id in REST.' }),
    label: t.exposeString('label', { description: 'Its name, unique among the criteria of its webset.' }),
    description: t.exposeString('description', { nullable: true, description: 'What exactly is asked, when it was said.' }),
    derived: t.exposeBoolean('derived', { description: 'Whether the agent made it from the request.' }),
    required: t.exposeBoolean('required', { description: 'Whether it counts in the combined verdict of a row.' }),
    learning: t.field({
      type: LearningType,
      description: 'How far learning from people’s answers is.',
      resolve: (criterion, _args, context) => learningOf(context, criterion),
    }),
  }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ criterion: Criterion }>(name).implement({
    description: `The answer of ${name[0]?.toLowerCase()}${name.slice(1, -'Payload'.length)}.`,
    fields: (t) => ({ criterion: t.expose('criterion', { type: CriterionType, description }) }),
  });

const AddCriterionInput = builder.inputType('AddCriterionInput', {
  description: 'A new criterion.',
  fields: (t) => ({
    websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
    label: t.string({ required: true, description: 'Its name, 1 to 80 characters, unique among the criteria of the webset.' }),
    description: t.string({ description: 'What exactly is asked, at most 500 characters.' }),
    required: t.boolean({ description: 'Whether it counts in the combined verdict of a row; true when left out.' }),
  }),
});

const AddCriterionPayload = payload('AddCriterionPayload', 'The new criterion.');

builder.mutationField('addCriterion', (t) =>
  t.field({
    type: AddCriterionPayload,
    description:
      'Adds a criterion; results are judged by it from the next run on. CONFLICT when the label is taken, or there are 100 already.',
    args: {
      input: t.arg({
        type: AddCriterionInput,
        required: true,
        description: 'The new criterion.',
        validate: inputOf(criterionInput.extend({ websetId: z.string(), required: z.boolean().optional() })),
      }),
    },
    resolve: async (_root, { input }, context) => {
      const { websetId, ...criterion } = withoutNulls(input);
      return { criterion: await addCriterion(context, websetId, criterion) };
    },
  }),
);

const UpdateCriterionInput = builder.inputType('UpdateCriterionInput', {
  description: 'What to change of a criterion; an absent field stays as it is.',
  fields: (t) => ({
    criterionId: t.field({ type: 'UUID', required: true, description: 'The id of the criterion.' }),
    label: t.string({ description: 'Its new name, 1 to 80 characters.' }),
    description: t.string({ description: 'What exactly is asked, at most 500 characters; null takes it away.' }),
    required: t.boolean({ description: 'Whether it counts in the combined verdict of a row; rows are combined anew at once.' }),
  }),
});

const UpdateCriterionPayload = payload('UpdateCriterionPayload', 'The criterion as it is now.');

builder.mutationField('updateCriterion', (t) =>
  t.field({
    type: UpdateCriterionPayload,
    description: 'Changes a criterion. CONFLICT while a run is alive, or when the label is taken.',
    args: {
      input: t.arg({
        type: UpdateCriterionInput,
        required: true,
        description: 'The change.',
        validate: inputOf(criterionChange.extend({ criterionId: z.string() }), 'description'),
      }),
    },
    resolve: async (_root, { input }, context) => {
      const { criterionId, ...change } = withoutNulls(input, 'description');
      return { criterion: await updateCriterion(context, criterionId, change) };
    },
  }),
);

const RemoveCriterionInput = builder.inputType('RemoveCriterionInput', {
  description: 'Which criterion to remove.',
  fields: (t) => ({ criterionId: t.field({ type: 'UUID', required: true, description: 'The id of the criterion.' }) }),
});

const RemoveCriterionPayload = builder.objectRef<{ criterionId: string }>('RemoveCriterionPayload').implement({
  description: 'The answer of removeCriterion.',
  fields: (t) => ({ criterionId: t.expose('criterionId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
});

builder.mutationField('removeCriterion', (t) =>
  t.field({
    type: RemoveCriterionPayload,
    description: 'Removes a criterion and its verdicts. CONFLICT while a run is alive.',
    args: { input: t.arg({ type: RemoveCriterionInput, required: true, description: 'The id of the criterion.' }) },
    resolve: async (_root, { input: { criterionId } }, context) => {
      await removeCriterion(context, criterionId);
      return { criterionId };
    },
  }),
);
