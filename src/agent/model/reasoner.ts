import type { ColumnQuestion, Finding, JudgeInput, Question, Reasoner, Said, ValueFinding } from '../judge/finding.ts';
import { type Reading, readFor } from '../judge/text/reading.ts';
import { ANSWER_SCHEMA, type Answered, readAnswer } from './answer.ts';
import { type Asking, type Model, openTally } from './ask.ts';
import { doubtsOf } from './belief/doubt.ts';
import { AGAIN, type ModelJudging, PATIENCE, unlimitedBudget } from './judging.ts';
import { ModelFailure } from './model-failure.ts';
import { passagesOf, WHOLE } from './passages.ts';
import { answerKey, JUDGE_INSTRUCTIONS, judgePrompt } from './prompt.ts';

const LEAST_SHOWN = 1_000;

const space = (criteria: readonly Question[], columns: readonly ColumnQuestion[]) => 400 + 160 * criteria.length + 120 * columns.length;

const UNANSWERED = 'The model was asked twice and gave no answer that could be read.';

/** One page judged by one model. */
interface Job extends Pick<ModelJudging, 'answers' | 'onReask'> {
  model: Model;
  reading: Reading;
  asking: Asking;
  /** Characters of the page that are shown. */
  most: number;
}

/**
 * A model's answers to all questions on a page; those missing twice are absent. Throws ModelFailure, CapReached, or the signal's reason.
 */
async function askAll(job: Job, input: JudgeInput): Promise<Answered> {
  const { model, answers } = job;
  const { criteria, columns } = input;
  const passages = await passagesOf(job.reading, input, input.quotes ?? [], job.most);
  const isWhole = (one: Answered) => criteria.every(({ id }) => one.verdicts.has(id)) && columns.every(({ id }) => one.values.has(id));
  const read = (text: string) => readAnswer(text, criteria, columns, passages);
  const first = judgePrompt(input, passages);
  const key = answerKey(model.key, JUDGE_INSTRUCTIONS, first);
  const kept = await answers.get(key);
  const known = kept === null ? null : read(kept);
  if (known && isWhole(known)) return known;

  let best: Answered | null = null;
  for (const again of [undefined, AGAIN]) {
    if (again !== undefined) job.onReask?.();
    const prompt = again === undefined ? first : judgePrompt(input, passages, again);
    const request = { instructions: JUDGE_INSTRUCTIONS, prompt, schema: ANSWER_SCHEMA, outputTokens: space(criteria, columns) };
    const said = await model.ask(request, job.asking).catch((error: unknown) => {
      if (error instanceof ModelFailure && error.kind === 'too_long' && job.most > LEAST_SHOWN) return null;
      throw error;
    });
    if (said === null) return askAll({ ...job, most: Math.floor(job.most / 2) }, input);
    const answered = read(said.text);
    if (answered && isWhole(answered)) {
      await answers.put(key, said.text, model.name);
      return answered;
    }
    if (!said.isCut) best = merge(best, answered); // a truncated answer may end within a value
    if (said.isCut && criteria.length + columns.length > 1) return merge(best, await inHalves(job, input, best)) as Answered;
  }
  return best ?? NONE;
}

/** Splits the questions in two calls when the answer is truncated at every limit. */
async function inHalves(job: Job, input: JudgeInput, had: Answered | null): Promise<Answered> {
  const criteria = input.criteria.filter(({ id }) => !had?.verdicts.has(id));
  const columns = input.columns.filter(({ id }) => !had?.values.has(id));
  const half = Math.ceil((criteria.length + columns.length) / 2);
  const beyond = Math.max(0, half - criteria.length);
  const parts = [
    { criteria: criteria.slice(0, half), columns: columns.slice(0, beyond) },
    { criteria: criteria.slice(half), columns: columns.slice(beyond) },
  ];
  let all: Answered = NONE;
  for (const part of parts)
    if (part.criteria.length + part.columns.length > 0) all = merge(all, await askAll(job, { ...input, ...part })) as Answered;
  return all;
}

const NONE: Answered = { verdicts: new Map(), values: new Map() };
const merge = (a: Answered | null, b: Answered | null): Answered | null =>
  a && b ? { verdicts: new Map([...a.verdicts, ...b.verdicts]), values: new Map([...a.values, ...b.values]) } : (a ?? b);

/** Judges by a model or its fallback; the model then reads its evidence once more, alone. */
export function modelReasoner(judging: ModelJudging): Reasoner {
  const { models } = judging;
  return {
    name: 'llm',
    async judge(input: JudgeInput, signal: AbortSignal): Promise<Said> {
      signal.throwIfAborted();
      const { page, criteria, columns, budget = unlimitedBudget } = input;
      if (criteria.length + columns.length === 0) return { verdicts: new Map(), values: new Map() };
      const reading = readFor(page);
      const tally = openTally();
      const trouble: string[] = [];
      for (const [i, model] of models.entries()) {
        const patienceMs = i < models.length - 1 ? PATIENCE.withAnother : PATIENCE.alone;
        try {
          const asking = { budget, patienceMs, signal, onSpent: tally.onSpent };
          const said = await askAll({ ...judging, model, reading, asking, most: WHOLE }, input);
          const verdicts = criteria.map((one): [string, Finding] => {
            const finding = said.verdicts.get(one.id);
            return [one.id, finding ?? { verdict: 'needs_review', reason: 'unanswered', quote: null, note: UNANSWERED }];
          });
          const values = columns.map(({ id }): [string, ValueFinding] => [
            id,
            said.values.get(id) ?? { value: null, reason: 'unanswered', quote: null, note: UNANSWERED },
          ]);
          return { verdicts: new Map(verdicts), values: new Map(values), spent: tally.total };
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof ModelFailure)) throw error;
          trouble.push(error.message);
        }
      }
      return { verdicts: new Map(), values: new Map(), spent: tally.total, unanswered: trouble.join('; ') };
    },
    doubt: (input, guarded, signal) => doubtsOf(judging, input, guarded, signal),
  };
}
