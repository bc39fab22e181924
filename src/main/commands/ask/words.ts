import { styleText } from 'node:util';
import Table from 'cli-table3';
import type { Row } from '../../../domain/row.ts';
import type { RunReason } from '../../../domain/run.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { type CriterionRate, emptiedBy } from './keeps-out.ts';

export const bold = (text: string) => styleText('bold', text);

/** Text of a page or a request as a terminal may show it: no control characters, none that turn the direction of writing. */
export const printable = (text: string) => text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

const COLOURS = { match: 'green', partial: 'yellow', needs_review: 'yellow', no_match: 'red' } as const;

type Shown = Pick<Row, 'matchVerdict' | 'title' | 'url'>;

/** A row as it comes, or as it is now decided: its verdict, title and address, and what it was before. */
export function rowLine({ matchVerdict, title, url }: Shown, before?: Verdict | null): string {
  const verdict = matchVerdict?.replace('_', ' ') ?? 'checking';
  const shown = matchVerdict ? styleText(COLOURS[matchVerdict], verdict.padEnd(VERDICT_WIDTH)) : verdict.padEnd(VERDICT_WIDTH);
  return `${shown} ${printable(title)}  ${printable(url)}${before ? `  (was: ${before.replace('_', ' ')})` : ''}`;
}
const VERDICT_WIDTH = 12;

/** Why a run stopped, as the end of "It stopped: ...". */
const STOPPED: Record<RunReason, string> = {
  target_reached: 'as many rows match as were wanted',
  candidates_exhausted: 'the searches found nothing more to read',
  rows_done: 'all rows that it was asked about were judged',
  low_match_rate: 'too few pages matched to search on',
  page_budget: 'the pages allowed were used up',
  time_budget: 'the time allowed was used up',
  cost_budget: 'the money allowed was used up',
  cancelled: 'it was cancelled; what was found is kept',
  search_unavailable: 'no search provider could be used',
  repeated_failure: 'the same step failed again and again',
  poison_page: 'a page ended the worker again and again',
};

export const stoppedWords = (reason: RunReason | null, detail: string | null) =>
  `It stopped: ${reason === null ? 'the reason is not known' : STOPPED[reason]}${detail ? ` (${printable(detail)})` : ''}.`;

export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** What emptied the table: a sentence on the criterion that keeps most rows out, and the counts of all. */
export function nothingMatches(rates: readonly CriterionRate[], rows: number): string {
  const worst = emptiedBy(rates);
  if (rows === 0 || worst === null) return 'No page was found that could be checked: ask in other words, or have more searched.';
  const why =
    worst.alone > 0
      ? `without it ${counted(worst.alone, 'row')} would match`
      : worst.match === 0
        ? `no page of ${rows} proves it`
        : `${worst.match} of ${counted(rows, 'row')} match it, and none of these matches all the others`;
  const sentence = `No row matches. “${printable(worst.label)}” keeps most out: ${why}. Reword it, or ask without it.`;
  const table = new Table({ head: ['Criterion', 'Match', 'Partly', 'Needs review', 'No match'], style: { head: [], border: [] } });
  for (const { label, match, partial, needsReview, noMatch } of rates)
    table.push([label === worst.label ? bold(printable(label)) : printable(label), match, partial, needsReview, noMatch]);
  return `${sentence}\n${table}`;
}
