import type { Config } from '../config.ts';
import type { ServiceFacts, Switch } from '../domain/service.ts';
import { providerSwitches } from './providers.ts';

/** How the service is set up, for those who look at its settings page. */
export const serviceFacts = (config: Config): ServiceFacts => ({
  searchProviders: providerSwitches(config),
  models: modelSwitches(),
  anonymous: config.anonymous,
  signUp: config.signUp,
  samples: config.samples,
  graphiql: config.graphiql,
});

/** What judges. */
const modelSwitches = (): Switch[] => [
  { name: 'rules', enabled: true, setting: null, note: 'Judges by the words of the page, without a model and without a cost.' },
];
