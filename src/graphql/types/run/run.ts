import { z } from 'zod';
import { NANO_USD } from '../../../domain/money/cost.ts';
import { isAlive, RUN_MODES, type RunCounts, type RunReason, type RunState } from '../../../domain/run-state.ts';
import { addSearch } from '../../../services/run/add-search.ts';
import { cancelRun, countRowsLeft, coverRun, getRun, listRunProviders, startRun } from '../../../services/runs.ts';
import { builder, inputOf, withoutNulls, wordsEnum } from '../../builder.ts';
import { RunType, WebsetType } from '../nouns.ts';
import { CostType } from './cost.ts';
import { RunCoverageType, RunProviderType } from './outcome.ts';
import { columnIdsOf, RunModeType } from './run-mode.ts';

export const RunStateType = wordsEnum<RunState>('RunState', 'How far a run is.', {
  queued: 'Waiting for a worker.',
  running: 'A worker is at it.',
  completed: 'It ended in order.',
  cancelled: 'It was cancelled.',
  failed: 'It failed; its reason says why.',
});

const RunReasonType = wordsEnum<RunReason>('RunReason', 'The reason for a run’s end.', {
  target_reached: 'As many rows match as were wanted.',
  candidates_exhausted: 'The searches found nothing more to read.',
  read_through: 'All pages of its collections were read: they are no more than it may read.',
  coverage_reached: 'Another 100 pages would have brought about one match (`coverage`).',
  waiting_for_uploads: 'The minutes allowed were used up before any of the files that it searches was read.',
  rows_done: 'All rows that it was asked about were judged; it did not search.',
  low_match_rate: 'Of 100 results or more, some but under 1 % matched, so that it was not searched on.',
  page_budget: 'The pages allowed were used up.',
  time_budget: 'The minutes allowed were used up.',
  cost_budget: 'The money allowed was used up; `detail` says which cap.',
  cancelled: 'Somebody cancelled it.',
  search_unavailable: 'No search provider could be used.',
  repeated_failure: 'The same stage failed again and again.',
  poison_page: 'A page brought the worker down again and again.',
});

const RunCountsType = builder.objectRef<RunCounts>('RunCounts').implement({
  description: 'What a run has done so far.',
  fields: (t) => ({
    searches: t.exposeInt('searches', {
      description: 'Searches made: one asks every provider that is on for a page of a query’s answers.',
    }),
    found: t.exposeInt('found', { description: 'Distinct candidates found.' }),
    read: t.exposeInt('read', { description: 'Number of pages read.' }),
    unreadable: t.exposeInt('unreadable', { description: 'Pages that could not be read.' }),
    judged: t.exposeInt('judged', { description: 'Number of rows judged.' }),
    matched: t.exposeInt('matched', { description: 'Number of rows that match.' }),
  }),
});

