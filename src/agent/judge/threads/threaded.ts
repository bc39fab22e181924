import { openPool, type PoolOptions, ThreadFailure } from '../../thread-pool.ts';
import type { Finding, Judgement, Reasoner, ValueFinding } from '../finding.ts';
import type { ScoreInput, Scores } from '../scores.ts';
import type { Asked } from './worker.ts';

/** Scores pages, whoever judges them. Throws when a page takes too long or breaks its thread. */
export interface Scorer {
  score(input: ScoreInput, signal: AbortSignal): Promise<Scores>;
}

/** The rules and the scores in threads of their own: a page on which they take too long costs its cells, and stops neither other runs nor a cancel. */
export function openRules(options: Omit<PoolOptions, 'name' | 'entry'>): Reasoner & Scorer & AsyncDisposable {
  const pool = openPool<Asked, Judgement<Finding, ValueFinding> | Scores>({
    ...options,
    name: 'judge',
    entry: new URL('./worker.ts', import.meta.url),
  });
  const ask = (asked: Asked, signal: AbortSignal) =>
    pool.ask(asked, signal).catch((error: unknown) => {
      if (!(error instanceof ThreadFailure)) throw error;
      throw new Error(
        error.code === 'timeout' ? `the rules take longer than ${options.seconds} s on this page` : `the rules broke: ${error.message}`,
      );
    });
  return {
    name: 'lexical',
    judge: async ({ page, request, criteria, columns }, signal) =>
      (await ask({ judge: { page, request, criteria, columns } }, signal)) as Judgement<Finding, ValueFinding>,
    score: async ({ page, criteria, columns }, signal) => (await ask({ score: { page, criteria, columns } }, signal)) as Scores,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
