import { ModelFailure } from '../agent/model/failure.ts';
import { SearchFailure } from '../agent/search/provider.ts';
import { storableText } from '../domain/text.ts';

/** Every provider failed, and nothing was ever found: words on what to do. `passing`: it may go better later. */
export class SearchUnavailable extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/** The recording does not hold what the run asks for now: another version asks otherwise. */
export class Unrecorded extends Error {}

/** What is said of a fault of this service's own. */
export const BROKEN = 'this service failed at it: the log of the worker says how';

/** An error whose words were written for callers. Any other's may hold hosts and statements, and are the log's. */
export const isForCallers = (error: unknown): error is Error =>
  error instanceof SearchUnavailable || error instanceof SearchFailure || error instanceof ModelFailure || error instanceof Unrecorded;

/** What callers hear of an error. */
export const wordsFor = (error: unknown): string => (isForCallers(error) ? storableText(error.message) : BROKEN);
