import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BENCHES, type Bench, needsOf } from './benches.ts';
import { FOLDER_MISSING, refuse } from './shared/arguments.ts';

// `npm run bench` lists the benches, `npm run bench -- NAME [options]` runs one, and `npm run bench -- all` the short form of each.

const PEERS = ['--prefix', 'bench/peers'];

const [name, ...options] = process.argv.slice(2);
if (name === undefined) list();
else if (name === 'all') all();
else process.exitCode = run(benchOf(name), options);

function benchOf(asked: string): Bench {
  const names = BENCHES.map((bench) => bench.name);
  return BENCHES.find((bench) => bench.name === asked) ?? refuse(`There is no bench “${asked}”. There are: ${names.join(', ')}, all`);
}

function list(): void {
  console.log('npm run bench -- NAME [options]; `all` runs the short form of each. docs/benchmarks.md describes them.\n');
  for (const bench of BENCHES) {
    console.log(`${bench.name.padEnd(10)} ${bench.what}`);
    console.log(`${''.padEnd(10)} needs ${needsOf(bench)}; takes about ${bench.takes}`);
  }
}

/** Runs a bench to its end, with the packages that it needs; its exit code. */
function run({ name: of, hasPeers }: Bench, args: readonly string[]): number {
  if (hasPeers && spawnSync('npm', ['ls', ...PEERS], { stdio: 'ignore' }).status !== 0) {
    const { status } = spawnSync('npm', ['ci', ...PEERS, '--ignore-scripts'], { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  const file = fileURLToPath(new URL(`${of}/run.ts`, import.meta.url));
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1;
}

/** A bench that needs a folder is run without it, to see that it refuses. */
function all(): void {
  const failed: string[] = [];
  for (const bench of BENCHES) {
    if (!bench.short) continue;
    console.log(`\n--- ${[bench.name, ...bench.short].join(' ')} (${Math.round(performance.now() / 1000)} s)`);
    const expected = bench.folder ? FOLDER_MISSING : 0;
    if (run(bench, bench.short) !== expected) failed.push(bench.name);
  }
  console.log(failed.length > 0 ? `\nfailed: ${failed.join(', ')}` : '\nall passed');
  if (failed.length > 0) process.exitCode = 1;
}
