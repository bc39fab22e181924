import { boundedDate, findDates } from '../../../../language/dates.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { cellsOf, labelFits } from '../facts/cells.ts';
import { type Found, nothing, settle } from './settle.ts';

/** The most characters before a value in a sentence under a heading. */
const LEAD = 20;

/**
 * The date labelled with the column's name, or its year for a number column. Dates keep the page's precision; a span of years is no date.
 */
export function extractDate(reading: Reading, column: ColumnQuestion): ValueFinding {
  const shape = (iso: string) => (column.format === 'number' ? iso.slice(0, 4) : iso);
  const cells = cellsOf(reading, labelFits(column.label)).flatMap((cell) => {
    // a sentence under a heading may be about another date
    const all = findDates(cell.value, reading.order).filter(({ start }) => cell.how === 'cell' || start < LEAD);
    const dates = all.map((date) => boundedDate(cell.value, date));
    return dates.length > 0 ? [{ cell, dates }] : [];
  });
  const single = cells.flatMap(({ cell, dates }): Found[] =>
    dates.length === 1 && dates[0]?.iso ? [{ value: shape(dates[0].iso), quote: cell.passage.text }] : [],
  );
  if (single.length > 0) return settle(single, column.label);
  if (cells.length > 0) return nothing('range', `The page gives a span of time, or several dates, for “${column.label}”.`);
  return nothing('silent', `The page does not give “${column.label}”.`);
}
