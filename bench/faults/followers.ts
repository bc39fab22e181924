import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../src/db/connection/client.ts';
import { openListener } from '../../src/db/connection/listener.ts';
import { appendEvents } from '../../src/db/queries/runs/event.ts';
import { openDatabase } from '../shared/database.ts';
import { percentile } from '../shared/figures.ts';
import { type Part, startPart } from '../shared/parts.ts';
import { slowness } from '../shared/speed.ts';
import type { Fault } from './fault.ts';
import { beginRun } from './support/log.ts';

const SIZES = {
  full: { followers: 1000, runs: 50, perSecond: 200, seconds: 20, warmUp: 5, times: 3, slack: 1 },
  short: { followers: 100, runs: 10, perSecond: 50, seconds: 3, warmUp: 0.5, times: 1, slack: 5 }, // beside other tests
};
const BAR_MS = 50;
const BAR_CPU = 40;

type Kind = 'ndjson' | 'graphql';

const pathOf = (kind: Kind, websetId: string) =>
  kind === 'ndjson'
    ? `/api/sessions/${websetId}/stream`
    : `/graphql?query=${encodeURIComponent(`subscription { runEvents(websetId: "${websetId}") { index type at runId data } }`)}`;

/** Seconds of processor time that a gateway has used, by its own account (process.cpuUsage). */
async function cpuOf({ url }: Part): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(text)?.[1]);
}

/** Many followers of many runs on one gateway, over one protocol. */
const followers = (kind: Kind): Fault => ({
  name: `followers-${kind}`,
  bar: `delivery p99 < ${BAR_MS} ms (median of 3), gateway < ${BAR_CPU} % of one core`,
  async run(size) {
    const { followers: count, runs: runCount, perSecond, seconds: lasting, warmUp, times, slack } = SIZES[size];
    await using open = new AsyncDisposableStack();
    const database = open.use(await openDatabase());
    const { db, sql } = open.use(openClient(database.url, { max: 6 }));
    const listener = open.use(await openListener(sql));
    const gateway = open.use(await startPart('gateway', { DATABASE_URL: database.url }));
    const runs = await Promise.all(Array.from({ length: runCount }, () => beginRun(db)));
    for (const { websetId, runId } of runs) await appendEvents(db, websetId, runId, [{ type: 'narration', data: { text: 'first' } }]);
    const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
    open.defer(() => agent.destroy());
    let delays: number[] = [];
    let heard = 0;

    const follow = (websetId: string) =>
      new Promise<void>((resolve, reject) => {
        const headers = { accept: kind === 'graphql' ? 'text/event-stream' : '*/*' };
        request(gateway.url + pathOf(kind, websetId), { agent, headers }, (response) => {
          response.setEncoding('utf8').on('data', (chunk: string) => {
            const now = Date.now();
            for (const [, at] of chunk.matchAll(/"at":"([^"]+)"/g)) {
              heard++;
              delays.push(now - Date.parse(at as string));
            }
            resolve();
          });
          response.on('error', () => {});
        })
          .on('error', reject)
          .end();
      });
    for (let n = 0; n < count; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - n) }, (_, i) => follow((runs[(n + i) % runCount] as (typeof runs)[number]).websetId)),
      );
    await sleep(1000);

    const p50s: number[] = [];
    const p99s: number[] = [];
    const cpus: number[] = [];
    let missing = 0;
    for (let time = -1; time < times; time++) {
      const seconds = time < 0 ? warmUp : lasting;
      delays = [];
      heard = 0;
      const [cpu, start] = [await cpuOf(gateway), performance.now()];
      const sent: Promise<void>[] = [];
      for (let n = 0; n < perSecond * seconds; n++) {
        const due = start + (n * 1000) / perSecond;
        if (due > performance.now()) await sleep(due - performance.now());
        const { websetId, runId } = runs[n % runCount] as (typeof runs)[number];
        sent.push(
          appendEvents(db, websetId, runId, [{ type: 'narration', data: { text: `event ${n}` } }]).then(() => listener.notify(websetId)),
        );
      }
      await Promise.all(sent);
      const elapsed = (performance.now() - start) / 1000;
      const used = (await cpuOf(gateway)) - cpu;
      for (const end = performance.now() + 3000; heard < (perSecond * seconds * count) / runCount && performance.now() < end; )
        await sleep(50);
      missing += (perSecond * seconds * count) / runCount - heard;
      if (time < 0) continue;
      p50s.push(percentile(delays, 0.5));
      p99s.push(percentile(delays, 0.99));
      cpus.push((100 * used) / elapsed);
    }
    const [p99, cpu] = [percentile(p99s, 0.5), percentile(cpus, 0.5)];
    const figure = `${count} followers, ${runCount} runs, ${perSecond} events/s: p50 ${percentile(p50s, 0.5)} ms, p99 ${p99s.join('/')} ms, CPU ${cpus.map((n) => n.toFixed(0)).join('/')} %, ${missing} events missing`;
    return { figure, pass: missing === 0 && p99 < BAR_MS * slack * slowness() && cpu < BAR_CPU * slack };
  },
});

export const followersNdjson = followers('ndjson');
export const followersGraphql = followers('graphql');
