import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS, prepare } from './attacks.ts';

// A thread of the attackers' own, which leaves the cores to the service (on Linux its priority is the thread's alone): strangers attack from machines of theirs.
// It says when it begins, stops when told to, and tells what it did and the processor time of its own.
setPriority(10);
const url = workerData as string;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const ids = await prepare(url);
parentPort?.postMessage('begins');
const result = await Promise.all(ATTACKS.map((attack) => attack(url, stop.signal, ids).catch((error: unknown) => `broke: ${error}`)));
const { user, system } = process.threadCpuUsage();
parentPort?.postMessage([
  ...result,
  `attackers: ${((user + system) / 1e6).toFixed(1)} s of processor, beside the service on the same cores`,
]);
