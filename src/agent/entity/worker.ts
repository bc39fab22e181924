import { parentPort } from 'node:worker_threads';
import { EXAMINATIONS, type Examination, type Examined } from './examine.ts';

/** What an examining thread answers, and how long it took, in milliseconds of the processor's time. */
export interface Answer {
  value: Examined;
  ms: number;
}

parentPort?.on('message', ({ kind, input }: Examination) => {
  const before = process.threadCpuUsage();
  const work = EXAMINATIONS[kind] as (input: Examination['input']) => Examined;
  const value = work(input);
  const { user, system } = process.threadCpuUsage(before);
  const answer: Answer = { value, ms: (user + system) / 1000 };
  parentPort?.postMessage(answer);
});
