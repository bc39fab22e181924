/** What the parent of a gateway or worker hears from it. */
export type News = { type: 'ready'; url?: string } | { type: 'failed'; message: string } | { type: 'took' | 'left'; runId: string };

export const tellParent = (news: News) => process.send?.(news);

/** Resolves when this process should end: SIGINT, SIGTERM, or the parent that started it is gone. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  if (process.channel) process.once('disconnect', () => resolve());
  return promise;
}
