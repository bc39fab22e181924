import type { Spent } from '../../domain/money/cost.ts';
import type { Answers, ModelBudget } from '../ports.ts';
import { type Model, openTally, type Request } from './ask.ts';
import { ModelFailure } from './model-failure.ts';
import { answerKey } from './prompt.ts';

/** The first readable answer; null with the reason when there was none. */
export type Read<T> = { read: T; trouble: null; spent: Spent } | { read: null; trouble: string; spent: Spent };

const TRIES = 2;

/**
 * Asks the models in turn until `read` can read an answer; each is asked once more after an unreadable one. Stored answers are reused.
 * Throws CapReached, or the signal's reason.
 */
export async function askInTurn<T>(
  models: readonly Model[],
  answers: Answers,
  request: Request,
  { read, what, budget, signal }: { read(text: string): T | null; what: string; budget: ModelBudget; signal: AbortSignal },
): Promise<Read<T>> {
  const tally = openTally();
  const trouble: string[] = [];
  for (const [i, model] of models.entries()) {
    const key = answerKey(model.key, request.instructions, request.prompt);
    const kept = await answers.get(key);
    const known = kept === null ? null : read(kept);
    if (known) return { read: known, trouble: null, spent: tally.total };
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const patienceMs = i < models.length - 1 ? 10_000 : 120_000;
        const { text } = await model.ask(request, { budget, signal, patienceMs, onSpent: tally.onSpent });
        const made = read(text);
        if (!made) continue;
        await answers.put(key, text, model.name);
        return { read: made, trouble: null, spent: tally.total };
      }
      trouble.push(`${model.name} gave no ${what} that could be read`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      trouble.push(error.message);
    }
  }
  return { read: null, trouble: trouble.join('; '), spent: tally.total };
}
