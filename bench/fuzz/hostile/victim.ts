import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../shared/figures.ts';
import { openCaller } from './caller.ts';

const EVERY_MS = 50;
const RUN_MS = 60_000;

export interface VictimReport {
  /** Milliseconds of getSession. */
  p99: number;
  calls: number;
  failures: string[];
  runs: number;
  failedRuns: string[];
}

/** Somebody at work while others attack: reads a session twenty times a second, and has one run after another over the sample web. */
export async function openVictim(url: string) {
  const caller = openCaller(url, '127.0.0.3');
  const rpc = async (operation: string, body: object) => {
    const { status, text } = await caller.post(`/api/v1/search/${operation}`, body);
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text).session;
  };
  const stop = new AbortController();
  const times: number[] = [];
  const failures: string[] = [];
  const failedRuns: string[] = [];
  let runs = 0;
  const { id: session } = await rpc('createSession', { originalQuery: 'open-source databases written in Rust' });

  const read = async () => {
    while (!stop.signal.aborted) {
      const start = performance.now();
      await rpc('getSession', { sessionId: session }).catch((error) => failures.push(String(error)));
      times.push(performance.now() - start);
      await sleep(EVERY_MS);
    }
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      const outcome = await runOnce(rpc).catch(String);
      runs++;
      if (outcome !== 'completed') failedRuns.push(outcome);
    }
  };
  const work = Promise.all([read(), run()]);
  return {
    /** Has it end what it is at, and returns how it went. */
    async report(): Promise<VictimReport> {
      stop.abort();
      await work;
      return { p99: Math.round(percentile(times, 0.99)), calls: times.length, failures, runs, failedRuns };
    },
    [Symbol.dispose]: () => caller[Symbol.dispose](),
  };
}

async function runOnce(rpc: (operation: string, body: object) => Promise<{ id: string; runAlive: boolean; status: string }>) {
  const { id: sessionId } = await rpc('createSession', { originalQuery: 'open-source databases written in Rust', category: 'articles' });
  await rpc('addCriterion', { sessionId, label: 'Written in Rust' });
  await rpc('startRun', { sessionId });
  for (const end = performance.now() + RUN_MS; performance.now() < end; ) {
    await sleep(250);
    const { runAlive, status } = await rpc('getSession', { sessionId });
    if (!runAlive) return status;
  }
  return `not over after ${RUN_MS / 1000} s`;
}
