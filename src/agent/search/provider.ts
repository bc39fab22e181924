import type { Hit, SearchQuery } from '../ports.ts';

/** Finds pages for a query. Throws SearchFailure when it cannot answer, and the signal's reason when that is aborted. */
export interface SearchProvider {
  name: string;
  search(query: SearchQuery, signal: AbortSignal): Promise<Hit[]>;
}

export type SearchFailureKind = 'unauthorized' | 'rate_limited' | 'unavailable' | 'misconfigured';

/** A provider that cannot answer. The message is for the person who runs the service, and says what to do. */
export class SearchFailure extends Error {
  readonly kind: SearchFailureKind;

  constructor(kind: SearchFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SearchFailure';
    this.kind = kind;
  }
}
