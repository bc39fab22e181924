import { styleText } from 'node:util';
import { FAULTS } from './faults/all.ts';

// `npm run bench:faults [-- name ...]`: breaks the service in every way we know, or in those named; one line each, exit code 1 when a bar is missed.
const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const size = process.argv.includes('--short') ? 'short' : 'full';
if (process.argv.includes('--help')) {
  console.log(`bench:faults [--short] [name ...]; names: ${FAULTS.map(({ name }) => name).join(', ')}`);
  process.exit(0);
}
const strange = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
if (strange.length > 0) {
  console.error(`unknown: ${strange.join(', ')}; known are ${FAULTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const lines: string[] = [];
let failed = false;
for (const { name, bar, run } of FAULTS.filter((fault) => names.length === 0 || names.includes(fault.name))) {
  const start = performance.now();
  console.error(`${name}: ${bar}`);
  const { figure, pass } = await run(size).catch((error: unknown) => ({ figure: `broke: ${error}`, pass: false }));
  failed ||= !pass;
  const seconds = Math.round((performance.now() - start) / 1000);
  lines.push(`${pass ? styleText('green', 'pass') : styleText('red', 'FAIL')}  ${name.padEnd(20)} ${figure}  [bar: ${bar}] ${seconds} s`);
  console.error(lines.at(-1));
}
console.log(lines.join('\n'));
process.exit(failed ? 1 : 0);
