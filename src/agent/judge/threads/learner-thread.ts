import { parentPort } from 'node:worker_threads';
import { type CachedRows, decideRows, type LearnInput, prepareRows } from './learner.ts';

/** The most websets whose prepared rows are cached. */
const CACHED_MAX = 8;
const cached = new Map<string, CachedRows>();

parentPort?.on('message', (input: LearnInput) => {
  const known = cached.get(input.key);
  const current = input.load ? prepareRows(input.stamp, input.load) : known?.stamp === input.stamp ? known : null;
  cached.delete(input.key);
  if (current) cached.set(input.key, current);
  for (const oldest of [...cached.keys()].slice(0, Math.max(0, cached.size - CACHED_MAX))) cached.delete(oldest);
  parentPort?.postMessage(current ? decideRows(current, input) : 'missing');
});
