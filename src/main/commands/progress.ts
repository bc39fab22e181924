import { styleText } from 'node:util';
import { MultiBar } from 'cli-progress';
import type { RunEvent } from '../../domain/run-event.ts';

/** Shows the progress of a run on standard error; `say` prints results on standard output. */
export interface Progress extends Disposable {
  show(event: RunEvent): void;
  /** Prints a line on standard output, above the progress bar if there is one. */
  say(line: string): void;
}

/** A bar on a terminal; otherwise a line from time to time, without control codes. */
export const openProgress = (): Progress => (process.stderr.isTTY && process.env.TERM !== 'dumb' ? openBar() : openLines());

/** Prints to standard error, dimmed on a terminal. */
const note = (text: string) => console.error(styleText('dim', text, { stream: process.stderr }));

function openBar(): Progress {
  const bars = new MultiBar({
    format: '{bar} {value} of {total} pages checked, {matched} match, {elapsed} s',
    hideCursor: true,
    forceRedraw: true,
    barsize: 24,
  });
  const started = Date.now();
  let bar: ReturnType<MultiBar['create']> | undefined;
  const above = (print: () => void) => {
    if (bar) process.stderr.write('\r\u001b[K'); // the bar is drawn again below
    print();
  };
  return {
    show(event) {
      if (event.type === 'narration') above(() => note(event.data.text));
      if (event.type !== 'progress') return;
      const { found, judged, matched } = event.data;
      const facts = { matched, elapsed: Math.round((Date.now() - started) / 1000) };
      bar ??= bars.create(Math.max(1, found), judged, facts);
      bar.setTotal(Math.max(1, found));
      bar.update(judged, facts);
    },
    say: (line) => above(() => console.log(line)),
    [Symbol.dispose]() {
      bars.stop();
      bar = undefined;
    },
  };
}

const LINE_EVERY = 10;

function openLines(): Progress {
  let last = 0;
  let line = '';
  return {
    show(event) {
      if (event.type === 'narration') note(event.data.text);
      if (event.type !== 'progress') return;
      const { found, judged, matched } = event.data;
      if (found === 0 || (judged - last < LINE_EVERY && judged !== found)) return;
      last = judged;
      const next = `${judged} of ${found} pages checked, ${matched} match`;
      if (next !== line) note(next);
      line = next;
    },
    say: (line) => console.log(line),
    [Symbol.dispose]() {},
  };
}
