import { findDates } from '../../../../language/dates.ts';
import { contentStems } from '../../../../language/english/lexicon.ts';
import { findQuantities, type Quantity } from '../../../../language/quantity.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import type { Reading } from '../../text/reading.ts';
import { cellsOf, labelFits } from '../facts/cells.ts';
import { clear, countsOf } from '../types/number.ts';
import type { Intent } from './intent.ts';
import { type Found, nothing, settle } from './settle.ts';

/** A plain decimal. A range ("50-100") or a unit that can be read two ways ("50m", "1.500") is no number. */
export function extractNumber(reading: Reading, column: ColumnQuestion, intent: Intent): ValueFinding {
  const cells = cellsOf(
    reading,
    intent.about === 'employees'
      ? (label) => labelFits(column.label)(label) || /\b(?:employees|head ?count|(?:company|team) size)\b/iu.test(label)
      : labelFits(column.label),
  );
  const inCells = cells.flatMap(({ value, start, passage }) => {
    const quantities = findQuantities(value, findDates(value));
    return quantities.length === 1
      ? quantities.map((quantity) => ({ quantity: clear(quantity, passage, start), quote: passage.text }))
      : [];
  });
  if (intent.about === 'employees') {
    const counts = countsOf(reading, contentStems('employees'), [], null).filter(({ assertion }) => assertion === 'yes');
    if (counts.length > 0)
      return settleNumbers(
        counts.map(({ quantity, passage }) => ({ quantity, quote: passage.text })),
        column.label,
      );
  }
  if (inCells.length > 0) return settleNumbers(inCells, column.label);
  if (cells.some(({ value }) => findQuantities(value).length > 1))
    return nothing('ambiguous', `The page gives several numbers for “${column.label}”.`);
  const unit =
    intent.about === 'employees'
      ? contentStems('employees')
      : contentStems(column.label.replace(/\b(?:number|count|total|amount|how many|of|the|#)\b/giu, ' '));
  if (unit.length === 0 || intent.about === 'price') return nothing('silent', `The page does not give “${column.label}”.`);
  const counts = countsOf(reading, unit, [], null).filter(({ assertion }) => assertion === 'yes');
  return settleNumbers(
    counts.map(({ quantity, passage }) => ({ quantity, quote: passage.text })),
    column.label,
  );
}

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
  return other ? nothing('conflict', `The page gives both ${first?.value} and ${other.value} for “${label}”.`) : settle(plain, label);
}
