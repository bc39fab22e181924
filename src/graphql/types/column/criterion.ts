import { z } from 'zod';
import { criterionChange, criterionInput } from '../../../domain/criterion.ts';
import { type Learning, NOTHING_LEARNED } from '../../../domain/review/learning.ts';
import { asksOf, isKind } from '../../../services/asks.ts';
import { addCriterion, getCriterion, removeCriterion, updateCriterion } from '../../../services/columns.ts';
import { listLearnings } from '../../../services/review/queue.ts';
import { builder, type Context, inputOf, withoutNulls } from '../../builder.ts';
import { CriterionType, type PlacedCriterion } from '../nouns.ts';

const LearningType = builder.objectRef<Learning>('Learning').implement({
  description: 'How far learning from people’s answers is, for one criterion.',
  fields: (t) => ({
    answers: t.exposeInt('answers', { description: 'Answers that count, unsure ones among them.' }),
    yes: t.exposeInt('yes', { description: 'Answers that say yes, those of a model that teaches among them.' }),
    no: t.exposeInt('no', {
      description:
        'Answers that say no, those of a model and rows of the wrong kind among them. Other rows are decided from three yes and three no on.',
    }),
    decided: t.exposeInt('decided', { description: 'Rows that were decided match or no_match without an answer of their own.' }),
    found: t.exposeInt('found', { description: 'Rows that match, those that people answered among them.' }),
    precision: t.exposeFloat('precision', {
      nullable: true,
      description:
        'Estimated share of the matches that nobody answered that are right, 0 to 1, from what was predicted before each answer; null below eight answers and without any.',
    }),
    low: t.exposeFloat('low', { nullable: true, description: 'Lower end of its 90 % interval.' }),
    high: t.exposeFloat('high', { nullable: true, description: 'Upper end of its 90 % interval.' }),
    missed: t.exposeFloat('missed', {
      nullable: true,
      description: 'How many rows are expected to meet it that are not among those found; null below eight answers.',
    }),
    missedLow: t.exposeFloat('missedLow', { nullable: true, description: 'Lower end of its 90 % interval.' }),
    missedHigh: t.exposeFloat('missedHigh', { nullable: true, description: 'Upper end of its 90 % interval.' }),
    current: t.exposeBoolean('current', { description: 'Whether all answers are part of the verdicts.' }),
  }),
});

const loaded = new WeakMap<Context, Map<string, Promise<Map<string, Learning>>>>();

/** Read once for all criteria of a webset that a request asks about. */
async function learningOf(context: Context, { id, websetId }: PlacedCriterion): Promise<Learning> {
  const known = loaded.get(context) ?? new Map<string, Promise<Map<string, Learning>>>();
  loaded.set(context, known);
  const found = known.get(websetId) ?? listLearnings(context, websetId);
  known.set(websetId, found);
  return (await found).get(id) ?? { ...NOTHING_LEARNED, answers: 0, yes: 0, no: 0, current: true };
}

/** What the texts of a reading are, wherever a criterion has one. */
export const ASKS =
  'What the rules understand it to ask, by its label and the request: one short text a question, such as “place: in Germany (country)”; “its words” where it is looked for by them alone. Another wording of the label corrects it.';

builder.node(CriterionType, {
  description: 'A yes/no check that every result is judged by, with the page’s words as evidence.',
  id: { resolve: (criterion) => criterion.id },
  loadWithoutCache: (id: string, context) => getCriterion(context, id),
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id in REST.' }),
    label: t.exposeString('label', { description: 'Its name, unique among the criteria of its webset.' }),
    description: t.exposeString('description', { nullable: true, description: 'What exactly is asked, when it was said.' }),
    derived: t.exposeBoolean('derived', { description: 'Whether the agent made it from the request.' }),
    isKind: t.boolean({
      description:
        'Whether it names the kind of thing that the request looks for. Of pages of a collection that a person chose, the kind is presumed where nothing on the page speaks against it and all else is met.',
      resolve: (criterion, _args, context) => isKind(context, criterion),
    }),
    asks: t.stringList({ description: ASKS, resolve: (criterion, _args, context) => asksOf(context, criterion) }),
    required: t.exposeBoolean('required', { description: 'Whether it counts in the combined verdict of a row.' }),
    learning: t.field({
      type: LearningType,
      description: 'How far learning from people’s answers is.',
      resolve: (criterion, _args, context) => learningOf(context, criterion),
    }),
  }),
});

builder.relayMutationField(
  'addCriterion',
  {
    description: 'A new criterion.',
    validate: inputOf(criterionInput.extend({ websetId: z.string(), required: z.boolean().optional() })),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      label: t.string({ required: true, description: 'Its name, 1 to 80 characters, unique among the criteria of the webset.' }),
      description: t.string({ description: 'What exactly is asked, at most 500 characters.' }),
      required: t.boolean({ description: 'Whether it counts in the combined verdict of a row; true when left out.' }),
    }),
  },
  {
    description:
      'Adds a criterion; results are judged by it from the next run on. CONFLICT when the label is taken, or there are 100 already.',
    resolve: async (_root, { input }, context) => {
      const { websetId, ...criterion } = withoutNulls(input);
      return { criterion: await addCriterion(context, websetId, criterion) };
    },
  },
  {
    description: 'The answer of addCriterion.',
    outputFields: (t) => ({ criterion: t.expose('criterion', { type: CriterionType, description: 'The new criterion.' }) }),
  },
);

builder.relayMutationField(
  'updateCriterion',
  {
    description: 'What to change of a criterion; an absent field stays as it is.',
    validate: inputOf(criterionChange.extend({ criterionId: z.string() }), 'description'),
    inputFields: (t) => ({
      criterionId: t.field({ type: 'UUID', required: true, description: 'The id of the criterion.' }),
      label: t.string({ description: 'Its new name, 1 to 80 characters.' }),
      description: t.string({ description: 'What exactly is asked, at most 500 characters; null removes it.' }),
      required: t.boolean({ description: 'Whether it counts in the combined verdict of a row; rows are combined anew at once.' }),
    }),
  },
  {
    description: 'Changes a criterion. CONFLICT while a run is alive, or when the label is taken.',
    resolve: async (_root, { input }, context) => {
      const { criterionId, ...change } = withoutNulls(input, 'description');
      return { criterion: await updateCriterion(context, criterionId, change) };
    },
  },
  {
    description: 'The answer of updateCriterion.',
    outputFields: (t) => ({ criterion: t.expose('criterion', { type: CriterionType, description: 'The criterion as it is now.' }) }),
  },
);

builder.relayMutationField(
  'removeCriterion',
  {
    description: 'The criterion to remove.',
    inputFields: (t) => ({ criterionId: t.field({ type: 'UUID', required: true, description: 'The id of the criterion.' }) }),
  },
  {
    description: 'Removes a criterion and its verdicts. CONFLICT while a run is alive.',
    resolve: async (_root, { input: { criterionId } }, context) => {
      await removeCriterion(context, criterionId);
      return { criterionId };
    },
  },
  {
    description: 'The answer of removeCriterion.',
    outputFields: (t) => ({ criterionId: t.expose('criterionId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
  },
);
