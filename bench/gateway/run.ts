import { styleText } from 'node:util';
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

// How fast the gateway is, each figure beside its bar and its aim.
//   npm run bench                     all of it; exits with 1 under a bar
//   npm run bench -- graphql start    some of it
//   npm run bench -- --quick ...      short turns, for who works on the speed
//   npm run bench -- --short ...      short turns over few rows, to see that all of it works: no bar is held
// BENCH_DATA=folder keeps the database there for the next time.

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

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
if (args.includes('--help')) {
  console.log(`bench [--quick | --short] [name ...]; names: ${MEASURES.map(({ name }) => name).join(', ')}`);
  process.exit(0);
}
const strangers = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
if (strangers.length > 0)
  throw new Error(`there is no measure ${strangers.join(', ')}; there are ${MEASURES.map(({ name }) => name).join(', ')}`);

const isUnder = ({ better }: Measure, { value }: Figure, mark: number) => (better === 'more' ? value < mark : value > mark);
const written = ({ unit }: Measure, value: number) => (unit === 'times' ? value.toFixed(2) : `${Math.round(value)} ${unit}`);

const short = args.includes('--short');
const SHORT = { websets: 100, rows: 2000 };

await using all = await openData(short ? undefined : process.env.BENCH_DATA);
const data: Data = short
  ? { ...all, websets: (count, rows) => all.websets(Math.min(count, SHORT.websets), Math.min(rows, SHORT.rows)) }
  : all;
const pace = short ? PACES.short : args.includes('--quick') ? PACES.quick : PACES.full;
for (const measure of MEASURES) {
  if (names.length > 0 && !names.includes(measure.name)) continue;
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
