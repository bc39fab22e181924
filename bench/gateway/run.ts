import { styleText } from 'node:util';
import { chosen, readArgs } from '../shared/arguments.ts';
import { createSession } from './create.ts';
import { type Data, openData } from './data.ts';
import { eventLoop } from './event-loop.ts';
import { downloadLoop, downloadMemory } from './exports/download.ts';
import { exportCsv } from './exports/export-csv.ts';
import { exportMemory } from './exports/export-memory.ts';
import { getSession } from './get-session.ts';
import { graphql, refused } from './graphql.ts';
import { type Figure, type Measure, PACES } from './measure.ts';
import { memory } from './memory.ts';
import { start } from './start.ts';

// How fast the gateway is, each figure beside its bar and its aim. `--quick`: short turns; `--short`: over few rows, and no bar is held.
// BENCH_DATA=folder stores the database there for the next time.

const MEASURES: Measure[] = [
  graphql,
  refused,
  getSession,
  createSession,
  exportCsv,
  eventLoop,
  start,
  memory,
  exportMemory,
  downloadMemory,
  downloadLoop,
];

const { values: args, positionals } = readArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
});
const { short } = args;
const asked = chosen(MEASURES, positionals);

const isUnder = ({ better }: Measure, { value }: Figure, mark: number) => (better === 'more' ? value < mark : value > mark);
const written = ({ unit }: Measure, value: number) => (unit === 'times' ? value.toFixed(2) : `${Math.round(value)} ${unit}`);

const SHORT = { websets: 100, rows: 2000 };

await using all = await openData(short ? undefined : process.env.BENCH_DATA);
const data: Data = short
  ? { ...all, websets: (count, rows) => all.websets(Math.min(count, SHORT.websets), Math.min(rows, SHORT.rows)) }
  : all;
const pace = short ? PACES.short : args.quick ? PACES.quick : PACES.full;
for (const measure of asked) {
  const begin = performance.now();
  const figures = await measure.run({ data, pace });
  console.log(`\n${measure.name}: ${measure.what} (${Math.round((performance.now() - begin) / 1000)} s)`);
  for (const figure of figures) {
    const { label, value, bar, aim, detail } = figure;
    const failed = short ? !(value > 0 && Number.isFinite(value)) : isUnder(measure, figure, bar);
    const marks = `bar ${written(measure, bar)}${aim === undefined ? '' : `, aim ${written(measure, aim)}`}`;
    const verdict = failed
      ? styleText('red', short ? 'nothing measured' : 'under the bar')
      : short
        ? 'measured, no bar held'
        : aim === undefined || !isUnder(measure, figure, aim)
          ? 'good'
          : 'over the bar';
    console.log(`  ${label ? `${label}: ` : ''}${styleText('bold', written(measure, value))} (${marks}): ${verdict}; ${detail}`);
    if (failed) process.exitCode = 1;
  }
}
