import { EXAMINATIONS, type FusedHits } from '../entity/examine.ts';
import type { Hit, SearchQuery } from '../ports.ts';
import { ReadFailure } from '../read/failure.ts';
import { SearchFailure, type SearchProvider } from './provider.ts';

export interface SearchAnswer extends FusedHits {
  /** How many hits each provider named that answered. */
  brought: { provider: string; hits: number }[];
  failures: { provider: string; error: unknown; passing: boolean }[];
}

/** Of an answer: providers are asked for less, and one that gives more would fill a run with what it ranks last. */
const HITS_MAX = 200;

type Look = (answers: Hit[][], signal: AbortSignal) => FusedHits | Promise<FusedHits>;

/**
 * Asks all providers at once. One that fails is named and never fails the others; only an abort throws. `look` puts what they say in order: in
 * a thread where it may be anything.
 */
export async function searchAll(
  providers: readonly SearchProvider[],
  query: SearchQuery,
  signal: AbortSignal,
  look: Look = (found) => EXAMINATIONS.search({ answers: found }),
): Promise<SearchAnswer> {
  signal.throwIfAborted();
  const answers = await Promise.allSettled(providers.map(async (provider) => provider.search(query, signal)));
  signal.throwIfAborted();

  const failures = answers.flatMap((answer, i) =>
    answer.status === 'rejected' ? { provider: providers[i]?.name ?? '', error: answer.reason, passing: mayPass(answer.reason) } : [],
  );
  const found = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.slice(0, HITS_MAX) : []));
  const brought = answers.flatMap((answer, i) =>
    answer.status === 'fulfilled' ? { provider: providers[i]?.name ?? '', hits: found[i]?.length ?? 0 } : [],
  );
  try {
    return { ...(await look(found, signal)), brought, failures };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ReadFailure)) throw error;
    const unreadable = new SearchFailure('unavailable', 'its answer could not be looked through');
    const unread = providers.map(({ name }) => ({ provider: name, error: unreadable, passing: true }));
    return { hits: [], dropped: 0, brought: [], failures: unread };
  }
}

/** Whether asking again later may help without anybody's doing. */
const mayPass = (reason: unknown) =>
  !(reason instanceof SearchFailure && (reason.kind === 'misconfigured' || reason.kind === 'unauthorized'));
