import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './attacks.ts';

// A thread of the attackers' own: what they do must not slow the caller who is measured.
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const told = await Promise.all(
  ATTACKS.map((attack) => attack(workerData as string, stop.signal).catch((error: unknown) => `broke: ${error}`)),
);
parentPort?.postMessage(told);
