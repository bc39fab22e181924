export const READ_FAILURES = ['too_deep', 'no_text', 'unreadable', 'unsupported', 'timeout', 'memory', 'crashed'] as const;
export type ReadFailureCode = (typeof READ_FAILURES)[number];

/** A document that cannot be read. It concerns this document only; the message is for the person who asked. */
export class ReadFailure extends Error {
  readonly code: ReadFailureCode;

  constructor(code: ReadFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ReadFailure';
    this.code = code;
  }
}
