import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

// `npm run bench -- NAME [...]` runs the bench of that name (`npm run bench:NAME`, or `bench/NAME/run.ts`); without a name, or with options alone, the gateway's.

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const [name = '', ...rest] = process.argv.slice(2);
const isNamed = name !== '' && !name.startsWith('-');

/** Runs a command to its end, as one's own. */
function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (!isNamed) {
  run('npm', ['run', '-s', 'bench:peers']);
  run(process.execPath, ['bench/gateway/run.ts', ...process.argv.slice(2)]);
} else if (scripts[`bench:${name}`]) run('npm', ['run', '-s', `bench:${name}`, '--', ...rest]);
else if (existsSync(`bench/${name}/run.ts`)) run(process.execPath, [`bench/${name}/run.ts`, ...rest]);
else {
  const names = Object.keys(scripts).flatMap((script) => (script.startsWith('bench:') ? [script.slice('bench:'.length)] : []));
  console.error(`There is no bench “${name}”. There are: ${names.sort().join(', ')}`);
  process.exitCode = 2;
}
