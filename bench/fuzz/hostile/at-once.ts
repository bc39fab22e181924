import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { slowness } from '../../shared/speed.ts';
import type { AttackKind } from './attackers.ts';
import { barOf, watchMachine } from './machine.ts';
import { answersAfter, startServe } from './service.ts';
import { openVictim } from './victim.ts';

const BARS = { p99: 1000, gateway: 700, worker: 1024 };

/** What a scenario found, and whether every bar was met. */
export interface Outcome {
  pass: boolean;
  line: string;
}

/** All attacks of strangers on the gateway at once, for `seconds`, while somebody is at work with the same service. */
export const hostileAtOnce = (root: string, seconds: number) => underAttack('at-once', root, seconds);

/** Far more connections and requests of an address than are served at a time, most of them writes that wait for one row. */
export const flood = (root: string, seconds: number) => underAttack('flood', root, seconds);

async function underAttack(kind: AttackKind, root: string, seconds: number): Promise<Outcome> {
  await using service = await startServe(root, { ANONYMOUS_CREATE_LIMIT: '0', RUN_LIMIT: '0', RUN_MAX_PAGES: '20', RUN_TARGET: '5' });
  const attackers = new Worker(new URL('./attackers.ts', import.meta.url), { workerData: { url: service.url, kind } });
  const begun = once(attackers, 'message');
  using victim = await openVictim(service.url);
  await begun;
  const left = await watchMachine();
  const end = once(attackers, 'message');
  for (const over = performance.now() + seconds * 1000; performance.now() < over && service.lives(); ) await sleep(100);
  attackers.postMessage('stop');
  const share = await left();
  const [result] = (await end) as [string[]];
  const { p99, calls, failures, runs, failedRuns } = await victim.report();
  const answers = await answersAfter(service, seconds);
  const { deaths, memory } = service.watched();
  const bar = barOf(BARS.p99 * slowness(), share);
  const pass =
    deaths === 0 &&
    service.lives() &&
    p99 < bar &&
    failures.length === 0 &&
    memory.gateway < BARS.gateway &&
    memory.worker < BARS.worker &&
    runs > 0 &&
    failedRuns.length === 0 &&
    answers.all;
  const figures = [
    `deaths ${deaths}${service.lives() ? '' : ', serve ended'}`,
    `another caller's getSession p99 ${p99} ms of ${calls} (bar ${bar} ms: others left ${Math.round(share * 100)} % of the machine), ${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}`,
    `gateway at most ${memory.gateway} MB, worker ${memory.worker} MB`,
    `runs of others ${runs}, ${failedRuns.length} failed${failedRuns[0] ? ` (${failedRuns[0]})` : ''}`,
    answers.words,
  ];
  return { pass, line: `${kind === 'flood' ? kind : 'hostile at once'}, ${seconds} s: ${figures.join('; ')} [${result.join('; ')}]` };
}
