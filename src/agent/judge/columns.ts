import { extractDate } from './extract-date.ts';
import { extractNumber } from './extract-number.ts';
import { extractText } from './extract-text.ts';
import { extractUrl } from './extract-url.ts';
import type { ColumnQuestion, ValueFinding } from './finding.ts';
import { heldAgainstHints } from './hints.ts';
import { intentOf } from './intent.ts';
import { asksOwnName, ownName } from './own-name.ts';
import type { Reading } from './reading.ts';

/** A value as found: what it is, and the words it stands in. */
export interface Found {
  value: string;
  quote: string;
}

export const nothing = (reason: ValueFinding['reason'], note: string): ValueFinding => ({ value: null, reason, quote: null, note });

/** One value from all that were found: the same one however often, the more precise of two that agree, none when they differ. */
export function settle(found: Found[], label: string): ValueFinding {
  const [first] = found;
  if (!first) return nothing('silent', `The page does not give “${label}”.`);
  const finest = found.reduce((a, b) => (b.value.length > a.value.length && fold(b.value).startsWith(fold(a.value)) ? b : a), first);
  const other = found.find(({ value }) => !fold(finest.value).startsWith(fold(value)));
  if (other) return nothing('conflict', `The page gives both ${finest.value} and ${other.value} for “${label}”.`);
  return { value: finest.value, reason: 'stated', quote: finest.quote, note: `The page gives ${finest.value} for “${label}”.` };
}
const fold = (value: string) => value.toLowerCase().replace(/\s+/gu, ' ').trim();

/** The value a page gives for a column, or why there is none. */
export function extract(reading: Reading, column: ColumnQuestion, request: string): ValueFinding {
  const named = column.format === 'text' && asksOwnName(column, request) ? ownName(reading, column) : null;
  return named ?? heldAgainstHints(reading, column, extractVisible(reading, column));
}

function extractVisible(reading: Reading, column: ColumnQuestion): ValueFinding {
  const intent = intentOf(column);
  if (column.format === 'url') return extractUrl(reading, column, intent);
  if (intent.about === 'date' || column.format === 'date') return extractDate(reading, column, intent);
  if (column.format === 'number') return extractNumber(reading, column, intent);
  return extractText(reading, column, intent);
}
