import { z } from 'zod';
import { sourcesInput } from '../../../domain/page/collection.ts';
import { BUDGET_MAX, isAlive } from '../../../domain/run-state.ts';
import {
  type Category,
  changedAt,
  createWebsetInput,
  type RowCounts,
  statusOf,
  titleInput,
  type WebsetStatus,
} from '../../../domain/webset-state.ts';
import { listNamed } from '../../../services/collections/collections.ts';
import { countEvents } from '../../../services/events.ts';
import { openWebsetOnce } from '../../../services/open.ts';
import { countByVerdict } from '../../../services/rows.ts';
import { estimateRun } from '../../../services/run/estimate.ts';
import { outcomeOf } from '../../../services/run/outcome.ts';
import { listRuns } from '../../../services/runs.ts';
import { createWebset, deleteWebset, duplicateWebset, getWebset, renameWebset } from '../../../services/websets.ts';
import { builder, inputOf, withoutNulls, wordsEnum } from '../../builder.ts';
import { SearchedCollectionType } from '../collection/collection.ts';
import { columnsOf } from '../column/columns.ts';
import { CriterionType, EnrichmentType, RunType, WebsetType } from '../nouns.ts';
import { EstimateType } from '../run/cost.ts';
import { OutcomeType } from '../run/outcome.ts';
import { columnIdsOf, RunModeType } from '../run/run-mode.ts';

export const CategoryType = wordsEnum<Category>('Category', 'What kind of thing a webset looks for.', {
  people: 'Persons.',
  companies: 'Companies and other organisations.',
  research: 'Research papers.',
  articles: 'Articles.',
  posts: 'Posts, as in blogs and forums.',
});

const WebsetStatusType = wordsEnum<WebsetStatus>('WebsetStatus', 'How far a webset is.', {
  draft: 'No run was ever started.',
  running: 'A run is queued or running.',
  completed: 'The last run ended in order.',
  cancelled: 'The last run was cancelled.',
  failed: 'The last run failed; its reason says why.',
});

const shareInput = z.number().min(0).max(1);
const pagesInput = z.int().min(1).max(BUDGET_MAX.maxPages);

const RowCountsType = builder.objectRef<RowCounts>('RowCounts').implement({
  description: 'How many rows there are of each kind. Hidden ones are counted as hidden only.',
  fields: (t) => ({
    match: t.exposeInt('match', { description: 'Those that match.' }),
    partial: t.exposeInt('partial', { description: 'Those that match in part.' }),
    needsReview: t.exposeInt('needsReview', { description: 'Those that a person should look at.' }),
    noMatch: t.exposeInt('noMatch', { description: 'Those that do not match.' }),
    noByAnswers: t.exposeInt('noByAnswers', {
      description: 'Of those that do not match, the ones by answers on other rows alone: nothing on their pages says so.',
    }),
    pending: t.exposeInt('pending', { description: 'Those not all evaluated yet.' }),
    hidden: t.exposeInt('hidden', { description: 'Those that were hidden, whatever their verdict.' }),
    merged: t.exposeInt('merged', {
      description: 'Those that were merged into others, which show their pages: counted in no other number.',
    }),
  }),
});

