import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { RunEvent } from '../../domain/run-event.ts';
import { openProgress } from './progress.ts';

const ENDED = /^run\.(completed|failed|cancelled)$/;

type Line = RunEvent & { index: number };

/** Follows a run's event stream to its end and shows the progress. Reconnects with its cursor when a connection ends. */
export async function followProgress(url: string): Promise<void> {
  using progress = openProgress();
  for (let next = 0; ; ) {
    const response = await fetch(`${url}?startIndex=${next}`);
    if (!response.ok || !response.body) throw new Error(`the event stream answered ${response.status}: ${await response.text()}`);
    for await (const text of createInterface({ input: Readable.from(response.body) })) {
      if (text === '') continue;
      const event: Line = JSON.parse(text);
      next = event.index + 1;
      progress.show(event);
      if (event.type === 'run.failed' && event.data.detail) progress.say(event.data.detail);
      if (ENDED.test(event.type)) return;
    }
  }
}
