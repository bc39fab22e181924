import { OutsideFailure } from '../../domain/errors.ts';

export type ReadFailureCode =
  | 'too_deep'
  | 'no_text'
  | 'not_the_page'
  | 'unreadable'
  | 'unsupported'
  | 'timeout'
  | 'memory'
  | 'crashed'
  | 'broken';

/** Failures that ended a thread: the document is not read again for a day. */
export const ENDED_THREAD: readonly ReadFailureCode[] = ['timeout', 'memory', 'crashed'];

export const leftAlone = (reason: string) => `It is left alone for a day since it could not be read: ${reason}`;

/** A document that cannot be read. It concerns this document only; the message is for the user. */
export class ReadFailure extends OutsideFailure {
  readonly code: ReadFailureCode;

  constructor(code: ReadFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadFailure';
    this.code = code;
  }
}
