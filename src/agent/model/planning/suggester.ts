import { z } from 'zod';
import { LABEL_MAX } from '../../../domain/criterion.ts';
import { FORMATS } from '../../../domain/enrichment.ts';
import { NOTHING, type Spent } from '../../../domain/money/cost.ts';
import type { Category } from '../../../domain/webset-state.ts';
import { type Suggestion, suggestPlan } from '../../../language/suggest.ts';
import type { Answers, ModelBudget } from '../../ports.ts';
import type { Model } from '../ask.ts';
import { askInTurn } from '../ask-in-turn.ts';
import { readObject } from '../json.ts';
import { tidy } from './planner.ts';

const CRITERIA_MAX = 5;
const COLUMNS_MAX = 6;
const DESCRIPTION_MAX = 500;

const SUGGEST_INSTRUCTIONS = `You plan how a list of things is put together from web pages. Somebody says what the list is of; every page that is found is then checked against criteria, and values for columns are read off it.

criteria: the 1 to 5 yes/no criteria that the request asks for, what the thing is first. Each is one thing that a single page can answer. Add none that the request does not ask for. A number of results that is wanted is no criterion. label: as a person would write it, at most 80 characters, like "Apache 2.0 licence" or "Makes drones". description: one sentence that says exactly what counts, or "" where the label says it all.
columns: at most 6 values worth knowing of each result, those that the request asks to be told first. label and description as above. format: text, url, number or date.

Answer with one JSON object and nothing else, in this shape:
{"criteria":[{"label":"...","description":"..."}],"columns":[{"label":"...","description":"...","format":"${FORMATS.join('|')}"}]}`;

const text = { type: 'string' };
const listOf = (properties: Record<string, object>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});
const SUGGEST_SCHEMA = {
  type: 'object',
  properties: {
    criteria: listOf({ label: text, description: text }),
    columns: listOf({ label: text, description: text, format: { type: 'string', enum: FORMATS } }),
  },
  required: ['criteria', 'columns'],
  additionalProperties: false,
};

const named = { label: z.string(), description: z.string().nullish() };
const shape = z.object({
  criteria: z.array(z.object(named)),
  columns: z.array(z.object({ ...named, format: z.enum(FORMATS).catch('text') })).catch([]),
});

export interface SuggestInput {
  request: string;
  category: Category | null;
}

/** A model's suggestion; null with the reason when no model gives one. */
export type Suggested = ({ suggestion: Suggestion; trouble: null } | { suggestion: null; trouble: string }) & { spent: Spent };

/** Drops repeated labels; one line each. */
function listed<T extends { label: string; description?: string | null | undefined }>(items: T[], most: number) {
  const found = new Map<string, T & { description: string }>();
  for (const item of items) {
    const label = tidy(item.label, LABEL_MAX);
    const key = label.toLowerCase();
    if (label !== '' && !found.has(key)) found.set(key, { ...item, label, description: tidy(item.description ?? '', DESCRIPTION_MAX) });
  }
  return [...found.values()].slice(0, most);
}

/** The valid part of a model's criteria and columns; the rules' columns where it names none. Null when nothing is usable. */
function suggestionOf(answer: string, { request, category }: SuggestInput): Suggestion | null {
  const { data } = shape.safeParse(readObject(answer));
  const criteria = listed(data?.criteria ?? [], CRITERIA_MAX);
  if (!data || criteria.length === 0) return null;
  const rules = suggestPlan(request, category);
  const columns = listed(data.columns, COLUMNS_MAX);
  return { ...rules, whole: null, criteria, columns: columns.length > 0 ? columns : rules.columns };
}

/**
 * Criteria and columns that the models suggest for a request. One call, repeated once when the answer is unreadable. Throws CapReached, or
 * the signal's reason.
 */
export async function suggestByModel(
  models: readonly Model[],
  answers: Answers,
  input: SuggestInput,
  budget: ModelBudget,
  signal: AbortSignal,
): Promise<Suggested> {
  if (models.length === 0) return { suggestion: null, trouble: 'this worker has no language model (LLM_PROVIDER)', spent: NOTHING };
  const { request, category } = input;
  const prompt = [`Request: ${tidy(request, 4_000)}`, ...(category ? [`Kind of result: ${category}`] : [])].join('\n\n');
  const question = { instructions: SUGGEST_INSTRUCTIONS, prompt, schema: SUGGEST_SCHEMA, outputTokens: 1_200 };
  const read = (answer: string) => suggestionOf(answer, input);
  const { read: suggestion, trouble, spent } = await askInTurn(models, answers, question, { read, what: 'plan', budget, signal });
  return suggestion ? { suggestion, trouble: null, spent } : { suggestion, trouble, spent };
}
