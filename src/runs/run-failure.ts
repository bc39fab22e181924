import { ModelFailure } from '../agent/model/model-failure.ts';
import { SearchFailure } from '../agent/search/provider.ts';
import { storableText } from '../domain/text.ts';

/** Every provider failed, and nothing was ever found: the message says what to do. `passing`: a later attempt may succeed. */
export class SearchUnavailable extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.passing = passing;
  }
}

/** The recording lacks what the run requests now: another version requests something else. */
export class Unrecorded extends Error {}

/** The message for an internal error. */
export const BROKEN = 'this service failed at it: the log of the worker says how';

/** An error whose message was written for callers. Other messages may contain hosts and SQL, and go to the log only. */
export const isForCallers = (error: unknown): error is Error =>
  error instanceof SearchUnavailable || error instanceof SearchFailure || error instanceof ModelFailure || error instanceof Unrecorded;

/** The message of an error for callers. */
export const wordsFor = (error: unknown): string => (isForCallers(error) ? storableText(error.message) : BROKEN);
