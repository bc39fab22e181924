import type { Clock, ModelPorts } from '../../agent/ports.ts';
import type { Database } from '../../db/connection/client.ts';
import { findHabit, findModelAnswer, saveHabit, saveModelAnswer } from '../../db/queries/runs/model.ts';
import { storableText } from '../../domain/text.ts';
import { pausesOn } from './ports.ts';

/** What models are asked with, on Postgres: pauses, habits and answers are those of all workers. */
export const modelPortsOn = (db: Database, clock: Clock): ModelPorts => ({
  clock,
  pauses: pausesOn(db),
  habits: {
    get: (key) => findHabit(db, key),
    async put(key, habit) {
      await saveHabit(db, key, habit);
    },
  },
  answers: {
    get: (key) => findModelAnswer(db, key),
    async put(key, text, model) {
      if (storableText(text) === text) await saveModelAnswer(db, key, text, model);
    },
  },
});
