import type { Coverage } from '../../../domain/coverage.ts';
import type { NextStep } from '../../../domain/run-outcome.ts';
import type { ProviderTally } from '../../../domain/run-state.ts';
import type { Outcome } from '../../../services/run/outcome.ts';
import { builder, wordsEnum } from '../../builder.ts';
import { CriterionType } from '../nouns.ts';

const NextStepType = wordsEnum<NextStep>('NextStep', 'What may help where fewer rows match than were wanted.', {
  answer_rows:
    'Answer about ten rows that need review (`Webset.reviewQueue`, reviewVerdict): what is learned from them decides most others.',
  loosen_criterion: 'Reword `Outcome.narrowest` (updateCriterion), make it optional, or remove it.',
  search_more: 'Start another run: the last one stopped before it had found all there is, or nothing else is left to do.',
  turn_on_search: 'Turn on a search provider of the web (`Service.searchProviders`): only pages that were indexed here are searched.',
  connect_model: 'Connect a language model (`Service.models`), which can judge what the rules leave to people.',
});

const PassRateType = builder.objectRef<Outcome['rates'][number]>('PassRate').implement({
  description: 'How the shown rows fare at one criterion. What a person said counts before the reasoner’s verdict.',
  fields: (t) => ({
    criterion: t.expose('criterion', { type: CriterionType, description: 'The criterion.' }),
    match: t.int({ description: 'Rows that meet it.', resolve: ({ counts }) => counts.match }),
    partial: t.int({ description: 'Rows that meet it in part.', resolve: ({ counts }) => counts.partial }),
    needsReview: t.int({ description: 'Rows that a person should look at.', resolve: ({ counts }) => counts.needs_review }),
    noMatch: t.int({ description: 'Rows that do not meet it.', resolve: ({ counts }) => counts.no_match }),
    without: t.exposeInt('without', {
      description: 'Rows that would match without it; 0 where it is optional, or the only required one.',
    }),
  }),
});

export const OutcomeType = builder.objectRef<Outcome>('Outcome').implement({
  description: 'What came of the runs of a webset, and why not more.',
  fields: (t) => ({
    queries: t.exposeStringList('queries', {
      nullable: true,
      description: 'What the last search asked for; null where it had not planned.',
    }),
    passRates: t.expose('rates', { type: [PassRateType], description: 'How many rows meet each criterion, in the order made.' }),
    narrowest: t.expose('narrowest', {
      type: CriterionType,
      nullable: true,
      description: 'The required criterion that keeps most rows from matching; null where none does.',
    }),
    nextSteps: t.expose('steps', {
      type: [NextStepType],
      description: 'What to do next, the most useful first: one step at least, and none where as many rows match as were wanted.',
    }),
  }),
});

export const RunProviderType = builder.objectRef<ProviderTally>('RunProvider').implement({
  description: 'What became of a run’s questions to one search provider.',
  fields: (t) => ({
    name: t.exposeString('provider', { description: 'The name of the provider, as in `Service.searchProviders`.' }),
    asked: t.exposeInt('asked', { description: 'How many times it was asked.' }),
    brought: t.exposeInt('brought', { description: 'How many hits it named, repeated ones included.' }),
    failed: t.exposeInt('failed', { description: 'How many times it failed.' }),
    failure: t.exposeString('failure', { nullable: true, description: 'Why it failed the last time; null where it never did.' }),
  }),
});

export const RunCoverageType = builder.objectRef<Coverage>('RunCoverage').implement({
  description:
    'How many matches there are, of what the search providers of a run can find: an estimate from how often the queries of its plan name the same matches. Queries made from matches may raise it and never lower it.',
  fields: (t) => ({
    found: t.exposeInt('found', { description: 'Number of rows that match now.' }),
    estimate: t.exposeInt('estimate', {
      nullable: true,
      description:
        'How many matches there are, those found included; null where fewer than three queries of the plan, or no match, were found.',
    }),
    low: t.exposeInt('low', { description: 'The lower end of the 90 % interval of the estimate.' }),
    high: t.exposeInt('high', {
      nullable: true,
      description: 'The upper end of the 90 % interval of the estimate; null where there is no estimate.',
    }),
    isAtLeast: t.exposeBoolean('isAtLeast', {
      description: 'Whether too little was read to say more than “at least”: new matches come in about as fast as before.',
    }),
  }),
});
