import { EXAMINATIONS, type FusedHits } from '../entity/examine.ts';
import type { Hit, SearchQuery } from '../ports.ts';
import { ReadFailure } from '../read/read-failure.ts';
import { SearchFailure, type SearchProvider } from './provider.ts';

export interface SearchAnswer extends FusedHits {
  /** The number of hits of each provider that answered. */
  brought: { provider: string; hits: number }[];
  failures: { provider: string; error: unknown; passing: boolean }[];
}

/** Per answer: a provider that returns more than was requested would fill a run with its lowest ranks. */
const HITS_MAX = 200;

type Look = (answers: Hit[][], signal: AbortSignal) => FusedHits | Promise<FusedHits>;

/**
 * Asks all providers at once. A failure of one is reported and does not affect the others; only an abort throws. `look` merges the answers,
 * in a thread where they come from outside.
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

/** Whether a later retry may help without any change of the setup. */
const mayPass = (reason: unknown) =>
  !(reason instanceof SearchFailure && (reason.kind === 'misconfigured' || reason.kind === 'unauthorized'));
