import { styleText } from 'node:util';
import Table from 'cli-table3';
import type { Row } from '../../../domain/row-state.ts';
import { type NextStep, narrowestOf } from '../../../domain/run-outcome.ts';
import type { RunReason } from '../../../domain/run-state.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import type { Outcome } from '../../../services/run/outcome.ts';

export const bold = (text: string) => styleText('bold', text);

/** Makes text of a page or request safe for a terminal: no control characters, and none that change the text direction. */
export const printable = (text: string) => text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ');

const COLOURS = { match: 'green', partial: 'yellow', needs_review: 'yellow', no_match: 'red' } as const;

type Shown = Pick<Row, 'matchVerdict' | 'title' | 'url'>;

/** A new row, or one that was decided again: its verdict, title and address, and its previous verdict. */
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
  read_through: 'every page of its collections is read',
  coverage_reached: 'another 100 pages would bring about one match',
  waiting_for_uploads: 'the files that it searches were still waiting to be read',
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

const STEPS: Record<NextStep, string> = {
  answer_rows: 'answer about ten of those that need review in the app, which decides most of the others',
  loosen_criterion: 'reword that criterion or make it optional in the app, or ask without it',
  search_more: 'have more searched',
  turn_on_search: 'turn on web search (`webset doctor` says how): only pages that are indexed here were searched',
  connect_model: 'connect a language model (`webset model`)',
};

/** Explains an empty table: the criterion that excludes most rows, the counts of all, the searches, and the next steps. */
export function nothingMatches({ rates, narrowest, queries, steps }: Outcome, rows: number): string {
  const searched = queries && queries.length > 0 ? `Searched for ${queries.map((query) => `“${printable(query)}”`).join(', ')}. ` : '';
  const next = `${searched}What may help: ${steps.map((step) => STEPS[step]).join('; ') || 'ask in other words'}.`;
  const worst = narrowestOf(
    rates.map(({ criterion }) => criterion),
    rates,
  );
  if (rows === 0 || !worst || !narrowest) return `No page was found that could be checked. ${next}`;
  const why =
    worst.without > 0
      ? `without it ${counted(worst.without, 'row')} would match`
      : worst.counts.match === 0
        ? `no page of ${rows} proves it`
        : `${worst.counts.match} of ${counted(rows, 'row')} match it, and none of these matches all the others`;
  const table = new Table({ head: ['Criterion', 'Match', 'Partly', 'Needs review', 'No match'], style: { head: [], border: [] } });
  for (const { criterion, counts } of rates)
    table.push([
      criterion.id === narrowest.id ? bold(printable(criterion.label)) : printable(criterion.label),
      counts.match,
      counts.partial,
      counts.needs_review,
      counts.no_match,
    ]);
  return `No row matches. “${printable(narrowest.label)}” keeps most out: ${why}.\n${table}\n${next}`;
}
