import { contentStems } from '../../../../language/english/lexicon.ts';
import { asserts } from '../../../../language/english/negation.ts';
import type { ColumnQuestion, ValueFinding } from '../../finding.ts';
import { labelOf, type Passage, type Reading } from '../../text/reading.ts';
import { agrees, hintedValues, says } from './hinted.ts';
import { linkCheckedAgainstHints } from './hinted-links.ts';

/**
 * Compares a value with the page's structured data, which readers do not see: its value counts only if a passage of the text has it too,
 * which becomes the quote. If the text gives another value, the result is a conflict.
 */
export function checkedAgainstHints(reading: Reading, column: ColumnQuestion, finding: ValueFinding): ValueFinding {
  if (column.format === 'url') return linkCheckedAgainstHints(reading, column, finding);
  if (finding.value === null && finding.reason !== 'silent') return finding;
  const values = hintedValues(reading.page, column);
  const [first] = values;
  if (first === undefined) return finding;
  if (finding.value !== null) {
    const { value } = finding;
    if (values.some((other) => agrees(value, other, column.format))) return finding;
    const note = `The page gives ${value} for “${column.label}”, its structured data ${first}.`;
    return { value: null, reason: 'conflict', quote: null, note };
  }
  if (values.length > 1 && column.format !== 'text') return finding;
  for (const value of values) {
    const passage = visibly(reading, column, value);
    if (!passage) continue;
    const note = `The page gives ${value}, which its structured data calls “${column.label}”.`;
    return { value, reason: 'stated', quote: passage.text, note };
  }
  return finding;
}

/** A passage of the content with the value; for a number, one that also has a word of the column's label. */
function visibly(reading: Reading, { label, format }: ColumnQuestion, value: string): Passage | undefined {
  const stems = contentStems(label);
  for (const view of reading.views) {
    if (view.boilerplate || view.text === '') continue;
    const passage = reading.passages(view).find((one) => says(one.text, value, format) && asserts(one.text));
    if (!passage) continue;
    if (format !== 'number') return passage;
    const said = contentStems(`${labelOf(passage)?.text ?? ''} ${passage.text}`);
    if (stems.some((stem) => said.includes(stem))) return passage;
  }
  return undefined;
}
