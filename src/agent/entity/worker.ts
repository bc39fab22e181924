import { parentPort } from 'node:worker_threads';
import { EXAMINATIONS, type Examination, type Examined } from './examine.ts';

/** What an examining thread answers, and how long it took, in milliseconds. */
export interface Answer {
  value: Examined;
  ms: number;
}

parentPort?.on('message', ({ kind, input }: Examination) => {
  const began = performance.now();
  const work = EXAMINATIONS[kind] as (input: Examination['input']) => Examined;
  const value = work(input);
  const answer: Answer = { value, ms: performance.now() - began };
  parentPort?.postMessage(answer);
});
