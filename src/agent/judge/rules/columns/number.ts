import { findDates } from '../../../../language/dates.ts';
import { findQuantities, type Quantity } from '../../../../language/quantity.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import { isRaised, type Passage, type Reading } from '../../text/reading.ts';
import { cellsOf, labelFits } from '../facts/cells.ts';
import { conflict, type Found, nothing, settle } from './settle.ts';

/** The most characters before a number in a sentence under a heading. */
const LEAD = 4;

/**
 * The number labelled with the column's name, as a plain decimal. A range ("50-100") or an ambiguous number ("50m", "1.500") gives none.
 */
export function extractNumber(reading: Reading, column: ColumnQuestion): ValueFinding {
  const cells = cellsOf(reading, labelFits(column.label));
  const inCells = cells.flatMap(({ value, start, passage, how }) => {
    // a sentence under a heading may count something else
    const quantities = findQuantities(value, findDates(value)).filter((one) => how === 'cell' || one.start < LEAD);
    return quantities.length === 1
      ? quantities.map((quantity) => ({ quantity: clear(quantity, passage, start), quote: passage.text }))
      : [];
  });
  if (inCells.length > 0) return settleNumbers(inCells, column.label);
  return cells.some(({ value }) => findQuantities(value).length > 1)
    ? nothing('ambiguous', `The page gives several numbers for “${column.label}”.`)
    : nothing('silent', `The page does not give “${column.label}”.`);
}

/** Marks a number next to a footnote number or an exponent as ambiguous. `at` is the page offset of the text it was read from. */
const clear = (quantity: Quantity, { view }: Passage, at: number): Quantity =>
  isRaised(view, at + quantity.start, at + quantity.end) ? { ...quantity, plain: null, bound: 'unclear' } : quantity;

function settleNumbers(found: { quantity: Quantity; quote: string }[], label: string): ValueFinding {
  const plain = found.flatMap(({ quantity, quote }): Found[] =>
    quantity.plain === null || quantity.bound === 'most' ? [] : [{ value: quantity.plain, quote }],
  );
  if (plain.length === 0 && found.some(({ quantity }) => quantity.bound === 'range' || quantity.bound === 'most'))
    return nothing('range', `The page gives a range for “${label}”.`);
  if (plain.length === 0 && found.length > 0)
    return nothing('ambiguous', `The number the page gives for “${label}” can be read in two ways.`);
  const [first] = plain;
  const other = plain.find(({ value }) => value !== first?.value);
  return other ? conflict(first?.value ?? '', other.value, label) : settle(plain, label);
}
