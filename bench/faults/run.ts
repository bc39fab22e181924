import { fullDisk, fullFiles } from '../fuzz/hostile/full-disk.ts';
import { chosen, readArgs } from '../shared/arguments.ts';
import { passOrFail } from '../shared/figures.ts';
import { blackHole } from './black-hole.ts';
import { disconnects } from './disconnects.ts';
import { fairness } from './fairness.ts';
import type { Fault } from './fault.ts';
import { followersGraphql, followersNdjson } from './followers.ts';
import { killGateway } from './kill-gateway.ts';
import { killServedWorker } from './kill-served-worker.ts';
import { killWorker } from './kill-worker.ts';
import { model } from './model.ts';
import { races } from './races.ts';
import { restartPostgres } from './restart-postgres.ts';
import { startRace } from './start-race.ts';
import { stopWorker } from './stop-worker.ts';

// Breaks the service in every way that is known, or in those that are named.

const FAULTS: Fault[] = [
  killWorker,
  killServedWorker,
  stopWorker,
  killGateway,
  startRace,
  restartPostgres,
  blackHole,
  fullDisk,
  fullFiles,
  disconnects,
  followersNdjson,
  followersGraphql,
  races,
  fairness,
  model,
];

const { values: args, positionals } = readArgs({ allowPositionals: true, options: { short: { type: 'boolean', default: false } } });

const lines: string[] = [];
let failed = false;
for (const { name, bar, run } of chosen(FAULTS, positionals)) {
  const start = performance.now();
  console.error(`${name}: ${bar}`);
  const { figure, pass } = await run(args.short ? 'short' : 'full').catch((error: unknown) => ({ figure: `broke: ${error}`, pass: false }));
  failed ||= !pass;
  const seconds = Math.round((performance.now() - start) / 1000);
  lines.push(`${passOrFail(pass)}  ${name.padEnd(20)} ${figure}  [bar: ${bar}] ${seconds} s`);
  console.error(lines.at(-1));
}
console.log(lines.join('\n'));
process.exit(failed ? 1 : 0);
