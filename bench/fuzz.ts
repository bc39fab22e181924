import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { openClient } from '../src/db/connection/client.ts';
import { openDatabase, startPart } from './faults/bench.ts';
import { BOMBS } from './fuzz/bombs.ts';
import { authEndpoint, downloadEndpoint, exportEndpoint, rpcEndpoint, streamEndpoint } from './fuzz/endpoints.ts';
import { explode, isHarmless } from './fuzz/explode.ts';
import { graphqlEndpoint } from './fuzz/graphql.ts';
import { flood, hostileAtOnce } from './fuzz/hostile/at-once.ts';
import { hostilePages } from './fuzz/hostile/pages.ts';
import { fuzz } from './fuzz/run.ts';
import { hostileServers } from './fuzz/servers/attack.ts';
import { fillStock } from './fuzz/stock.ts';
import { slowUploads } from './fuzz/uploads/slow.ts';
import { slowness } from './speed.ts';

// `npm run bench:fuzz -- [name ...] [--count=10000] [--seed=1] [--seconds=60] [--root=folder]`: strange requests at every API of a gateway of its own,
// then bombs, then attacks on a whole `serve` by the code under `root`; exit code 1 when one was answered wrong or a bar was missed.
const ENDPOINTS = [rpcEndpoint, graphqlEndpoint, exportEndpoint, downloadEndpoint, streamEndpoint, authEndpoint];
const BOMB_MS = 50;
const TICK_MS = 10; // the kernel counts in hundredths of a second

const flag = (name: string, otherwise: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise);
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const [count, seed] = [flag('count', 10_000), flag('seed', 1)];
const asked = (name: string) => names.length === 0 || names.includes(name);

const SCENARIOS = [
  { name: 'hostile-at-once', attack: hostileAtOnce },
  { name: 'flood', attack: flood },
  { name: 'hostile-pages', attack: hostilePages },
  { name: 'hostile-servers', attack: hostileServers },
  { name: 'slow-uploads', attack: slowUploads },
];
const root = resolve(process.argv.find((word) => word.startsWith('--root='))?.slice('--root='.length) ?? '.');

if (process.argv.includes('--help')) {
  const known = [...ENDPOINTS, { name: 'bombs' }, ...SCENARIOS].map(({ name }) => name);
  console.log(`bench:fuzz [--count=10000] [--seed=1] [--seconds=60] [--root=folder] [name ...]; names: ${known.join(', ')}`);
  process.exit(0);
}

let failed = false;
const report = (pass: boolean, line: string) => {
  failed ||= !pass;
  console.log(`${pass ? styleText('green', 'pass') : styleText('red', 'FAIL')}  ${line}`);
};

if ([...ENDPOINTS, { name: 'bombs' }].some(({ name }) => asked(name))) await fuzzGateway();
for (const { name, attack } of SCENARIOS.filter(({ name }) => asked(name))) {
  console.error(name);
  const { pass, line } = await attack(root, flag('seconds', 60));
  report(pass, line);
}

async function fuzzGateway(): Promise<void> {
  await using database = await openDatabase();
  await using gateway = await startPart('gateway', {
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret of benches, 0123456789 abcdefghij',
    TRUST_PROXY: '1', // every request comes from an address of its own
    STREAM_SECONDS: '1',
    LOG_LEVEL: 'error',
  });
  await using client = openClient(database.url, { max: 2, name: 'fuzz' });
  const stock = await fillStock(gateway.url, client.db);
  const pid = gateway.child.pid as number;

  for (const endpoint of ENDPOINTS.filter(({ name }) => asked(name))) {
    const start = performance.now();
    const { statuses, faults, slowest } = await fuzz(gateway.url, endpoint, stock, { count, seed });
    const lives = gateway.child.exitCode === null && (await fetch(`${gateway.url}/readyz`)).status === 200;
    for (const fault of faults.slice(0, 20)) console.log(fault);
    const seen = [...statuses].sort().map(([status, times]) => `${status}: ${times}`);
    const seconds = Math.round((performance.now() - start) / 1000);
    report(
      faults.length === 0 && lives,
      `${endpoint.name.padEnd(8)} ${count} requests of seed ${seed}, ${faults.length} answered wrong (${seen.join(', ')}; left = the client went); slowest ${Math.round(slowest)} ms; ${lives ? `lives in ${await memoryOf(pid)} MB` : 'DEAD'}; ${seconds} s`,
    );
  }

  if (asked('bombs')) {
    const times = slowness();
    for (const bomb of BOMBS) {
      const exploded = await explode(gateway.url, bomb, { samples: 3, each: 10, cpu: () => cpuOf(pid) });
      report(
        isHarmless(exploded, BOMB_MS * times),
        `${bomb.name}: ${exploded.statuses.join(', ')} for ${exploded.ms.toFixed(1)} ms of processor`,
      );
    }
  }
}

/** A process's memory in MB (Linux). */
async function memoryOf(pid: number): Promise<number> {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kB) / 1024);
}

/** A process's processor time in ms, all its threads (Linux). */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

process.exitCode = failed ? 1 : 0;
