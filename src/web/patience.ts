/** Timeouts of the app in ms. Automated tests set others as `websetPatience` before the page loads. */
const DEFAULTS = {
  /** How long a message is shown. */
  saidMs: 6000,
  /** How long an action can be undone. */
  undoMs: 8000,
  /** When a request without an answer counts as lost. */
  answerMs: 60_000,
};

export const PATIENCE: typeof DEFAULTS = {
  ...DEFAULTS,
  ...(globalThis as { websetPatience?: Partial<typeof DEFAULTS> }).websetPatience,
};
