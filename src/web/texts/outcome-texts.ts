import type { NextStep } from '../generated/documents.ts';
import { cut, many, n } from './format.ts';

export const outcomeTexts = {
  outcome: {
    label: 'Outcome of the run',
    nothingFound: 'No page was found to check.',
    noneMatch: (rows: number) => (rows === 1 ? 'The one result does not match.' : `None of the ${many(rows, 'result')} matches.`),
    narrowest: (label: string, matching: number, judged: number) =>
      `“${label}” keeps most results from matching: ${n(matching)} of ${n(judged)} meet it.`,
    searched: (queries: readonly string[], where: string) =>
      `Searched for ${queries.map((query) => `“${cut(query)}”`).join(', ')} in ${where}`,
    next: 'What may help',
    steps: {
      answer_rows: (_label, count) => (count < 10 ? `Review the ${count === 1 ? 'one' : n(count)} left open` : 'Answer about ten'),
      loosen_criterion: (label: string) => `Reword “${cut(label)}”`,
      search_more: () => 'Search for more…',
      turn_on_search: () => 'Turn on web search',
      connect_model: () => 'Connect a model',
    } satisfies Record<NextStep, (label: string, count: number) => string>,
    optional: 'optional',
    of: (verdict: string, count: number, judged: number) => `${verdict}: ${n(count)} of ${n(judged)}`,
    reword: 'Reword',
    rewordOne: (label: string) => `Reword “${label}”`,
    makeOptional: (would: number | null) => (would === null ? 'Make optional' : `Make optional (${n(would)} would match)`),
    makeOptionalOne: (label: string) => `Make optional: “${label}”`,
    makeRequired: 'Make required',
    makeRequiredOne: (label: string) => `Make required: “${label}”`,
    drop: 'Remove',
    dropOne: (label: string) => `Remove “${label}”`,
  },
};
