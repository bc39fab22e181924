import { type Model, openModel } from '../agent/model/ask.ts';
import type { ModelPorts } from '../agent/ports.ts';
import type { Config } from '../config.ts';
import { endpointsOf } from './models.ts';

/** Opens the models of this configuration. */
export const openModels = (config: Config, ports: ModelPorts, fetch: typeof globalThis.fetch): Model[] =>
  endpointsOf(config).map(({ endpoint, price }) => openModel(endpoint, price, { ports, fetch }));
