import { openPool, type PoolOptions, ThreadFailure } from '../thread-pool.ts';
import type { Finding, JudgeInput, Judgement, Reasoner, ValueFinding } from './finding.ts';

/** The rules in threads of their own: a page on which they take too long costs its cells, and stops neither other runs nor a cancel. */
export function openRules(options: Omit<PoolOptions, 'name' | 'entry'>): Reasoner & AsyncDisposable {
  const pool = openPool<JudgeInput, Judgement<Finding, ValueFinding>>({
    ...options,
    name: 'judge',
    entry: new URL('./worker.ts', import.meta.url),
  });
  return {
    name: 'lexical',
    judge: ({ page, request, criteria, columns }, signal) =>
      pool.ask({ page, request, criteria, columns }, signal).catch((error: unknown) => {
        if (!(error instanceof ThreadFailure)) throw error;
        throw new Error(
          error.code === 'timeout' ? `the rules take longer than ${options.seconds} s on this page` : `the rules broke: ${error.message}`,
        );
      }),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
