import type { Config } from '../config.ts';
import type { FeatureStatus, ServiceFacts } from '../domain/service.ts';
import { providerStatuses } from './search-providers.ts';

/** How the service is set up, for those who look at its settings page. */
export const serviceFacts = (config: Config): ServiceFacts => ({
  searchProviders: providerStatuses(config),
  models: modelStatuses(config),
  anonymous: config.anonymous,
  signUp: config.signUp,
  samples: config.samples,
  graphiql: config.graphiql,
});

/** What judges. */
const modelStatuses = ({ models, modelFound }: Config): FeatureStatus[] => [
  ...models.map(({ provider, model }, i) => ({
    name: `${provider} ${model}`,
    enabled: true,
    setting: i === 0 ? 'LLM_PROVIDER' : 'LLM_FALLBACK_PROVIDER',
    note:
      i === 0
        ? `Judges pages, under the same guard as the rules.${modelFound ? ` Found at the start: ${modelFound} on this machine (LLM_PROVIDER=auto).` : ''}`
        : 'Judges while the first rests or is unavailable.',
  })),
  ...(models.length === 0
    ? [
        {
          name: 'language model',
          enabled: false,
          setting: 'LLM_PROVIDER',
          note: 'Would judge in the place of the rules, for money or on a machine of yours: `npm run webset -- model` finds one there and sets it up.',
        },
      ]
    : []),
  {
    name: 'rules',
    enabled: true,
    setting: null,
    note:
      models.length > 0
        ? 'The second opinion on numbers, dates and places, and the judge when no model answers.'
        : 'Judges by the words of the page, without a model and without a cost.',
  },
];
