import type { ValueFinding } from '../../finding.ts';

/** A value, and the text that contains it. */
export interface Found {
  value: string;
  quote: string;
}

export const nothing = (reason: ValueFinding['reason'], note: string): ValueFinding => ({ value: null, reason, quote: null, note });

/** The finding for two values that differ. */
export const conflict = (one: string, other: string, label: string): ValueFinding =>
  nothing('conflict', `The page gives both ${one} and ${other} for “${label}”.`);

/** Reduces all values found to one: the most precise if they agree, a conflict if they differ. */
export function settle(found: Found[], label: string): ValueFinding {
  const [first] = found;
  if (!first) return nothing('silent', `The page does not give “${label}”.`);
  const finest = found.reduce((a, b) => (b.value.length > a.value.length && fold(b.value).startsWith(fold(a.value)) ? b : a), first);
  const other = found.find(({ value }) => !fold(finest.value).startsWith(fold(value)));
  if (other) return conflict(finest.value, other.value, label);
  return { value: finest.value, reason: 'stated', quote: finest.quote, note: `The page gives ${finest.value} for “${label}”.` };
}
const fold = (value: string) => value.toLowerCase().replace(/\s+/gu, ' ').trim();
