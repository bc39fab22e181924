import { valueByFacts } from '../../facts/columns/value.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import { headingsOf, type Reading, type View } from '../../text/reading.ts';
import { extractDate } from './date.ts';
import { checkedAgainstHints } from './hints.ts';
import { intentOf } from './intent.ts';
import { extractNumber } from './number.ts';
import { asksOwnName, ownName } from './own-name.ts';
import { nothing } from './settle.ts';
import { extractText } from './text.ts';
import { extractUrl } from './url.ts';

/** The value that a page gives for a column, or the reason why there is none. */
export function extract(reading: Reading, column: ColumnQuestion, request: string): ValueFinding {
  const named = column.format === 'text' && asksOwnName(column, request) ? ownName(reading, column) : null;
  if (named) return named;
  const byFacts = valueByFacts(reading, column);
  const isNumber = column.format === 'number' && byFacts?.value != null;
  const said = byFacts?.isPlain || isNumber ? byFacts : extractVisible(reading, column);
  return ofItsYear(reading, column, checkedAgainstHints(reading, column, said.reason === 'silent' && byFacts ? byFacts : said));
}

/** “Employees in 2023”: a figure without that year is not the value. */
function ofItsYear(reading: Reading, { label, format }: ColumnQuestion, found: ValueFinding): ValueFinding {
  const year = format === 'number' ? /\b(?:19|20)\d\d\b/u.exec(label)?.[0] : undefined;
  if (year === undefined || found.value === null || found.value === year || found.quote === null) return found;
  const views = reading.views.filter(({ text }) => text.includes(found.quote ?? ''));
  const says = (view: View) => [view, view.label, ...headingsOf(view)].some((one) => one?.text.includes(year));
  if (views.some(says)) return found;
  return nothing('ambiguous', `The page does not say that its figure is of ${year}.`);
}

function extractVisible(reading: Reading, column: ColumnQuestion): ValueFinding {
  const intent = intentOf(column);
  if (column.format === 'url') return extractUrl(reading, column, intent);
  if (intent.about === 'date' || column.format === 'date') return extractDate(reading, column);
  if (column.format === 'number') return extractNumber(reading, column);
  const found = extractText(reading, column, intent);
  if (found.value !== null) return found;
  // a profile or a site is usually given as a link
  const target = intentOf({ ...column, format: 'url' });
  const isAddress = target.about === 'profile' || (target.about === 'link' && target.kind === 'website');
  return isAddress ? extractUrl(reading, column, target) : found;
}
