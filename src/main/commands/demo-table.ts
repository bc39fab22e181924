import Table from 'cli-table3';
import type { Verdict } from '../../domain/verdict.ts';
import { bold, printable } from './ask/ask-texts.ts';

export interface DemoRow {
  url: string;
  title: string;
  matchVerdict: Verdict | null;
  enrichments: Record<string, string | null>;
  criteria: Record<string, { verdict: Verdict | null; evidence: string | null } | null>;
}

const ORDER: (Verdict | null)[] = ['match', 'partial', 'needs_review'];
const QUOTE_MAX = 110;

/** Matches, then partial matches, then rows for review: title, verdict, one quote, values. Fits the terminal. */
export function resultTable(
  { rows, enrichments }: { rows: DemoRow[]; enrichments: { label: string; format: string }[] },
  width = process.stdout.columns || 140,
): string {
  const columns = enrichments.map(({ label }) => label);
  const shown = ORDER.flatMap((verdict) => rows.filter((row) => row.matchVerdict === verdict));
  const free = Math.max(60, width - 2 - (columns.length + 3) * 3);
  const share = (part: number) => Math.max(10, Math.floor(free * part)) + 2;
  const table = new Table({
    head: ['Title', 'Verdict', 'Quote of the page', ...columns].map((name) => bold(printable(name))),
    colWidths: [share(0.18), 14, share(0.3), ...columns.map(() => share(0.42 / columns.length))],
    wordWrap: true,
    style: { head: [], border: [] }, // its own colours ignore pipes and NO_COLOR
  });
  for (const row of shown)
    table.push([
      printable(row.title),
      (row.matchVerdict ?? '').replace('_', ' '),
      printable(quoteOf(row)),
      ...enrichments.map(({ label, format }) => printable(cellOf(row.enrichments[label], format))),
    ]);
  return table.toString();
}

/** A value in a table: an address without its scheme and "www.". */
const cellOf = (value: string | null | undefined, format: string) =>
  value ? (format === 'url' ? value.replace(/^https?:\/\/(www\.)?|\/$/g, '') : value) : '–';

/** The most informative quote: of a verdict that is not a match, else of the last criterion, usually the narrowest. */
function quoteOf({ criteria }: DemoRow): string {
  const quotes = Object.values(criteria).flatMap((cell) => (cell?.evidence ? [cell] : []));
  const chosen = (quotes.find(({ verdict }) => verdict !== 'match') ?? quotes.at(-1))?.evidence ?? '';
  return chosen.length > QUOTE_MAX ? `“${chosen.slice(0, QUOTE_MAX)}…”` : chosen && `“${chosen}”`;
}
