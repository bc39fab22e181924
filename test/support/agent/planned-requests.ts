import { readFileSync } from 'node:fs';
import stem from 'wink-porter2-stemmer';

export interface PlannedRequest {
  request: string;
  /** The number of results in the request; null for none. */
  target: number | null;
  /** Labels of criteria as a person would write them, in any order. */
  criteria: string[];
  /** Labels of the columns that it asks for. */
  columns: string[];
}

const read = (name: string) =>
  readFileSync(new URL(`../../language/requests/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
const countOf = (cell: string) => (cell === '-' ? null : Number(cell));
const listOf = (cell: string | undefined) =>
  (cell ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

function planned(line: string): PlannedRequest {
  const [request = '', target = '-', criteria, columns] = line.split(' => ').map((cell) => cell.trim());
  return { request, target: countOf(target), criteria: criteria?.split('; ') ?? [], columns: listOf(columns) };
}

/** Requests with their expected plan. Odd lines are for tuning, even lines are measured once. */
export const plannedRequests = (half: 'odd' | 'even'): PlannedRequest[] =>
  read('planned.txt')
    .filter((_, line) => line % 2 === (half === 'odd' ? 0 : 1))
    .map(planned);

/** Requests that people type for their own pages, a third of them clumsy, with the parts that a careful person would check. */
export const everydayRequests = (): PlannedRequest[] => read('everyday.txt').map(planned);

/**
 * Long requests of analysts, a fifth of them in other languages, with the parts that a careful person would check, in the request's words.
 */
export const longRequests = (): PlannedRequest[] => read('long.txt').map(planned);

/** Every request with its number of results. */
export const allRequests = (): { request: string; target: number | null }[] => [
  ...plannedRequests('odd'),
  ...plannedRequests('even'),
  ...read('more.txt').map((line) => {
    const at = line.indexOf(' | ');
    return { request: line.slice(at + 3), target: countOf(line.slice(0, at).trim()) };
  }),
];

const DROPPED = new Set(
  'a an the of is are was were be been that which who has have had with and in on at by for from to dated located do doe doing it its their licens'.split(
    ' ',
  ),
);

/** The words of a label that carry its meaning: stems without articles and prepositions, with comparisons normalised. */
export const stemsOf = (label: string): string[] =>
  label
    .toLowerCase()
    .replace(/(?:>|\bover\b|\babove\b|\bgreater than\b)\s*(?=[\p{Sc}\d])/gu, 'more than ')
    .replace(/(?:<|\bunder\b|\bbelow\b|\bfewer than\b)\s*(?=[\p{Sc}\d])/gu, 'less than ')
    .replace(/\bunder\b|\blicen[cs]ed?\b/gu, ' ')
    .match(/[\p{L}\p{N}](?:[\p{L}\p{N}.,’'+&()]*[\p{L}\p{N}+])?/gu)
    ?.map((word) => (/^\p{L}+$/u.test(word) ? stem(word) : word))
    .filter((word) => !DROPPED.has(word)) ?? [];

const keyOf = (label: string) => [...stemsOf(label)].sort().join(' ');
const isSame = (a: string[], b: string[]) => {
  const [left, right] = [a.map(keyOf).filter(Boolean).sort(), b.map(keyOf).filter(Boolean).sort()];
  return left.length === right.length && left.every((key, i) => key === right[i]);
};

function* merged(labels: string[]): Iterable<string[]> {
  for (let i = 0; i < labels.length; i++)
    for (let j = i + 1; j < labels.length; j++) yield [...labels.filter((_, k) => k !== i && k !== j), `${labels[i]} ${labels[j]}`];
}

/** right: the same criteria; acceptable: the same words with one different boundary between two criteria; else wrong. */
export function gradePlan(expected: PlannedRequest, target: number | null, labels: string[]): 'right' | 'acceptable' | 'wrong' {
  if (expected.target !== target) return 'wrong';
  if (isSame(expected.criteria, labels)) return 'right';
  const ours = [...merged(labels)];
  const theirs = [...merged(expected.criteria)];
  if (ours.some((one) => isSame(one, expected.criteria)) || theirs.some((one) => isSame(one, labels))) return 'acceptable';
  return ours.some((one) => theirs.some((other) => isSame(one, other))) ? 'acceptable' : 'wrong';
}
