import { OutsideFailure } from '../../domain/errors.ts';
import type { Category } from '../../domain/webset-state.ts';
import type { Hit, SearchQuery } from '../ports.ts';

/** Finds pages for a query. Throws SearchFailure when it cannot answer, and the signal's reason when that is aborted. */
export interface SearchProvider {
  name: string;
  /** The categories that it covers; null is a webset without one. Absent: all. */
  categories?: readonly (Category | null)[];
  search(query: SearchQuery, signal: AbortSignal): Promise<Hit[]>;
}

/** The providers that cover a category. */
export const fitting = (providers: readonly SearchProvider[], category: Category | null): SearchProvider[] =>
  providers.filter(({ categories }) => !categories || categories.includes(category));

export type SearchFailureKind = 'unauthorized' | 'rate_limited' | 'unavailable' | 'misconfigured';

/** A provider that cannot answer. The message is for the operator and says what to do. */
export class SearchFailure extends OutsideFailure {
  readonly kind: SearchFailureKind;
  /** Milliseconds after which a retry may help. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: SearchFailureKind,
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = 'SearchFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
