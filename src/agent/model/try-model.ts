import { ANSWER_SCHEMA, readAnswer } from './answer.ts';
import type { Model } from './ask.ts';
import { unlimitedBudget } from './judging.ts';
import { ModelFailure } from './model-failure.ts';
import { JUDGE_INSTRUCTIONS, judgePrompt } from './prompt.ts';

const QUOTE = 'The lamp weighs 3 kilograms.';
const PAGE = {
  url: 'https://lamp.example/',
  canonicalUrl: null,
  title: 'A lamp',
  text: QUOTE,
  blocks: [{ tag: 'p' as const }],
  links: [],
  hints: [],
  publishedAt: null,
  dates: null,
  language: 'en',
  mediaType: 'text/html',
};
const CRITERIA = [{ id: 'c', label: 'Weighs less than 5 kilograms', description: null }];
const SECONDS = 60;

export type Tried = { failure: null; ms: number; how: string } | { failure: string };

/** Asks a model one small question on a small page, ignoring its pauses. `how`: whether its answer is right. */
export async function tryModel(model: Model, signal?: AbortSignal): Promise<Tried> {
  const input = { page: PAGE, request: 'light lamps', criteria: CRITERIA, columns: [] };
  const passages = { shown: [{ text: QUOTE, context: '' }], isWhole: true };
  const request = { instructions: JUDGE_INSTRUCTIONS, prompt: judgePrompt(input, passages), schema: ANSWER_SCHEMA, outputTokens: 600 };
  const late = AbortSignal.timeout(SECONDS * 1000);
  const started = performance.now();
  try {
    const said = await model.ask(request, {
      budget: unlimitedBudget,
      patienceMs: 0,
      signal: signal ? AbortSignal.any([signal, late]) : late,
      onSpent: () => {},
    });
    const finding = readAnswer(said.text, CRITERIA, [], passages)?.verdicts.get('c');
    if (!finding)
      return { failure: `${model.name} answers, but not in the shape that it is asked for: judging with it would leave cells for review` };
    const isRight = finding.verdict === 'match' && finding.quote?.includes('3 kilograms');
    return {
      failure: null,
      ms: performance.now() - started,
      how: isRight ? 'judges a simple page right' : 'judges a simple page wrong (a larger model may do better)',
    };
  } catch (error) {
    return { failure: error instanceof ModelFailure ? error.message : `${model.name} did not answer within ${SECONDS} s` };
  }
}
