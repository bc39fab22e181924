import { readdirSync } from 'node:fs';
import { refuse } from '../shared/arguments.ts';
import { passOrFail } from '../shared/figures.ts';
import type { Bar } from './bar.ts';

// The laws of cost: each is a ratio within the run, or a limit far from what any machine takes.
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
const known = [...new Set(all.map(({ area }) => area))].join(', ');
if (unknown.length > 0) refuse(`No area or law is called ${unknown.join(', ')}. Areas: ${known}`);

let failed = false;
for (const { area, bar } of all.filter((one) => words.length === 0 || words.some((word) => isNamed(word, one)))) {
  // one that throws has failed, and the others are measured all the same
  const { figure, pass } = await bar.run().catch((error: unknown) => ({ figure: String(error), pass: false }));
  failed ||= !pass;
  console.log(`${passOrFail(pass)}  ${area}: ${bar.name}  ${figure}`);
}

// what a law has left open (threads, connections) holds the process no longer
process.exit(failed ? 1 : 0);
