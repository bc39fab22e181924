import type { Page } from '../../domain/page/page.ts';
import type { Category } from '../../domain/webset-state.ts';
import type { Hit } from '../ports.ts';
import { ReadFailure } from '../read/read-failure.ts';
import { type Asking, openPool, type PoolOptions, ThreadFailure } from '../thread-pool.ts';
import type { Examination, Examinations, FusedHits, PageFacts } from './examine.ts';
import type { Answer } from './examine-worker.ts';
import type { Claim } from './identity.ts';

/** The time left for a page, in processor milliseconds. */
export interface PageTime {
  ms: number;
}

/** Runs the examinations in threads. All methods throw ReadFailure, or the signal's reason as soon as it is aborted. */
export interface Examiner extends AsyncDisposable {
  /**
   * Whether a page is a listing, and its identity. The page has 2 s for this and all later calls; if it ends its thread it is tried once
   * more.
   */
  page(
    page: Page,
    seen: { foundAt: string; category: Category | null },
    signal: AbortSignal,
  ): Promise<{ facts: PageFacts; left: PageTime }>;
  /** The identity of an address whose page was not read yet. */
  address(hit: { url: string; title: string }, category: Category | null, signal: AbortSignal): Promise<Claim>;
  /** Merges the hits of several answers; each list is one provider's, best first. */
  search(answers: Hit[][], signal: AbortSignal): Promise<FusedHits>;
  /** Indexes of the titles that are equivalent to the page's. */
  titles(title: string, others: string[], how: { left: PageTime; signal: AbortSignal }): Promise<number[]>;
  /** Index of the first excerpt that is equivalent to the page's; -1 for none. */
  words(words: string, others: string[], how: { left: PageTime; signal: AbortSignal }): Promise<number>;
}

/** With less time than this, the result would depend on the machine, not the page. */
const LEAST_MS = 200;

const ENTRY = new URL('./examine-worker.ts', import.meta.url);

export function openExaminer({ entry = ENTRY, ...options }: Omit<PoolOptions, 'name' | 'entry'> & { entry?: URL }): Examiner {
  const pool = openPool<Examination, Answer>({ ...options, name: 'examiner', entry });

  async function ask<K extends keyof Examinations>(
    kind: K,
    input: Parameters<Examinations[K]>[0],
    signal: AbortSignal,
    how: Asking = {},
  ): Promise<{ value: ReturnType<Examinations[K]>; ms: number }> {
    const answer = await pool.ask({ kind, input } as Examination, signal, how).catch((error: unknown) => {
      throw error instanceof ThreadFailure ? failureOf(error, options.seconds) : error;
    });
    return { value: answer.value as ReturnType<Examinations[K]>, ms: answer.ms };
  }

  async function within<K extends 'titles' | 'words'>(
    kind: K,
    input: Parameters<Examinations[K]>[0],
    { left, signal }: { left: PageTime; signal: AbortSignal },
  ) {
    const { value, ms } = await ask(kind, input, signal, { ms: Math.max(LEAST_MS, left.ms) });
    left.ms -= ms;
    return value;
  }

  return {
    async page(page, { foundAt, category }, signal) {
      const { value, ms } = await ask('page', { page, foundAt, category }, signal, { again: true });
      return { facts: value, left: { ms: options.seconds * 1000 - ms } };
    },
    address: async ({ url, title }, category, signal) => (await ask('address', { url, title, category }, signal, { again: true })).value,
    search: async (answers, signal) => (await ask('search', { answers }, signal)).value,
    titles: async (title, others, how) => (others.length === 0 ? [] : within('titles', { title, others }, how)),
    words: async (words, others, how) => (others.length === 0 ? -1 : within('words', { words, others }, how)),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function failureOf(error: ThreadFailure, seconds: number): ReadFailure {
  if (error.code === 'timeout')
    return new ReadFailure('timeout', `The page takes longer than ${seconds} s to look through`, { cause: error });
  if (error.code === 'memory') return new ReadFailure('memory', 'The page takes too much memory to look through', { cause: error });
  return new ReadFailure('crashed', `The page could not be looked through: ${error.message}`, { cause: error });
}
