export type ReadFailureCode = 'too_deep' | 'no_text' | 'unreadable' | 'unsupported' | 'timeout' | 'memory' | 'crashed';

/** A document that cannot be read. It concerns this document only; the message is for the person who asked. */
export class ReadFailure extends Error {
  readonly code: ReadFailureCode;

  constructor(code: ReadFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadFailure';
    this.code = code;
  }
}
