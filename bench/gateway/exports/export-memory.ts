import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../../shared/process.ts';
import { slowness } from '../../shared/speed.ts';
import type { Measure } from '../measure.ts';
import { startGateway } from '../sides.ts';

const ROWS = 1_000_000;
const STALLED = 10;
/** Of the export beside stalled readers, after which it takes no more memory. */
const BESIDE_MB = 50;

/** Asks for an export and never reads what comes. */
function stall(url: string, path: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}

/** Reads an export to its end, or some megabytes of it. */
async function read(url: string, path: string, most: number): Promise<{ seconds: number; megabytes: number }> {
  const start = performance.now();
  const response = await fetch(url + path);
  if (!response.ok || !response.body) throw new Error(`the export answered ${response.status}`);
  let megabytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    megabytes += chunk.length / 1e6;
    if (megabytes > most) break;
  }
  return { seconds: (performance.now() - start) / 1000, megabytes };
}

/**
 * How long a small session takes, in milliseconds, asked for 10 at a time: more than the pool's connections would be held by ten readers.
 */
async function answersIn(url: string, sessionId: string): Promise<number> {
  const start = performance.now();
  const one = async () => {
    const response = await fetch(`${url}/api/v1/search/getSession`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId }),
      signal: AbortSignal.timeout(5000 * slowness()),
    });
    if (!response.ok) throw new Error(`getSession answered ${response.status} beside ${STALLED} stalled readers`);
    await response.arrayBuffer();
  };
  await Promise.all(Array.from({ length: 10 }, one));
  return performance.now() - start;
}

export const exportMemory: Measure = {
  name: 'export-memory',
  what: `peak memory of an export of ${ROWS.toLocaleString('en')} rows; beside ${STALLED} stalled readers`,
  better: 'less',
  unit: 'MB',
  async run({ data }) {
    const [small = ''] = await data.websets(1000, 100);
    const [id = ''] = await data.websets(1, ROWS);
    const path = `/api/sessions/${id}/export?format=csv`;
    const measure = async (stalled: number, most: number) => {
      await using ours = await startGateway(data.url);
      const sockets = Array.from({ length: stalled }, () => stall(ours.url, path));
      if (stalled > 0) await sleep(2000);
      const waited = stalled > 0 ? await answersIn(ours.url, small) : 0;
      const { seconds, megabytes } = await read(ours.url, path, most);
      const peak = memoryOf(ours.child.pid as number, 'VmHWM');
      for (const socket of sockets) socket.destroy();
      return { peak, waited, said: `${Math.round(megabytes)} MB in ${seconds.toFixed(1)} s` };
    };
    const alone = await measure(0, Number.POSITIVE_INFINITY);
    const beside = await measure(STALLED, BESIDE_MB);
    return [
      { label: 'alone', value: alone.peak, bar: 250, aim: 150, detail: alone.said },
      {
        label: `beside ${STALLED} stalled readers`,
        value: beside.peak,
        bar: 350,
        aim: 200,
        detail: `${beside.said}; ten getSessions at once meanwhile: ${Math.round(beside.waited)} ms`,
      },
    ];
  },
};
