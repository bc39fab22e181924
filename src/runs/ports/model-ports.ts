import type { Clock, ModelPorts, ServiceCalls } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { findCapabilities, findModelAnswer, saveCapabilities, saveModelAnswer } from '../../db/queries/runs/model.ts';
import { storableText } from '../../domain/text.ts';
import { pausesOn } from './ports.ts';

/** The agent's ports for models, on Postgres: all workers share pauses, capabilities and answers. */
export const modelPortsOn = (db: Database, clock: Clock, calls: Pick<ServiceCalls, 'watch'>): ModelPorts => ({
  clock,
  calls,
  pauses: pausesOn(db),
  capabilities: {
    get: (key) => findCapabilities(db, key),
    async put(key, capabilities) {
      await saveCapabilities(db, key, capabilities);
    },
  },
  answers: {
    get: (key) => findModelAnswer(db, key),
    async put(key, text, model) {
      if (storableText(text) === text) await saveModelAnswer(db, key, text, model);
    },
  },
});
