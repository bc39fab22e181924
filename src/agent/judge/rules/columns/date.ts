import { boundedDate, findDates } from '../../../../language/dates.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { cellsOf, labelFits } from '../facts/cells.ts';
import { happenings } from '../facts/events.ts';
import { firstOf } from '../types/time.ts';
import type { Intent } from './intent.ts';
import { type Found, nothing, settle } from './settle.ts';

/** When a company was founded is another thing than when its product was. */
const COMPANY = /\b(?:company|companies|firm|business|startup|corporation|inc|ltd|llc|gmbh|b\.?v|n\.?v|ag|sas|oy|ab)\b/iu;

/** A date, or for a number column its year. Dates keep the page's precision; a span of years is no date. */
export function extractDate(reading: Reading, column: ColumnQuestion, intent: Intent): ValueFinding {
  const shape = (iso: string) => (column.format === 'number' ? iso.slice(0, 4) : iso);
  const cells = cellsOf(reading, labelFits(column.label)).flatMap((cell) => {
    const dates = findDates(cell.value).map((date) => boundedDate(cell.value, date));
    return dates.length > 0 ? [{ cell, dates }] : [];
  });
  const single = cells.flatMap(({ cell, dates }): Found[] =>
    dates.length === 1 && dates[0]?.iso ? [{ value: shape(dates[0].iso), quote: cell.passage.text }] : [],
  );
  if (single.length > 0) return settle(single, column.label);
  if (cells.length > 0) return nothing('range', `The page gives a span of time, or several dates, for “${column.label}”.`);
  if (intent.about !== 'date') return nothing('silent', `The page does not give “${column.label}”.`);
  const stated = happenings(reading, intent.event).filter(
    ({ assertion, passage }) => assertion === 'yes' && (!intent.ofCompany || COMPANY.test(passage.text)),
  );
  const found = firstOf(stated, intent.first || intent.event === 'released');
  if (found.length > 0 && found.every(({ date }) => date.iso === null))
    return nothing('range', `The page only gives a span of time for “${column.label}”.`);
  return settle(
    found.flatMap(({ date, passage }): Found[] => (date.iso ? [{ value: shape(date.iso), quote: passage.text }] : [])),
    column.label,
  );
}