builder.node(WebsetType, {
  description: 'A request in plain English and the dataset that answers it.',
  id: { resolve: (webset) => webset.id },
  loadWithoutCache: (id: string, context) => getWebset(context, id),
  fields: (t) => ({
    uuid: t.expose('id', {
      type: 'UUID',
      description: 'The id in REST, URLs and exports. Of an anonymous webset it is the capability to open it.',
    }),
    title: t.exposeString('title', { nullable: true, description: 'The display title; null until it is renamed.' }),
    originalQuery: t.exposeString('originalQuery', { description: 'The request, as sent.' }),
    category: t.expose('category', {
      type: CategoryType,
      nullable: true,
      description: 'What kind of thing is looked for, when it was said.',
    }),
    notes: t.exposeString('notes', { nullable: true, description: 'What the agent should know besides the request.' }),
    collections: t.field({
      type: [SearchedCollectionType],
      nullable: true,
      description:
        'The collections that it searches, those removed meanwhile left out; null: it names none, and searches those of its owner, the operator’s, and the samples where there is nothing else.',
      resolve: (webset, _args, context) => listNamed(context, webset),
    }),
    searchWeb: t.exposeBoolean('searchWeb', { description: 'Whether it searches the web, where that is on.' }),
    answersDeny: t.exposeBoolean('answersDeny', {
      description: 'Whether answers decide other rows to be no match; else these need review.',
    }),
    owned: t.boolean({
      description: 'Whether it belongs to the caller’s account; else anybody with its id may open it, or it is shared.',
      resolve: ({ ownerId }, _args, { viewer }) => ownerId !== null && !viewer.share,
    }),
    status: t.field({ type: WebsetStatusType, description: 'The state it is in.', resolve: statusOf }),
    runAlive: t.boolean({
      description: 'Whether a run is queued or running.',
      resolve: ({ run }) => run !== null && isAlive(run),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
    updatedAt: t.field({ type: 'DateTime', description: 'When it, its columns or its run last changed.', resolve: changedAt }),
    counts: t.field({
      type: RowCountsType,
      description: 'How many rows have which verdict over all criteria.',
      resolve: (webset, _args, context) => countByVerdict(context, webset),
    }),
    criteria: t.field({
      type: [CriterionType],
      description: 'The checks that every result is judged by, in the order made.',
      resolve: (webset, _args, context) => columnsOf(context, webset).criteria(),
    }),
    enrichments: t.field({
      type: [EnrichmentType],
      description: 'The columns that are filled from every result’s page, in the order made.',
      resolve: (webset, _args, context) => columnsOf(context, webset).enrichments(),
    }),
    estimate: t.field({
      type: EstimateType,
      nullable: true,
      description: 'What the next run may take of language models; null of a search where the rules judge.',
      args: {
        mode: t.arg({ type: RunModeType, description: 'Of a run that does this; SEARCH when left out.' }),
        rowIds: t.arg({ type: ['UUID'], description: 'About these rows, 1 to 1000; all when left out. Not for a search.' }),
        criterionIds: t.arg({ type: ['UUID'], description: 'About these criteria, as in startRun. Not for a search.' }),
        enrichmentIds: t.arg({ type: ['UUID'], description: 'About these columns, as in startRun. Not for a search.' }),
        maxPages: t.arg.int({
          description: 'Of a run of at most this many pages; the service’s own setting if left out.',
          validate: { schema: pagesInput },
        }),
        judgeShare: t.arg.float({
          description: 'With a model that judges such a share of them, 0 to 1; the service’s own setting if left out.',
          validate: { schema: shareInput },
        }),
      },
      resolve: (webset, args, context) => {
        const { criterionIds, enrichmentIds, ...named } = withoutNulls(args);
        return estimateRun(context, webset, { ...named, ...columnIdsOf({ criterionIds, enrichmentIds }) });
      },
    }),
    outcome: t.field({
      type: OutcomeType,
      nullable: true,
      description: 'What came of its runs, and what to do next; null before the first has ended, and while one is alive.',
      resolve: (webset, _args, context) => outcomeOf(context, webset, context.facts),
    }),
    eventCount: t.field({
      type: 'EventIndex',
      description: 'How many events its log holds: the index of the next one.',
      resolve: (webset, _args, context) => countEvents(context, webset),
    }),
    run: t.expose('run', { type: RunType, nullable: true, description: 'The latest run; null before the first.' }),
    runs: t.field({
      type: [RunType],
      description: 'Every run, newest first.',
      resolve: (webset, _args, context) => listRuns(context, webset),
    }),
  }),
});

builder.queryField('webset', (t) =>
  t.field({
    type: WebsetType,
    description: 'One webset. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
    args: { id: t.arg({ type: 'UUID', required: true, description: 'The UUID of the webset.' }) },
    resolve: (_root, { id }, context) => openWebsetOnce(context, id),
  }),
);

builder.relayMutationField(
  'createWebset',
  {
    description: 'A request.',
    validate: inputOf(createWebsetInput.extend(sourcesInput.shape)),
    inputFields: (t) => ({
      originalQuery: t.string({ required: true, description: 'The request in plain English, 1 to 10,000 characters.' }),
      category: t.field({ type: CategoryType, description: 'What kind of thing is looked for.' }),
      notes: t.string({ description: 'What the agent should know besides the request, at most 10,000 characters.' }),
      collectionIds: t.field({
        type: ['UUID'],
        description:
          'The collections that it searches, 100 at most, none for the web alone; left out: those of its owner, the operator’s, and the samples where there is nothing else. Missing: NOT_FOUND; somebody else’s: FORBIDDEN.',
      }),
      searchWeb: t.boolean({
        description: 'Whether it searches the web, where that is on; without a word only one that names no collections does.',
      }),
    }),
  },
  {
    description: 'Makes a webset; owned when the caller is signed in. TOO_MANY_REQUESTS beyond the hourly limit.',
    resolve: async (_root, { input }, context) => ({ webset: await createWebset(context, withoutNulls(input)) }),
  },
  {
    description: 'The answer of createWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The new webset.' }) }),
  },
);

builder.relayMutationField(
  'duplicateWebset',
  {
    description: 'Which webset to take as a template.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description:
      'Makes a webset with the request, category, notes, title, criteria and columns of another one, and no rows; owned when the caller is signed in. TOO_MANY_REQUESTS beyond the hourly limit of websets made.',
    resolve: async (_root, { input }, context) => ({ webset: await duplicateWebset(context, input.websetId) }),
  },
  {
    description: 'The answer of duplicateWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The new webset.' }) }),
  },
);

builder.relayMutationField(
  'renameWebset',
  {
    description: 'A new title.',
    validate: inputOf(z.object({ websetId: z.string(), title: titleInput })),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      title: t.string({ required: true, description: 'The display title, 1 to 120 characters.' }),
    }),
  },
  {
    description: 'Sets the display title.',
    resolve: async (_root, { input }, context) => ({ webset: await renameWebset(context, input.websetId, input.title) }),
  },
  {
    description: 'The answer of renameWebset.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset with its new title.' }) }),
  },
);

builder.relayMutationField(
  'deleteWebset',
  {
    description: 'The webset to delete.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description: 'Deletes a webset and its results for good; a run of it is cancelled.',
    resolve: async (_root, { input: { websetId } }, context) => {
      await deleteWebset(context, websetId);
      return { websetId };
    },
  },
  {
    description: 'The answer of deleteWebset.',
    outputFields: (t) => ({ websetId: t.expose('websetId', { type: 'UUID', description: 'The UUID of what is no more.' }) }),
  },
);
