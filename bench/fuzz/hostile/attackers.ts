import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS, prepare } from './attacks.ts';

// A thread of the attackers' own: what they do must not slow the caller who is measured. It says when it begins, stops when told to, and tells what it did.
const url = workerData as string;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const ids = await prepare(url);
parentPort?.postMessage('begins');
const result = await Promise.all(ATTACKS.map((attack) => attack(url, stop.signal, ids).catch((error: unknown) => `broke: ${error}`)));
parentPort?.postMessage(result);
