/** Exit codes; docs/operations.md documents them. */
export const EXIT = { done: 0, failed: 1, usage: 2, nothing: 3, interrupted: 130, terminated: 143 } as const;

/** An error in the command line: an unknown command or option, or an invalid value. */
export class UsageError extends Error {}
