import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { RunEvent } from '../../domain/event.ts';

const ENDED = /^run\.(completed|failed|cancelled)$/;

type Line = RunEvent & { index: number };

/** Follows a run's event stream to its end: a bar on a terminal, plain lines elsewhere. Reconnects with its cursor when a connection ends. */
export async function followProgress(url: string): Promise<void> {
  const show = process.stdout.isTTY ? barDisplay() : lineDisplay();
  for (let next = 0; ; ) {
    const response = await fetch(`${url}?startIndex=${next}`);
    if (!response.ok || !response.body) throw new Error(`the event stream answered ${response.status}: ${await response.text()}`);
    for await (const text of createInterface({ input: Readable.from(response.body) })) {
      if (text === '') continue;
      const event: Line = JSON.parse(text);
      next = event.index + 1;
      show(event);
      if (ENDED.test(event.type)) return;
    }
  }
}

function barDisplay() {
  const bar = new SingleBar({
    format: '{bar} {value} of {total} pages checked, {matched} match, {elapsed} s',
    hideCursor: true,
    clearOnComplete: false,
  });
  const started = Date.now();
  let running = false;
  return (event: Line) => {
    if (event.type === 'progress') {
      const { found, judged, matched } = event.data;
      const facts = { matched, elapsed: Math.round((Date.now() - started) / 1000) };
      if (!running) bar.start(found, judged, facts);
      running = true;
      bar.setTotal(Math.max(1, found));
      bar.update(judged, facts);
    }
    if (event.type === 'narration') console.log(event.data.text);
    if (running && ENDED.test(event.type)) bar.stop();
    if (event.type === 'run.failed') console.log(event.data.detail);
  };
}

function lineDisplay() {
  let last = 0;
  return (event: Line) => {
    if (event.type === 'narration') console.log(event.data.text);
    if (event.type === 'run.failed') console.log(event.data.detail);
    if (event.type !== 'progress') return;
    const { found, judged, matched } = event.data;
    if (judged - last < 10 && judged !== found) return;
    last = judged;
    console.log(`${judged} of ${found} pages checked, ${matched} match`);
  };
}
