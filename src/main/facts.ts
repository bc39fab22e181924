import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import type { FeatureStatus, LocalServer, ServiceFacts } from '../domain/service/facts.ts';
import { providerStatuses } from './search-providers.ts';

/** The service's setup, for its settings page. */
export const serviceFacts = (config: Config, ports?: readonly number[]): ServiceFacts => ({
  searchProviders: providerStatuses(config),
  models: modelStatuses(config),
  anonymous: config.anonymous,
  signUp: config.signUp,
  samples: config.samples,
  graphiql: config.graphiql,
  ...(isLoopback(config.host) && { findLocal: keepFor(LOOK_MS, () => findLocal(ports)) }),
});

/** The shortest interval between two scans of this machine, however many callers ask. */
const LOOK_MS = 10_000;

const isLoopback = (host: string) => host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');

async function findLocal(ports?: readonly number[]): Promise<LocalServer[]> {
  const { findServers, LOCAL_PORTS } = await import('./local/servers.ts');
  return (await findServers(ports ?? LOCAL_PORTS)).map((server) =>
    server.kind === 'SearXNG'
      ? { name: server.kind, baseUrl: server.baseUrl, models: [], usable: server.json }
      : { name: server.kind, baseUrl: server.baseUrl, models: server.models, usable: server.models.length > 0 },
  );
}

function keepFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; made: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), made: work() };
    return last.made;
  };
}

/** The state of the models, or of the rules. */
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
