import { askedBy } from '../../src/agent/judge/columns/asked.ts';
import { type ConfirmedValue, decideColumn } from '../../src/agent/judge/columns/decide.ts';
import { scoreColumn } from '../../src/agent/judge/columns/score-column.ts';
import { hintedIn } from '../../src/agent/judge/hinted-links.ts';
import { readUnits } from '../../src/agent/judge/score/score-page.ts';
import type { Weights } from '../../src/agent/judge/weights/weights.ts';
import type { BenchRun } from './runs.ts';
import { pathOf, type Truth } from './teach.ts';
import { type Compare, isRight } from './train-columns.ts';

interface Filled {
  enrichments: Record<string, string | null>;
}

/** Fills the columns of a run's results; a person confirms or corrects those of some rows by the truth. Pages whose values nobody knows are left out. */
export function fillColumns(
  { question, pages }: BenchRun,
  { truth, compare, weights }: { truth: Truth; compare: Compare; weights: Weights },
) {
  const known = pages.map(({ url }) => (truth.thing(pathOf(url)) ? truth.values.get(pathOf(url)) : undefined));
  const readings = pages.map((page, row) => (known[row] ? readUnits(page) : null));
  const columns = question.enrichments.map((column) => {
    const asked = askedBy(column);
    return {
      column,
      asked,
      scores: readings.map((reading) =>
        reading ? scoreColumn(reading, asked, { weights, isHinted: hintedIn(reading.page, column) }) : null,
      ),
    };
  });
  return (results: Filled[], confirmed: number[]) => {
    for (const { column, asked, scores } of columns) {
      const answers = confirmed.flatMap((row): ConfirmedValue[] => {
        const right = known[row]?.[column.label];
        if (right === undefined) return [];
        const offered = scores[row]?.values.find(({ value }) => isRight(compare(column.format, right, value)));
        return [{ row, value: right === null ? null : (offered?.value ?? String(Array.isArray(right) ? right[0] : right)) }];
      });
      for (const [row, { value }] of decideColumn(asked, scores, { confirmed: answers, weights }).entries())
        (results[row] as Filled).enrichments[column.label] = value;
    }
  };
}
