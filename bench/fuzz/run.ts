import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openClient } from '../../src/db/connection/client.ts';
import { chosen, readArgs } from '../shared/arguments.ts';
import { openDatabase } from '../shared/database.ts';
import { passOrFail } from '../shared/figures.ts';
import { startPart } from '../shared/parts.ts';
import { memoryOf, processorTimeOf } from '../shared/process.ts';
import { slowness } from '../shared/speed.ts';
import { BOMBS } from './bombs.ts';
import { authEndpoint, downloadEndpoint, exportEndpoint, rpcEndpoint, streamEndpoint } from './endpoints.ts';
import { explode, isHarmless } from './explode.ts';
import { fuzz } from './fuzz.ts';
import { graphqlEndpoint } from './graphql.ts';
import { flood, hostileAtOnce } from './hostile/at-once.ts';
import { hostilePages } from './hostile/pages.ts';
import { hostileServers } from './servers/attack.ts';
import { fillStock } from './stock.ts';
import { slowUploads } from './uploads/slow.ts';

// Strange requests at every API of a gateway of its own, then bombs, then attacks on a whole `serve` by the code under `--root`.

const { values: args, positionals } = readArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    root: { type: 'string', default: '.' },
  },
});
const [count, seed] = [Number(args.count), Number(args.seed)];
const BOMB_MS = 50;
const GATEWAY = fileURLToPath(new URL('./gateway.ts', import.meta.url));

const ENDPOINTS = [rpcEndpoint, graphqlEndpoint, exportEndpoint, downloadEndpoint, streamEndpoint, authEndpoint];
const SCENARIOS = [
  { name: 'hostile-at-once', attack: hostileAtOnce },
  { name: 'flood', attack: flood },
  { name: 'hostile-pages', attack: hostilePages },
  { name: 'hostile-servers', attack: hostileServers },
  { name: 'slow-uploads', attack: slowUploads },
];
const asked = new Set(chosen([...ENDPOINTS, { name: 'bombs' }, ...SCENARIOS], positionals).map(({ name }) => name));

let failed = false;
const report = (pass: boolean, line: string) => {
  failed ||= !pass;
  console.log(`${passOrFail(pass)}  ${line}`);
};

if ([...ENDPOINTS, { name: 'bombs' }].some(({ name }) => asked.has(name))) await fuzzGateway();
for (const { name, attack } of SCENARIOS.filter(({ name }) => asked.has(name))) {
  console.error(name);
  const { pass, line } = await attack(resolve(args.root), Number(args.seconds));
  report(pass, line);
}

async function fuzzGateway(): Promise<void> {
  await using database = await openDatabase();
  const env = { DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_LEVEL: 'error' }; // every request comes from an address of its own
  await using gateway = await startPart('gateway', env, GATEWAY);
  await using client = openClient(database.url, { max: 2, name: 'fuzz' });
  const stock = await fillStock(gateway.url, client.db);
  const pid = gateway.child.pid as number;

  for (const endpoint of ENDPOINTS.filter(({ name }) => asked.has(name))) {
    const start = performance.now();
    const { statuses, faults, slowest } = await fuzz(gateway.url, endpoint, stock, { count, seed });
    const lives = gateway.child.exitCode === null && (await fetch(`${gateway.url}/readyz`)).status === 200;
    for (const fault of faults.slice(0, 20)) console.log(fault);
    const seen = [...statuses].sort().map(([status, times]) => `${status}: ${times}`);
    const seconds = Math.round((performance.now() - start) / 1000);
    report(
      faults.length === 0 && lives,
      `${endpoint.name.padEnd(8)} ${count} requests of seed ${seed}, ${faults.length} answered wrong (${seen.join(', ')}; left = the client went); slowest ${Math.round(slowest)} ms; ${lives ? `lives in ${Math.round(memoryOf(pid))} MB` : 'DEAD'}; ${seconds} s`,
    );
  }

  if (asked.has('bombs')) {
    const times = slowness();
    for (const bomb of BOMBS) {
      const exploded = await explode(gateway.url, bomb, { samples: 3, each: 10, cpu: () => processorTimeOf(pid) });
      report(
        isHarmless(exploded, BOMB_MS * times),
        `${bomb.name}: ${exploded.statuses.join(', ')} for ${exploded.ms.toFixed(1)} ms of processor`,
      );
    }
  }
}

process.exitCode = failed ? 1 : 0;
