/** What a command ends with; docs/operations.md says so to people. */
export const EXIT = { done: 0, failed: 1, usage: 2, nothing: 3, interrupted: 130, terminated: 143 } as const;

/** The command line is wrong: an unknown command or option, or a value that is not allowed. */
export class UsageError extends Error {}
