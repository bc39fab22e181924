import type { CDPSession, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  dur?: number;
  tid: number;
  pid: number;
  args: { data?: { type?: string }; name?: string };
}

/** What runs script: an event's handlers, a timer, a frame, a message (React renders and commits in one), what was promised. */
const SCRIPT = new Set(['EventDispatch', 'FunctionCall', 'FireAnimationFrame', 'TimerFire', 'RunMicrotasks']);

/** The longest stretch of script (ms) on the page's main thread while `work` goes on, and the longest handler of a scroll event. */
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
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}:${tid}`),
  );
  let script = 0;
  let scroll = 0;
  for (const { name, ph, dur = 0, pid, tid, args } of events) {
    if (ph !== 'X' || !SCRIPT.has(name) || !main.has(`${pid}:${tid}`)) continue;
    script = Math.max(script, dur / 1000);
    if (name === 'EventDispatch' && args.data?.type === 'scroll') scroll = Math.max(scroll, dur / 1000);
  }
  await session.detach();
  return { script, scroll };
}