builder.node(RunType, {
  description: 'One piece of work for a webset: a search of the web, or judging the rows that it has.',
  id: { resolve: (run) => run.id },
  loadWithoutCache: (id: string, context) => getRun(context, id),
  fields: (t) => ({
    uuid: t.expose('id', { type: 'UUID', description: 'The id in REST and in events.' }),
    mode: t.expose('mode', { type: RunModeType, description: 'What it does.' }),
    state: t.expose('state', { type: RunStateType, description: 'The state it is in.' }),
    alive: t.boolean({ description: 'Whether it is queued or running.', resolve: isAlive }),
    reason: t.expose('reason', { type: RunReasonType, nullable: true, description: 'Why it ended; null while it is alive.' }),
    detail: t.exposeString('detail', { nullable: true, description: 'The reason in words, and what to do about it.' }),
    attempt: t.exposeInt('attempt', { description: 'How many times a worker has taken it.' }),
    counts: t.expose('counts', { type: RunCountsType, description: 'What it has done so far.' }),
    providers: t.field({
      type: [RunProviderType],
      description: 'The search providers that it has asked, in the order they were first asked, and what came of it.',
      resolve: (run, _args, context) => listRunProviders(context, run),
    }),
    coverage: t.field({
      type: RunCoverageType,
      nullable: true,
      description:
        'How complete its search is, of what its providers can find; null of a run that does not search, before it has planned, and where it read every page of its collections.',
      resolve: (run, _args, context) => coverRun(context, run),
    }),
    rowsLeft: t.int({
      nullable: true,
      description: 'How many rows it has still to judge; null of a search, and once it has ended.',
      resolve: (run, _args, context) => countRowsLeft(context, run),
    }),
    target: t.exposeInt('target', { description: 'How many rows that match are wanted.' }),
    maxPages: t.exposeInt('maxPages', { description: 'How many pages it may read.' }),
    maxMinutes: t.exposeInt('maxMinutes', { description: 'How many minutes workers may hold it; those in which it waits do not count.' }),
    maxSearches: t.exposeInt('maxSearches', { description: 'How many searches it may make.' }),
    maxCost: t.float({
      nullable: true,
      description: 'What models may cost, in US dollars; null: no cap.',
      resolve: ({ maxCostNanoUsd }) => (maxCostNanoUsd === null ? null : maxCostNanoUsd / NANO_USD),
    }),
    cost: t.expose('spent', {
      type: CostType,
      description: 'What models took so far, failed calls included. What is set aside for calls at work counts.',
    }),
    saved: t.expose('saved', {
      type: CostType,
      description: 'What models would have taken besides, had they judged every page: about, by what a page took.',
    }),
    judgeShare: t.expose('judgeShare', {
      type: 'Float',
      nullable: true,
      description: 'The share of the pages that a model judges, 0 to 1; null: as many as what is learned from them needs.',
    }),
    criterionIds: t.expose('criterionIds', {
      type: ['UUID'],
      description: 'The criteria it judges: those there were when it was started, and those it derived.',
    }),
    enrichmentIds: t.expose('enrichmentIds', {
      type: ['UUID'],
      description: 'The columns it fills: those there were when it was started.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request for it.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When a worker first took it.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'Time at which it ended.' }),
  }),
});

const startRunInput = z.object({
  websetId: z.string(),
  target: z.int().min(1).optional(),
  maxPages: z.int().min(1).optional(),
  maxMinutes: z.int().min(1).optional(),
  maxSearches: z.int().min(1).optional(),
  maxCost: z.number().min(0).optional(),
  judgeShare: z.number().min(0).max(1).optional(),
  mode: z.enum(RUN_MODES).optional(),
  rowIds: z.array(z.string()).optional(),
  criterionIds: z.array(z.string()).optional(),
  enrichmentIds: z.array(z.string()).optional(),
});

builder.relayMutationField(
  'startRun',
  {
    description: 'Which webset to run, and how far: at most to `Service.ceilings`. What is left out is the service’s own setting.',
    validate: inputOf(startRunInput),
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      target: t.int({ description: 'How many rows that match are wanted, from 1.' }),
      maxPages: t.int({ description: 'How many pages it may read, from 1.' }),
      maxMinutes: t.int({ description: 'How many minutes workers may hold it, from 1.' }),
      maxSearches: t.int({ description: 'How many searches it may make, from 1.' }),
      maxCost: t.float({
        description: 'What models may cost, in US dollars. A run that reaches it ends in order; with a higher one the next goes on.',
      }),
      judgeShare: t.float({
        description:
          'The share of the pages that a model judges, 0 to 1; what it says teaches how the others are decided, at no cost. Left out, the service’s own setting.',
      }),
      mode: t.field({ type: RunModeType, description: 'What the run does; SEARCH when left out.' }),
      rowIds: t.field({
        type: ['UUID'],
        description: 'Which rows are filled or judged again, 1 to 1000; all when left out. Not for a search.',
      }),
      criterionIds: t.field({
        type: ['UUID'],
        description: 'Which criteria are judged; all when neither these nor columns are named. Not for a search.',
      }),
      enrichmentIds: t.field({
        type: ['UUID'],
        description: 'Which columns are filled; all when neither these nor criteria are named. Not for a search.',
      }),
    }),
  },
  {
    description:
      'Starts a run. BAD_REQUEST for a budget above a ceiling, which it names, and for rows, criteria and columns of another webset; CONFLICT while one is alive; TOO_MANY_REQUESTS beyond the hourly limit.',
    resolve: async (_root, { input }, context) => {
      const { websetId, maxCost, criterionIds, enrichmentIds, ...budget } = withoutNulls(input);
      const maxCostNanoUsd = maxCost === undefined ? {} : { maxCostNanoUsd: Math.round(maxCost * NANO_USD) };
      return {
        webset: await startRun(context, websetId, { ...budget, ...columnIdsOf({ criterionIds, enrichmentIds }), ...maxCostNanoUsd }),
      };
    },
  },
  {
    description: 'The answer of startRun.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset, with the run that was started.' }) }),
  },
);

builder.relayMutationField(
  'cancelRun',
  {
    description: 'Whose run to cancel.',
    inputFields: (t) => ({ websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }) }),
  },
  {
    description: 'Stops the run that is alive; rows found so far are kept. Without one, nothing changes.',
    resolve: async (_root, { input }, context) => ({ webset: await cancelRun(context, input.websetId) }),
  },
  {
    description: 'The answer of cancelRun.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset, its run cancelled.' }) }),
  },
);

builder.relayMutationField(
  'addSearch',
  {
    description: 'What the run at work is to search for as well: a query, the webset’s request on a site, or a query on a site.',
    inputFields: (t) => ({
      websetId: t.field({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      query: t.string({ description: 'Words to search for; the webset’s request when left out.' }),
      site: t.string({ description: 'The host to search, such as `example.org`, or an address on it; all of the web when left out.' }),
    }),
  },
  {
    description:
      'Has the run at work search for something more, in its next round and within its searches. CONFLICT while none searches; BAD_REQUEST for a query that is empty or too long, a site that is no host, and beyond 20 of a run.',
    resolve: async (_root, { input }, context) => {
      const { websetId, ...added } = withoutNulls(input);
      return { webset: await addSearch(context, websetId, added) };
    },
  },
  {
    description: 'The answer of addSearch.',
    outputFields: (t) => ({ webset: t.expose('webset', { type: WebsetType, description: 'The webset, with the run at work.' }) }),
  },
);
