import { claims } from '../../../domain/verdict.ts';
import type { Doubt, Doubts, Guarded, JudgeInput } from '../../judge/finding.ts';
import { type Asking, openTally } from '../ask.ts';
import { AGAIN, type ModelJudging, PATIENCE, unlimitedBudget } from '../judging.ts';
import { ModelFailure } from '../model-failure.ts';
import { answerKey } from '../prompt.ts';
import { agrees, BEARING_INSTRUCTIONS, BEARING_SCHEMA, type Bearing, bearingPrompt, type Cell, isOpen, readBearings } from './bearing.ts';
import { readBounds } from './second-opinion.ts';

const UNASKED = 'Its words are not those of the criterion, and no model could be asked whether they bear on it.';
const APART: Record<Bearing, string> = {
  supports: 'Read alone, the words support the criterion.',
  contradicts: 'Read alone, the words contradict the criterion.',
  neither: 'Read alone, the words do not bear on the criterion.',
};

/**
 * The model's verdicts that do not hold: their evidence has a number or date that contradicts them (`disputed`), or, read alone in one call
 * for the whole page, does not support them (`unproved`). Throws CapReached, or the signal's reason.
 */
export async function doubtsOf(
  judging: Pick<ModelJudging, 'models' | 'answers' | 'onReask'>,
  input: JudgeInput,
  guarded: ReadonlyMap<string, Guarded>,
  signal: AbortSignal,
): Promise<Doubts> {
  const doubts = new Map<string, Doubt>();
  const tally = openTally();
  const cells: (Cell & { guarded: Guarded })[] = [];
  for (const question of input.criteria) {
    const one = guarded.get(question.id);
    if (!one?.proof || !(claims(one.verdict) || one.reason === 'contradicted')) continue;
    const { disputed, isPlain } = readBounds(question, one.proof, claims(one.verdict));
    if (disputed !== null) doubts.set(question.id, { reason: 'disputed', note: disputed });
    else if (!isPlain && isOpen({ question, proof: one.proof }, one)) cells.push({ question, proof: one.proof, guarded: one });
  }
  if (cells.length > 0) {
    const bearings = await readAlone(judging, input, cells, { signal, onSpent: tally.onSpent });
    for (const [i, { question, guarded: one }] of cells.entries()) {
      const bearing = bearings?.[i];
      if (bearing === undefined || !agrees(one, bearing))
        doubts.set(question.id, { reason: 'unproved', note: bearing === undefined ? UNASKED : APART[bearing] });
    }
  }
  return { doubts, spent: tally.total };
}

/** How the first model that answers reads the words of each cell; null when none answers. */
async function readAlone(
  { models, answers, onReask }: Pick<ModelJudging, 'models' | 'answers' | 'onReask'>,
  { request, budget = unlimitedBudget }: JudgeInput,
  cells: readonly Cell[],
  how: Pick<Asking, 'signal' | 'onSpent'>,
): Promise<Bearing[] | null> {
  const first = bearingPrompt(request, cells);
  for (const [i, model] of models.entries()) {
    const key = answerKey(model.key, BEARING_INSTRUCTIONS, first);
    const known = readBearings((await answers.get(key)) ?? '', cells);
    if (known) return known;
    const asking = { ...how, budget, patienceMs: i < models.length - 1 ? PATIENCE.withAnother : PATIENCE.alone };
    try {
      for (const again of [undefined, AGAIN]) {
        if (again !== undefined) onReask?.();
        const prompt = again === undefined ? first : bearingPrompt(request, cells, again);
        const asked = { instructions: BEARING_INSTRUCTIONS, prompt, schema: BEARING_SCHEMA, outputTokens: 60 + 30 * cells.length };
        const { text } = await model.ask(asked, asking);
        const bearings = readBearings(text, cells);
        if (bearings) {
          await answers.put(key, text, model.name);
          return bearings;
        }
      }
    } catch (error) {
      how.signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
    }
  }
  return null;
}
