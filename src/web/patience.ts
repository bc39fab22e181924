/** How long the app waits (ms). Who drives a page by a program sets other figures, as `websetPatience`, before it loads. */
const DEFAULTS = {
  /** Until what was said in passing goes. */
  saidMs: 6000,
  /** Until what can be undone is done. */
  undoMs: 8000,
  /** Until a request without an answer counts as lost. */
  answerMs: 60_000,
};

export const PATIENCE: typeof DEFAULTS = {
  ...DEFAULTS,
  ...(globalThis as { websetPatience?: Partial<typeof DEFAULTS> }).websetPatience,
};
