import { z } from 'zod';
import { NANO_USD } from '../../../domain/money/cost.ts';
import { BUDGET_MAX, type RunBudget } from '../../../domain/run-state.ts';
import type { FeatureStatus, LocalServer, ServiceFacts } from '../../../domain/service/facts.ts';
import { countIndexedPages, type IndexedPages } from '../../../services/collections/collections.ts';
import { budgetOf, type Ceilings, ceilingsOf } from '../../../services/run/budget.ts';
import { estimatePlan } from '../../../services/run/estimate.ts';
import { findOperator } from '../../../services/settings/settings.ts';
import { builder } from '../../builder.ts';
import { EstimateType } from '../run/cost.ts';

const pagesInput = z.int().min(1).max(BUDGET_MAX.maxPages);

const FeatureStatusType = builder.objectRef<FeatureStatus>('ServiceSwitch').implement({
  description: 'A part of the service that a setting turns on.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the part.' }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether the part is on.' }),
    setting: t.exposeString('setting', {
      nullable: true,
      description: 'The environment variable that turns it on; null: it is always there.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'What it is, or why it is not on.' }),
  }),
});

const LocalServerType = builder.objectRef<LocalServer>('LocalServer').implement({
  description: 'A server of language models, or SearXNG, that answers on the machine of the service.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Ollama, LM Studio, llama.cpp, vLLM or SearXNG, known by what it answers.' }),
    baseUrl: t.string({
      nullable: true,
      description: 'Where it is asked, as a setting takes it; null to who is not the operator.',
      resolve: async ({ baseUrl }, _args, context) => ((await findOperator(context)) === 'caller' ? baseUrl : null),
    }),
    models: t.exposeStringList('models', { description: 'The names of its language models; those for embeddings are left out.' }),
    usable: t.exposeBoolean('usable', {
      description: 'Whether it can be used: it has a language model, or searches with JSON.',
    }),
  }),
});

const RunCeilingsType = builder.objectRef<Ceilings>('RunCeilings').implement({
  description: 'The most that the caller may name for a run.',
  fields: (t) => ({
    target: t.int({ description: 'Number of rows that match.', resolve: ({ target }) => target.most }),
    maxPages: t.int({ description: 'Number of pages read.', resolve: ({ maxPages }) => maxPages.most }),
    maxMinutes: t.int({ description: 'Minutes that workers hold it.', resolve: ({ maxMinutes }) => maxMinutes.most }),
    maxSearches: t.int({ description: 'Number of searches made.', resolve: ({ maxSearches }) => maxSearches.most }),
    maxCost: t.float({
      description: 'What models may cost, in US dollars.',
      resolve: ({ maxCostNanoUsd }) => maxCostNanoUsd.most / NANO_USD,
    }),
  }),
});

const RunDefaultsType = builder.objectRef<Required<RunBudget>>('RunDefaults').implement({
  description: 'The limits of a run for which its caller names none.',
  fields: (t) => ({
    target: t.exposeInt('target', { description: 'Rows that match; a number of results in the request comes before it.' }),
    maxPages: t.exposeInt('maxPages', { description: 'Number of pages read.' }),
    maxMinutes: t.exposeInt('maxMinutes', { description: 'Minutes that workers hold it.' }),
    maxSearches: t.exposeInt('maxSearches', { description: 'Number of searches made.' }),
    maxCost: t.float({
      nullable: true,
      description: 'What models may cost, in US dollars; null: no limit.',
      resolve: ({ maxCostNanoUsd }) => (maxCostNanoUsd === null ? null : maxCostNanoUsd / NANO_USD),
    }),
  }),
});

const IndexedPagesType = builder.objectRef<IndexedPages>('IndexedPages').implement({
  description: 'The pages here that a request of the caller may search: the caller’s own, the operator’s and the samples.',
  fields: (t) => ({
    all: t.exposeInt('all', { description: 'All of them.' }),
    samples: t.exposeInt('samples', { description: 'Those of the sample web.' }),
  }),
});

export const ServiceType = builder.objectRef<ServiceFacts>('Service').implement({
  description: 'How this service is set up.',
  fields: (t) => ({
    searchProviders: t.expose('searchProviders', { type: [FeatureStatusType], description: 'The search providers there are, on or off.' }),
    models: t.expose('models', { type: [FeatureStatusType], description: 'What judges: the rules, and language models.' }),
    anonymous: t.exposeBoolean('anonymous', { description: 'Whether who has not signed in may do anything.' }),
    signUp: t.exposeBoolean('signUp', { description: 'Whether anybody may make an account.' }),
    samples: t.exposeBoolean('samples', { description: 'Whether the sample web is served under /samples/.' }),
    ceilings: t.field({
      type: RunCeilingsType,
      description: 'How far the caller may have a run go; who has an account may have it go further.',
      resolve: (_service, _args, context) => ceilingsOf(context),
    }),
    defaults: t.field({
      type: RunDefaultsType,
      description: 'How far a run goes for which the caller names nothing.',
      resolve: (_service, _args, context) => budgetOf(context, {}),
    }),
    indexedPages: t.field({
      type: IndexedPagesType,
      description: 'How many pages were indexed or uploaded here, of those that the caller may search.',
      resolve: (_service, _args, context) => countIndexedPages(context),
    }),
    estimate: t.field({
      type: EstimateType,
      nullable: true,
      description: 'What the first run of a new webset may take of language models; null where the rules judge.',
      args: {
        maxPages: t.arg.int({ required: true, description: 'Pages that it may read.', validate: { schema: pagesInput } }),
        cells: t.arg.int({
          required: true,
          description: 'Criteria and columns, 0 to 200.',
          validate: { schema: z.int().min(0).max(200) },
        }),
      },
      resolve: (_service, args, context) => estimatePlan(context, args),
    }),
    localServers: t.field({
      type: [LocalServerType],
      nullable: true,
      description:
        'The model servers and SearXNG that answer on the machine of the service, at their usual ports; one is used once `webset model` or LLM_PROVIDER=auto says so. Null where the service listens beyond that machine.',
      resolve: ({ findLocal }) => findLocal?.() ?? null,
    }),
    graphiql: t.exposeBoolean('graphiql', { description: 'Whether GraphiQL answers browsers at /graphql.' }),
  }),
});

builder.queryField('service', (t) =>
  t.field({
    type: ServiceType,
    description: 'How this service is set up: what is on, and which environment variable turns on what is not. No addresses, no keys.',
    resolve: (_root, _args, { facts }) => facts,
  }),
);
