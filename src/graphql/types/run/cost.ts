import { NANO_USD, type Spent } from '../../../domain/money/cost.ts';
import type { RunEstimate } from '../../../services/run/estimate.ts';
import { builder } from '../../builder.ts';

/** What models took, as people count it. */
export const CostType = builder.objectRef<Spent>('Cost').implement({
  description: 'What language models took: nothing where the rules judged, or an answer was known already.',
  fields: (t) => ({
    dollars: t.float({ description: 'In US dollars, by the price table.', resolve: ({ costNanoUsd }) => costNanoUsd / NANO_USD }),
    inputTokens: t.exposeFloat('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeFloat('outputTokens', { description: 'Tokens written.' }),
  }),
});

export const EstimateType = builder.objectRef<RunEstimate>('RunEstimate').implement({
  description: 'What a run may take, from its pages, its cells and what runs before took. It ends sooner when enough rows match.',
  fields: (t) => ({
    model: t.exposeString('model', { description: 'The model that is asked first; `rules` where the rules judge.' }),
    rows: t.exposeInt('rows', { nullable: true, description: 'How many rows a run that does not search would judge; null of a search.' }),
    seconds: t.exposeFloat('seconds', {
      nullable: true,
      description: 'How long a run that does not search may take, by earlier runs; null of a search, and before the first run.',
    }),
    searches: t.exposeInt('searches', {
      nullable: true,
      description:
        'Searches at most, each of all providers that are on: those with a key may cost money. Null of a run that does not search.',
    }),
    calls: t.exposeInt('calls', {
      description: 'Calls at most, without those that are asked again: one a page that a model is asked of, and of a search one to plan.',
    }),
    inputTokens: t.exposeFloat('inputTokens', { description: 'Tokens read.' }),
    outputTokens: t.exposeFloat('outputTokens', { description: 'Tokens written.' }),
    dollars: t.float({
      nullable: true,
      description: 'In US dollars; null where the price of the model is not known.',
      resolve: ({ costNanoUsd, priced }) => (priced ? costNanoUsd / NANO_USD : null),
    }),
  }),
});
