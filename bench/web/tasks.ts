import type { CDPSession, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  /** On the processor, without what other processes took. */
  tdur?: number;
  tid: number;
  pid: number;
  args: { data?: { type?: string }; name?: string };
}

/** What runs script: an event's handlers, a timer, a frame, a message (React renders and commits in one), what was promised. */
const SCRIPT = new Set(['EventDispatch', 'FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks']);

/**
 * The longest stretch of script (ms of processor time) on the page's main thread while `work` goes on, and the longest handler of a scroll
 * event.
 */
export async function longestScript(page: Page, work: () => Promise<void>): Promise<{ script: number; scroll: number }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const done = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', '__metadata'] },
  });
  await work();
  await session.send('Tracing.end');
  await done;
  await session.detach();
  const named = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const main = new Set(named.map(({ pid, tid }) => `${pid}:${tid}`));
  if (main.size === 0) throw new Error('no trace: a browser gives one a page');
  const ran = events.filter(({ name, ph, pid, tid }) => ph === 'X' && SCRIPT.has(name) && main.has(`${pid}:${tid}`));
  const longest = (some: TraceEvent[]) => some.reduce((most, { dur = 0, tdur = dur }) => Math.max(most, tdur / 1000), 0);
  return {
    script: longest(ran),
    scroll: longest(ran.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'scroll')),
  };
}
