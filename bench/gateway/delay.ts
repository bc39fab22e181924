import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded by a gateway before all else: reports to its parent how long its event loop was held at most since the last time it was asked.

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on('message', (asked: { type?: string; ms?: number }) => {
  if (asked.type === 'hold') for (const end = performance.now() + (asked.ms ?? 0); performance.now() < end; );
  if (asked.type === 'delay') setTimeout(report, 10); // what held the loop until now is counted when its timer runs again
});

function report() {
  process.send?.({ type: 'delay', max: delay.max / 1e6, p99: delay.percentile(99) / 1e6 });
  delay.reset();
}
process.channel?.unref();
