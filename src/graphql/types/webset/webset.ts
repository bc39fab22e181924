import { z } from 'zod';
import { BUDGET_MAX, isAlive } from '../../../domain/run-state.ts';
import { changedAt, type RowCounts, statusOf } from '../../../domain/webset-state.ts';
import { listNamed } from '../../../services/collections/collections.ts';
import { countEvents } from '../../../services/events.ts';
import { openWebsetOnce } from '../../../services/open.ts';
import { countByVerdict } from '../../../services/rows.ts';
import { estimateRun } from '../../../services/run/estimate.ts';
import { outcomeOf } from '../../../services/run/outcome.ts';
import { listRuns } from '../../../services/runs.ts';
import { getWebset } from '../../../services/websets.ts';
import { builder, withoutNulls } from '../../builder.ts';
import { SearchedCollectionType } from '../collection/collection.ts';
import { columnsOf } from '../column/columns.ts';
import { CriterionType, EnrichmentType, RunType, WebsetType } from '../nouns.ts';
import { EstimateType } from '../run/cost.ts';
import { OutcomeType } from '../run/outcome.ts';
import { columnIdsOf, RunModeType } from '../run/run-mode.ts';
import { CategoryType, WebsetStatusType } from './webset-enums.ts';

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
