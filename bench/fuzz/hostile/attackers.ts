import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Attack } from './attack.ts';
import { ATTACKS, prepareTexts } from './attacks.ts';
import { FLOODS, prepareFloods } from './floods.ts';

export type AttackKind = 'at-once' | 'flood';

// A thread of the attackers' own, of low priority (on Linux that is the thread's alone): strangers attack from machines of theirs.
// It reports when it begins, what it did and its own processor time, and stops by a message.
setPriority(10);

/** What attackers do: what they make before they begin, and what they do at once. */
const KINDS: Record<AttackKind, { prepare(url: string): Promise<string[]>; attacks: readonly Attack[] }> = {
  'at-once': { prepare: prepareTexts, attacks: ATTACKS },
  flood: { prepare: prepareFloods, attacks: FLOODS },
};

const { url, kind } = workerData as { url: string; kind: AttackKind };
const { prepare, attacks } = KINDS[kind];
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const ids = await prepare(url);
parentPort?.postMessage('begins');
const result = await Promise.all(attacks.map((attack) => attack(url, stop.signal, ids).catch((error: unknown) => `broke: ${error}`)));
const { user, system } = process.threadCpuUsage();
parentPort?.postMessage([
  ...result,
  `attackers: ${((user + system) / 1e6).toFixed(1)} s of processor, beside the service on the same cores`,
]);
