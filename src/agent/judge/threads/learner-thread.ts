import { parentPort } from 'node:worker_threads';
import { decideKept, type Kept, keep, type LearnInput } from './learner.ts';

/** Websets whose rows are kept prepared. */
const KEPT_MAX = 8;
const kept = new Map<string, Kept>();

parentPort?.on('message', (input: LearnInput) => {
  const known = kept.get(input.key);
  const current = input.load ? keep(input.stamp, input.load) : known?.stamp === input.stamp ? known : null;
  kept.delete(input.key);
  if (current) kept.set(input.key, current);
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX))) kept.delete(oldest);
  parentPort?.postMessage(current ? decideKept(current, input) : 'missing');
});
