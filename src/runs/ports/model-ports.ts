import type { Clock, ModelPorts, ServiceCalls } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { findCapabilities, findModelAnswer, saveCapabilities, saveModelAnswer } from '../../db/queries/runs/model.ts';
import { storableText } from '../../domain/text.ts';
import { pausesOn } from './ports.ts';

/** What models are asked with, on Postgres: pauses, capabilities and answers are those of all workers. */
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
