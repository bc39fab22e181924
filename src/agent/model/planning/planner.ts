import { z } from 'zod';
import { LABEL_MAX } from '../../../domain/criterion.ts';
import type { Spent } from '../../../domain/money/cost.ts';
import { type Plan, type PlanInput, plan } from '../../plan.ts';
import type { Answers, ModelBudget } from '../../ports.ts';
import type { Model } from '../ask.ts';
import { askInTurn } from '../ask-in-turn.ts';
import { readObject } from '../json.ts';

const QUERIES_MAX = 8;
const CRITERIA_MAX = 5;
const WORDS_MAX = 40;
const CHARACTERS_MAX = 200;

const PLAN_INSTRUCTIONS = `You plan a web search for somebody who wants a list of things, each on a page of its own.

Give 5 to 8 search queries of 3 to 10 words that differ from each other and together find such pages. Leave numbers, dates and bounds out of them; keep names and places. Prefer the words that the wanted pages themselves would use.
Where no criteria are given, also give the 1 to 5 yes/no criteria that the request asks for, each with a short label (at most 80 characters) and a description of one sentence. Where criteria are given, answer with an empty list of criteria.
entity: what one result is, in one to four words.

Answer with one JSON object and nothing else, in this shape:
{"entity":"...","queries":["...","..."],"criteria":[{"label":"...","description":"..."}]}`;

const PLAN_SCHEMA = {
  type: 'object',
  properties: {
    entity: { type: 'string' },
    queries: { type: 'array', items: { type: 'string' } },
    criteria: {
      type: 'array',
      items: {
        type: 'object',
        properties: { label: { type: 'string' }, description: { type: 'string' } },
        required: ['label', 'description'],
        additionalProperties: false,
      },
    },
  },
  required: ['entity', 'queries', 'criteria'],
  additionalProperties: false,
};

const shape = z.object({
  queries: z.array(z.string()),
  criteria: z.array(z.object({ label: z.string(), description: z.string().nullish() })).catch([]),
});

/** One line of at most `most` characters. */
export const tidy = (text: string, most: number) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .trim();

const planPrompt = ({ query, category, notes, criteria, columns }: PlanInput): string =>
  [
    `Request: ${tidy(query, 4_000)}`,
    ...(category ? [`Kind of result: ${category}`] : []),
    ...(notes ? [`Notes: ${tidy(notes, 2_000)}`] : []),
    criteria.length > 0
      ? `Criteria:\n${criteria.map(({ label, description }) => `- ${tidy(label, 80)}${description ? `: ${tidy(description, 500)}` : ''}`).join('\n')}`
      : 'Criteria: none are given.',
    ...(columns.length > 0 ? [`Columns that are wanted: ${columns.map(({ label }) => tidy(label, 80)).join(', ')}`] : []),
  ].join('\n\n');

/** The valid part of a model's plan, without repetitions; the rules' queries fill it up. Null when nothing is usable. */
function planOf(text: string, input: PlanInput): Plan | null {
  const parsed = shape.safeParse(readObject(text));
  if (!parsed.success) return null;
  const rules = plan(input);
  const own = parsed.data.queries.map((query) =>
    tidy(query.replace(/["“”]/gu, ''), CHARACTERS_MAX).split(' ').slice(0, WORDS_MAX).join(' '),
  );
  // the rules' first query is the request itself
  const queries = new Map(
    [...own.slice(0, QUERIES_MAX - 1), ...rules.queries].filter(Boolean).map((query) => [query.toLowerCase(), query]),
  );
  if (own.filter(Boolean).length === 0) return null;
  const criteria = new Map(
    parsed.data.criteria.flatMap(({ label, description }) => {
      const name = tidy(label, LABEL_MAX);
      return name === '' ? [] : [[name.toLowerCase(), { label: name, description: description ? tidy(description, 500) : null }] as const];
    }),
  );
  const derived = rules.derived && criteria.size > 0 ? [...criteria.values()].slice(0, CRITERIA_MAX) : rules.criteria;
  return { queries: [...queries.values()].slice(0, QUERIES_MAX), criteria: derived, derived: rules.derived };
}

export interface Planned {
  plan: Plan;
  /** Absent: no model was called. */
  spent?: Spent;
  /** Why no model planned. */
  trouble?: string;
}

/**
 * Plans by a model in one call, repeated once when the answer is unreadable, else by its fallback, else by the rules. Throws CapReached, or
 * the signal's reason.
 */
export async function planByModel(
  models: readonly Model[],
  answers: Answers,
  input: PlanInput,
  budget: ModelBudget,
  signal: AbortSignal,
): Promise<Planned> {
  const request = { instructions: PLAN_INSTRUCTIONS, prompt: planPrompt(input), schema: PLAN_SCHEMA, outputTokens: 1_200 };
  const read = (text: string) => planOf(text, input);
  const { read: made, trouble, spent } = await askInTurn(models, answers, request, { read, what: 'plan', budget, signal });
  return made ? { plan: made, spent } : { plan: plan(input), spent, trouble };
}
