/** What the parent of a gateway or worker hears from it. */
export type News = { type: 'ready'; url?: string } | { type: 'failed'; message: string } | { type: 'took' | 'left'; runId: string };

/** Tells the parent, when there is one and it still lives. */
export function tellParent(news: News): void {
  if (process.connected) process.send?.(news, undefined, undefined, () => {}); // one that dies meanwhile is heard of by 'disconnect'
}

/** Resolves when this process should end: SIGINT, SIGTERM, or the parent that started it is gone. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.once('SIGTERM', () => resolve());
  process.once('SIGINT', () => resolve());
  if (process.send) process.once('disconnect', () => resolve());
  if (process.send && !process.connected) resolve(); // the parent died while we started
  return promise;
}
