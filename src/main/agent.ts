import { availableParallelism } from 'node:os';
import { openFetcher } from '../agent/fetch/fetcher.ts';
import { lexicalReasoner } from '../agent/judge/lexical.ts';
import type { Model } from '../agent/model/ask.ts';
import { planByModel } from '../agent/model/planner.ts';
import { modelReasoner } from '../agent/model/reasoner.ts';
import { openTransport } from '../agent/model/transport.ts';
import type { Answers, ModelPorts, Ports } from '../agent/ports.ts';
import { openReader } from '../agent/read/reader.ts';
import type { SearchProvider } from '../agent/search/provider.ts';
import type { Config } from '../config.ts';
import { tapedAnswers, tapedModel } from '../runs/tape.ts';
import type { World } from '../runs/world.ts';
import { openModels } from './models.ts';
import { openProviders as openOffered } from './providers.ts';

const USER_AGENT = 'webset/0.1';

export const openReaders = () => openReader({ threads: Math.max(1, Math.min(4, availableParallelism() - 1)), memoryMb: 256, seconds: 20 });

const userAgentOf = ({ contact }: Config) => (contact ? `${USER_AGENT} (+${contact})` : USER_AGENT);

export const openFetchers = (config: Config, { clock }: Pick<Ports, 'clock'>) =>
  openFetcher({ userAgent: userAgentOf(config), allowPrivate: config.allowPrivate, hostDelayMs: config.hostDelayMs, clock });

type Thinking = Pick<World, 'plan' | 'reasoner'>;

/** Who plans and judges by these models; by the rules where there are none. */
export const thinkingBy = (models: readonly Model[], answers: Answers): Thinking => ({
  plan: (input, purse, signal) => planByModel(models, answers, input, purse, signal),
  reasoner: models.length > 0 ? modelReasoner({ models, answers }) : lexicalReasoner(),
});

/** Who plans and judges: the models that this configuration sets up, or the rules. Dispose it to close its connections. */
export function openThinking(config: Config, ports: ModelPorts): Thinking & Required<Pick<World, 'think'>> & AsyncDisposable {
  const transport = openTransport();
  const models = openModels(config, ports, transport.fetch);
  return {
    ...thinkingBy(models, ports.answers),
    think: (tape) =>
      thinkingBy(
        models.map((model) => tapedModel(model, tape)),
        tapedAnswers(ports.answers, tape),
      ),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

export const openProviders = (config: Config, ports: Pick<Ports, 'index' | 'clock'>): SearchProvider[] =>
  openOffered(config, ports, userAgentOf(config));
