import { readdirSync } from 'node:fs';
import { styleText } from 'node:util';
import type { Bar } from './bar.ts';

// `npm run bench:cost -- [area or part of a law's name ...]`: the laws of cost, each a ratio within the run or a limit far from what any machine takes;
// exit code 1 when one does not hold, 2 when a word names none.
const NO_AREA = ['bar.ts', 'run.ts'];

const areas = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !NO_AREA.includes(file));
const all = await Promise.all(
  areas.map(async (file) => {
    const { bars }: { bars: Bar[] } = await import(`./${file}`);
    return bars.map((bar) => ({ area: file.slice(0, -'.ts'.length), bar }));
  }),
).then((found) => found.flat());

const words = process.argv.slice(2);
const isNamed = (word: string, { area, bar }: (typeof all)[number]) => area === word || bar.name.includes(word);
const unknown = words.filter((word) => !all.some((one) => isNamed(word, one)));
for (const word of unknown) console.error(`No law is called ${word}. Areas: ${[...new Set(all.map(({ area }) => area))].join(', ')}`);

let failed = false;
if (unknown.length === 0)
  for (const { area, bar } of all.filter((one) => words.length === 0 || words.some((word) => isNamed(word, one)))) {
    // one that throws has failed, and the others are measured all the same
    const { figure, pass } = await bar.run().catch((error: unknown) => ({ figure: String(error), pass: false }));
    failed ||= !pass;
    console.log(`${area}: ${bar.name}  ${figure}  ${pass ? styleText('green', 'ok') : styleText('red', 'FAILED')}`);
  }

// what a law has left open (threads, connections) holds the process no longer
process.exit(unknown.length > 0 ? 2 : failed ? 1 : 0);
