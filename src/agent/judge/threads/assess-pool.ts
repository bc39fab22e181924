import { sharedKnowledge } from '../../../knowledge/open.ts';
import { openPool, type PoolOptions, ThreadFailure } from '../../thread-pool.ts';
import type { Assessment } from '../assess-page.ts';
import type { JudgeInput } from '../finding.ts';

/**
 * Judges pages by the rules and scores them, also where a model gives the verdicts. Throws if a page takes too long or breaks its thread.
 */
export interface Assessor {
  assess(input: JudgeInput, signal: AbortSignal): Promise<Assessment>;
}

/**
 * Runs the rules and the scoring in threads: a page that takes too long loses its cells, but delays neither other runs nor a cancellation.
 */
export function openAssessor(options: Omit<PoolOptions, 'name' | 'entry'>): Assessor & AsyncDisposable {
  const pool = openPool<JudgeInput, Assessment>({
    ...options,
    name: 'judge',
    entry: new URL('./assess-thread.ts', import.meta.url),
    data: () => ({ knowledge: sharedKnowledge() }),
  });
  return {
    assess: ({ page, request, criteria, columns }, signal) =>
      pool.ask({ page, request, criteria, columns }, signal).catch((error: unknown) => {
        if (!(error instanceof ThreadFailure)) throw error;
        throw new Error(
          error.code === 'timeout' ? `the rules take longer than ${options.seconds} s on this page` : `the rules broke: ${error.message}`,
        );
      }),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
