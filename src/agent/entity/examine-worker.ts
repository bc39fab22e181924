import { parentPort } from 'node:worker_threads';
import { EXAMINATIONS, type Examination, type Examined } from './examine.ts';

/** The answer of an examining thread, and the processor milliseconds that it took. */
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
